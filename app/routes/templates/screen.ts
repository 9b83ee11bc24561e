import { LayoutTemplate } from "lucide-react";
import * as v from "valibot";
import type { RecordScreen } from "#app/records/screen";
import { type PagePart, PageSetup } from "#worker/contract/text/page-setup";
import type { Template, TemplateType } from "#worker/services/templates/contract";

const parts: Record<PagePart, string> = { institution: "the institution’s", picture: "a picture", none: "none" };

/** Says how pages are set up, for the history. */
const describePage = (value: unknown): string => {
	const read = v.safeParse(PageSetup, value);
	if (!read.success) return "As usual";
	const { letterhead, signature, footer, margins } = read.output;
	return [
		`Letterhead: ${parts[letterhead]}`,
		`signature: ${parts[signature]}`,
		`footer: ${footer ?? "as usual"}`,
		`margins: ${margins.top}, ${margins.right}, ${margins.bottom}, ${margins.left} mm`,
	].join("; ");
};

/** The tabs of the list (§2), and what one of a type is called. */
export const kinds: readonly { type: TemplateType; tab: string; one: string; many: string }[] = [
	{ type: "email", tab: "Email", one: "email template", many: "email templates" },
	{ type: "document", tab: "Document", one: "document template", many: "document templates" },
	{ type: "sms", tab: "SMS", one: "SMS template", many: "SMS templates" },
];

/** Reads the type that an address names; the first one otherwise. */
export const kindOf = (type: string | null) => kinds.find((kind) => kind.type === type) ?? (kinds[0] as Kind);
type Kind = (typeof kinds)[number];

/** Returns the address of the page of a template; with a mode, which the session then keeps (§2). */
export const pageOf = (base: string, id: string, mode?: "edit" | "preview"): string =>
	`${base}/manage-template?id=${encodeURIComponent(id)}${mode ? `&mode=${mode}` : ""}`;

/** Returns the address of the page on which a template of a type is created. */
export const newPageOf = (base: string, type: TemplateType): string => `${base}/manage-template?type=${type}`;

/** A template for the family of records: its history, and the question before it is deleted. */
export const templateScreen: RecordScreen<Template> = {
	kind: "template",
	isOfWhole: true,
	// why: the dialogs are over the page of the template, which the address names after it.
	path: "manage-template",
	title: "Templates",
	description: "The emails, documents and SMS that stages, reminders and staff send.",
	icon: LayoutTemplate,
	one: "template",
	many: "templates",
	nameOf: ({ name }) => name,
	columns: () => [{ heading: "Name", card: "title", text: ({ name }) => name }],
	fields: [
		{ name: "name", label: "Name" },
		{ name: "subject", label: "Subject", isOptional: true },
		{ name: "content", label: "Text" },
		{ name: "active", label: "Active", as: "flag" },
		{ name: "page", label: "Page setup", as: "own", isOptional: true, shown: describePage },
	],
	search: { name: "name", placeholder: "Name of a template" },
	uses: ({ uses }, { base }) => [
		...uses.stages.map(({ name, workflow }) => ({
			count: 1,
			one: `stage (${name} of ${workflow.name})`,
			to: `${base}/workflow/${workflow.id}`,
		})),
		...uses.reminders.map(({ id, name }) => ({
			count: 1,
			one: `reminder (${name})`,
			to: `${base}/notifications/${id}`,
		})),
		...(uses.hasLetters ? [{ count: 1, one: "letter or more that was made from it" }] : []),
	],
};
