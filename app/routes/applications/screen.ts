import { FolderOpen } from "lucide-react";
import { createElement } from "react";
import { inWords } from "#app/format/in-words";
import { formatCount, formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { ApplicationStatus } from "#app/routes/applications/application-status";
import type { Choice } from "#app/ui/form/choice";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import type { ApplicationRow, Uses } from "#worker/services/applications/contract";

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

/** An application; only the question before deleting knows what depends on it and what names it. */
type ListedApplication = ApplicationRow & Partial<Uses>;

/** Says what names an application that is deleted, and what is deleted with it. */
const whenDeleted = ({ savedViews = 0, ...row }: ListedApplication): string | undefined => {
	const counts: [count: number | undefined, one: string][] = [
		[row.reminders, "reminder"],
		[row.reportSchedules, "report schedule"],
		[row.retentionRules, "retention rule"],
		[row.rankingSchemes, "ranking scheme"],
		[row.discountCodes, "discount code"],
		[row.addOns, "add-on"],
	];
	const named = counts.flatMap(([count, one]) => (count ? formatCount(count, one) : []));
	const sentences = [
		...(named.length > 0 ? [`It is named in ${inWords(named)}, which will have no effect for it.`] : []),
		...(savedViews > 0
			? [`${formatCount(savedViews, "saved view")} ${savedViews === 1 ? "is" : "are"} deleted with it.`]
			: []),
	];
	return sentences.length > 0 ? sentences.join(" ") : undefined;
};

/** What applicants apply to (§2 Applications). @param timeZone the institution's, for the dates in the history */
export const applicationScreenIn = (timeZone?: string): RecordScreen<ListedApplication> => {
	const moment = (value: unknown) => formatDateTime(value as number, timeZone);
	return {
		kind: "application",
		isOfWhole: true,
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
		uses: ({ id, applicants, lists = 0, payments = 0, elsewhere = false }, { base }) => [
			{ count: applicants, one: "applicant", to: `${base}/applicants?application=${id}` },
			{ count: lists, one: "list of candidates", many: "lists of candidates", to: `${base}/uploaded-candidates` },
			{ count: payments, one: "payment" },
			{
				count: elsewhere ? 1 : 0,
				one: "",
				uncounted: "applicants or payments of parts of the institution that you do not see",
			},
		],
		whenDeleted,
	};
};

export const applicationScreen = applicationScreenIn();
