import {
	Banknote,
	BookOpen,
	CreditCard,
	FileDown,
	FilePen,
	FileSignature,
	FileX,
	Mail,
	MapPin,
	Pencil,
	Printer,
	StickyNote,
	Upload,
	UserCheck,
	UserPen,
	UserPlus,
	Users,
} from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";

/** The facts that decide whether an action makes sense; a screen leaves out those that it does not know. */
export interface ApplicantFacts {
	/** Whether there are locations to post to (§6). */
	hasLocations?: boolean;
	/** Whether SMS can be sent. */
	sendsSms?: boolean;
	/** Whether the applicant has begun a form. */
	hasForm?: boolean;
	/** Whether the applicant is posted to a location. */
	isPosted?: boolean;
	/** Whether the form asks for a referee who is not named yet. */
	lacksReferee?: boolean;
	/** Whether the applicant has a form and no file, and so no tab of attachments. */
	lacksFiles?: boolean;
	/** Whether the applicant has a letter in force. */
	hasLetter?: boolean;
	/** The institution's word for a course. */
	courseAlias: string;
}

/** Returns the facts about an applicant, and those that the institution decides. */
export const factsAbout = (
	applicant: { hasForm: boolean; isPosted: boolean; lacksReferee?: boolean; lacksFiles?: boolean; hasLetter?: boolean },
	{ hasLocations, sendsSms, aliases }: { hasLocations: boolean; sendsSms: boolean; aliases: { course: string } },
): Required<ApplicantFacts> => {
	const { hasForm, isPosted, lacksReferee = false, lacksFiles = false, hasLetter = false } = applicant;
	const ofInstitution = { hasLocations, sendsSms, courseAlias: aliases.course };
	return { hasForm, isPosted, lacksReferee, lacksFiles, hasLetter, ...ofInstitution };
};

/** An action on an applicant with a page of its own: in the sheet's menu, in the palette and by its key. */
export interface ApplicantAction {
	id: string;
	/** `{course}` is replaced by the institution's word for one. */
	label: string;
	/** What it is called where the applicant is posted already. */
	labelOfPosted?: string;
	icon: Icon;
	/** Below the applicant's address; below the organisation's if it has `$1`, the applicant's id. */
	path: string;
	/** The id of the field on that page that takes the focus. */
	fragment?: string;
	keys?: readonly string[];
	/** The endpoint that it calls (§6); left out where everybody who sees the sheet may use it. */
	calls?: Guarded;
	/** Shown to everybody who sees the sheet (§6), with the reason why it is disabled. */
	isAlwaysShown?: boolean;
	/** Left out when it always makes sense. */
	isFor?: (facts: ApplicantFacts) => boolean;
	/** A page outside the portal's frame. */
	reloadDocument?: boolean;
	/** It returns to the tab of the sheet over which it was opened. */
	comesBack?: boolean;
	/** A tab of the sheet, which the menu need not list. */
	isTab?: boolean;
}

