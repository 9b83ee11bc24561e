import { FolderOpen } from "lucide-react";
import { createElement } from "react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { ApplicationStatus } from "#app/routes/applications/application-status";
import type { Choice } from "#app/ui/form/choice";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import type { ApplicationRow } from "#worker/services/applications/contract";

/** The period in which an application is open, as a list shows it. */
const periodOf = ({ startsAt, endsAt }: ApplicationRow, timeZone: string): string => {
	if (startsAt === null && endsAt === null) return "Always";
	if (endsAt === null) return `From ${formatDate(startsAt, timeZone)}`;
	if (startsAt === null) return `Until ${formatDate(endsAt, timeZone)}`;
	return `${formatDate(startsAt, timeZone)} to ${formatDate(endsAt, timeZone)}`;
};

const namesOf = (ids: readonly unknown[], choices: readonly Choice[]): string =>
	ids.map((id) => choices.find(({ value }) => value === id)?.label ?? "something that no longer exists").join(", ");

interface KeptCourse {
	courseId: string;
	formId: string | null;
}

/** Returns the courses of a state in the history by their names, each with its own form. */
const coursesOf = (courses: unknown, choices: readonly Choice[]): string =>
	(courses as readonly KeptCourse[])
		.map(({ courseId, formId }) => {
			const own = formId && choices.find(({ value }) => value === `form ${formId}`)?.label;
			return `${namesOf([courseId], choices)}${own ? ` (${own})` : ""}`;
		})
		.join(", ");

interface ListedApplication extends ApplicationRow {
	/** Lists of candidates and payments that are for it; only the question before deleting knows them. */
	lists?: number;
	payments?: number;
}

/** What applicants apply to (§2 Applications). @param timeZone the institution's, for the dates in the history */
export const applicationScreenIn = (timeZone?: string): RecordScreen<ListedApplication> => {
	const moment = (value: unknown) => formatDateTime(value as number, timeZone);
	return {
		kind: "application",
		path: "applications",
		title: "Applications",
		icon: FolderOpen,
		one: "application",
		many: "applications",
		description: "What applicants apply to: a form, a workflow and what is offered, for a time.",
		page: { path: "manage-applications", create: "applications/create" },
		nameOf: ({ title }) => title,
		columns: ({ timeZone }) => [
			{ heading: "Title", card: "title", sort: "title", text: ({ title }) => title },
			{ heading: "Open", width: 380, card: "line", muted: true, text: (row) => periodOf(row, timeZone) },
			{ heading: "Status", width: 160, card: "line", cell: (row) => createElement(ApplicationStatus, row) },
			{
				heading: "Applicants",
				width: 110,
				numeric: true,
				card: "aside",
				cell: ({ applicants }) => formatNumber(applicants),
			},
		],
		sortedBy: "-created",
		fields: [
			{ name: "title", label: "Title" },
			{ as: "flag", name: "active", label: "Active" },
			{ as: "own", name: "startsAt", label: "Begins", shown: moment },
			{ as: "own", name: "endsAt", label: "Ends", shown: moment },
			{ name: "numberFormat", label: "Number format" },
			{ as: "choice", name: "formId", label: "Form" },
			{ as: "choice", name: "workflowId", label: "Workflow" },
			{ as: "own", name: "courses", label: "{Courses}", shown: coursesOf },
			{
				as: "own",
				name: "groupItemIds",
				label: "Group items",
				shown: (ids: unknown, choices: readonly Choice[]) => namesOf(ids as string[], choices),
			},
			{ name: "introduction", label: "Introduction" },
			{ name: "confirmation", label: "Confirmation" },
		],
		search: { name: "keyword", placeholder: "Title", delayMs: 500 },
		filters: [
			{ name: "groupItemId", label: "Group item" },
			{ name: "active", label: "Active" },
			{ name: "status", label: "Status" },
			{ name: "startDate", label: "Open from", as: "day" },
			{ name: "endDate", label: "Open until", as: "day" },
		],
		uses: ({ id, applicants, lists = 0, payments = 0 }, { base }) => [
			{ count: applicants, one: "applicant", to: `${base}/applicants?application=${id}` },
			{ count: lists, one: "list of candidates", many: "lists of candidates", to: `${base}/uploaded-candidates` },
			{ count: payments, one: "payment" },
		],
	};
};

export const applicationScreen = applicationScreenIn();
