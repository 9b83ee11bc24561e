import { ClipboardList, FileUp } from "lucide-react";
import { createElement } from "react";
import type { RecordScreen } from "#app/records/screen";
import { DesignStatus } from "#app/routes/form-designs/design-status";
import type { Design } from "#worker/services/form-designs/contract";

/** In place of the id of a section or field: one that is added. why the underscore: an id begins with a letter. */
export const newPart = "_new";

/** The id of the form whose buttons edit the draft. */
export const editorForm = "editor";

/** How many applications a row names. */
const named = 2;

const titlesOf = ({ tiedApplications }: Design): string => {
	const titles = tiedApplications.slice(0, named).map(({ title }) => title);
	const more = tiedApplications.length - titles.length;
	return more > 0 ? `${titles.join(", ")} and ${more} more` : titles.join(", ") || "None";
};

/** The forms of an institution (§2 Forms). */
export const designScreen: RecordScreen<Design> = {
	kind: "form_design",
	isOfWhole: true,
	path: "forms",
	title: "Forms",
	icon: ClipboardList,
	one: "form",
	many: "forms",
	description: "What applicants fill in. Each application uses one.",
	page: { path: "forms", create: "forms/new" },
	nameOf: ({ title }) => title,
	columns: () => [
		{ heading: "Title", card: "title", sort: "title", text: ({ title }) => title },
		{ heading: "Status", width: 240, card: "line", cell: (design) => createElement(DesignStatus, { design }) },
		{ heading: "Applications", card: "line", isNamedInCard: true, cell: titlesOf },
		{
			heading: "Active",
			width: 90,
			card: "aside",
			isNamedInCard: true,
			cell: ({ active }) => (active ? "Yes" : "No"),
		},
	],
	sortedBy: "title",
	fields: [
		{ name: "title", label: "Title" },
		{
			as: "flag",
			name: "active",
			label: "Active",
			initially: true,
			description: "An active form is offered to applications. Applications that use it keep it in any case.",
		},
	],
	search: { name: "name", placeholder: "Title of a form" },
	filters: [
		{ name: "status", label: "Status" },
		{ name: "active", label: "Active" },
	],
	more: [{ path: "import", label: "Import", icon: FileUp }],
	uses: ({ id, tiedApplications }, { base }) => [
		{ count: tiedApplications.length, one: "application", to: `${base}/forms/${id}` },
	],
};
