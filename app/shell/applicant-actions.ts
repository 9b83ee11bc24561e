import { BookOpen, CreditCard, FileDown, FileSignature, Mail, MapPin, Pencil, Printer, Users } from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";

/** What decides whether an action makes sense; what a screen does not know it leaves out. */
export interface ApplicantFacts {
	/** Are there locations to post to (§6)? */
	hasLocations?: boolean;
	/** Has the applicant begun a form? */
	hasForm?: boolean;
	/** What the institution calls a course. */
	courseAlias: string;
}

/** Something done to an applicant on a page of its own: in the sheet's menu, in the palette and by its key. */
export interface ApplicantAction {
	id: string;
	/** `{course}` stands for what the institution calls one. */
	label: string;
	icon: Icon;
	/** Below the applicant's address; with `$1`, which stands for the applicant's id, below the organisation's. */
	path: string;
	keys?: readonly string[];
	/** What it calls (§6); left out: whoever sees the sheet may. */
	calls?: Guarded;
	/** Shown to whoever sees the sheet (§6), and says that it needs them. */
	isAlwaysShown?: boolean;
	/** Left out: it always makes sense. */
	isFor?: (facts: ApplicantFacts) => boolean;
	/** A page outside the portal's frame. */
	reloadDocument?: boolean;
	/** It goes back to the tab of the sheet over which it was opened. */
	comesBack?: boolean;
	/** A tab of the sheet, whose menu need not lead to it. */
	isTab?: boolean;
}

/** 'More actions' of the sheet (§2), in their order. */
const applicantActions: readonly ApplicantAction[] = [
	{
		id: "edit",
		label: "Edit applicant",
		icon: Pencil,
		path: "/edit",
		calls: may.changeApplicants,
		isAlwaysShown: true,
		isFor: ({ hasForm }) => hasForm === true,
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
		label: "Post to location",
		icon: MapPin,
		path: "/posting",
		keys: ["p"],
		calls: may.changeApplicants,
		isFor: ({ hasLocations }) => hasLocations === true,
	},
	{
		id: "email",
		label: "Send email",
		icon: Mail,
		path: "/email",
		keys: ["e"],
		calls: may.emailApplicants,
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
		id: "compare",
		label: "Compare with another applicant",
		icon: Users,
		path: "/duplicates/compare?first=$1",
		calls: may.changeApplicants,
	},
	{ id: "print", label: "Print applicant form", icon: Printer, path: "/print", reloadDocument: true },
	{ id: "form", label: "Download applicant form", icon: FileDown, path: "/form.pdf", reloadDocument: true },
	{ id: "transactions", label: "Transactions", icon: CreditCard, path: "/transactions", isTab: true },
];

/** One of them for somebody, by its name. */
export interface OfferedAction extends ApplicantAction {
	/** Why they may not. */
	refusal?: string;
}

/** Those to show somebody with these privileges, as far as one can know. */
export const actionsFor = (privileges: readonly string[], facts: ApplicantFacts): readonly OfferedAction[] =>
	applicantActions
		.filter(({ isFor }) => isFor?.(facts) ?? true)
		.map((action) => ({
			...action,
			label: action.label.replace("{course}", facts.courseAlias),
			refusal: mayDo(privileges, action) ? undefined : "You may look at applicants, not change them",
		}))
		.filter(({ isAlwaysShown, refusal }) => isAlwaysShown || refusal === undefined);

/** Where an action is. @param here the applicant's address @param search what follows it there */
export const actionAddress = ({ path }: ApplicantAction, here: string, search = ""): string =>
	path.includes("$1") ? here.replace(/\/applicants\/([^/]+)$/, path) : here + path + search;

const mayDo = (privileges: readonly string[], { calls }: ApplicantAction) =>
	calls === undefined || mayCall({ privileges }, calls);