/** 'More actions' of the sheet (§2), in their order. */
const applicantActions: readonly ApplicantAction[] = [
	{
		id: "edit",
		label: "Edit Applicant",
		icon: Pencil,
		path: "/edit",
		calls: may.changeApplicants,
		isAlwaysShown: true,
		isFor: ({ hasForm }) => hasForm === true,
	},
	{
		id: "identity",
		label: "Correct name and email",
		icon: UserPen,
		path: "/identity",
		calls: may.changeApplicants,
	},
	{
		id: "course",
		label: "Change {course}",
		icon: BookOpen,
		path: "/course",
		keys: ["c"],
		calls: may.changeApplicants,
		isAlwaysShown: true,
	},
	{
		id: "posting",
		label: "Post Applicant",
		labelOfPosted: "Change posting",
		icon: MapPin,
		path: "/posting",
		keys: ["p"],
		calls: may.changeApplicants,
		isFor: ({ hasLocations }) => hasLocations === true,
	},
	{
		id: "reviewer",
		label: "Assign to a reviewer",
		icon: UserCheck,
		path: "/reviewer",
		keys: ["a"],
		calls: may.changeApplicants,
	},
	{
		id: "note",
		label: "Add a note",
		icon: StickyNote,
		path: "/activity-log",
		fragment: "note",
		calls: may.changeApplicants,
	},
	{
		id: "email",
		label: "Send Email",
		icon: Mail,
		path: "/email",
		keys: ["e"],
		calls: may.emailApplicants,
		comesBack: true,
	},
	{
		id: "sms",
		label: "Send SMS",
		icon: Mail,
		path: "/sms",
		calls: may.emailApplicants,
		isFor: ({ sendsSms }) => sendsSms === true,
		comesBack: true,
	},
	{
		id: "letter",
		label: "Make offer letter",
		icon: FileSignature,
		path: "/letter/new",
		calls: may.changeApplicants,
	},
	{
		id: "replace-letter",
		label: "Replace offer letter",
		icon: FilePen,
		path: "/letter/replace",
		calls: may.changeApplicants,
		isFor: ({ hasLetter }) => hasLetter === true,
	},
	{
		id: "withdraw-letter",
		label: "Withdraw offer letter",
		icon: FileX,
		path: "/letter/withdraw",
		calls: may.changeApplicants,
		isFor: ({ hasLetter }) => hasLetter === true,
	},
	{
		id: "referee",
		label: "Add referee",
		icon: UserPlus,
		path: "/referees/new",
		calls: may.changeApplicants,
		isFor: ({ lacksReferee }) => lacksReferee === true,
	},
	{
		id: "upload",
		label: "Upload a document",
		icon: Upload,
		path: "/attachments",
		calls: may.changeApplicants,
		isFor: ({ lacksFiles }) => lacksFiles === true,
	},
	{
		id: "payment",
		label: "Take a payment",
		icon: Banknote,
		path: "/transactions/pay",
		calls: may.takePayments,
	},
	{
		id: "compare",
		label: "Compare with another applicant",
		icon: Users,
		path: "/duplicates/compare?first=$1",
		calls: may.changeApplicants,
	},
	{ id: "print", label: "Print applicant form", icon: Printer, path: "/print", reloadDocument: true },
	{ id: "form", label: "Download applicant form", icon: FileDown, path: "/form.pdf", reloadDocument: true },
	{ id: "data", label: "Download all data", icon: FileDown, path: "/data", calls: may.keepPrivacy },
	{ id: "erase", label: "Erase applicant", icon: FileX, path: "/erase", calls: may.keepPrivacy },
	{ id: "transactions", label: "Transactions", icon: CreditCard, path: "/transactions", isTab: true },
];

/** An action as it is offered to a user; `refusal` says why it is disabled. */
export interface OfferedAction extends ApplicantAction {
	refusal?: string;
}

/** Returns the actions to show a user, as far as the facts are known. */
export const actionsFor = (privileges: readonly string[], facts: ApplicantFacts): readonly OfferedAction[] =>
	applicantActions
		.filter(({ isFor }) => isFor?.(facts) ?? true)
		.map((action) => ({
			...action,
			label: labelOf(action, facts),
			refusal: mayDo(privileges, action) ? undefined : "You may look at applicants, not change them",
		}))
		.filter(({ isAlwaysShown, refusal }) => isAlwaysShown || refusal === undefined);

const labelOf = ({ label, labelOfPosted }: ApplicantAction, { isPosted, courseAlias }: ApplicantFacts): string =>
	isPosted && labelOfPosted ? labelOfPosted : label.replace("{course}", courseAlias);

/** Returns an action's address. @param here the applicant's address @param search its query text */
export const actionAddress = ({ path, fragment }: ApplicantAction, here: string, search = ""): string =>
	path.includes("$1")
		? here.replace(/\/applicants\/([^/]+)$/, path)
		: `${here}${path}${search}${fragment ? `#${fragment}` : ""}`;

const mayDo = (privileges: readonly string[], { calls }: ApplicantAction) =>
	calls === undefined || mayCall({ privileges }, calls);
