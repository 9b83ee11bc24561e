import * as v from "valibot";
import type { ImportColumn } from "#worker/contract/imports";
import { foldedWords, foldText } from "#worker/contract/text/fold-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { createCourse } from "#worker/services/courses/contract";
import { courseColumns } from "#worker/services/courses/uploads.contract";

type Field = keyof typeof courseColumns;

/** Patterns of headings, the more specific first. */
const headings: readonly (readonly [field: Field, pattern: RegExp])[] = [
	["code", /\bcode\b/],
	["partOf", /\b(part of|faculty|department|school|college|unit)\b/],
	["status", /\b(status|active)\b/],
	["title", /\b(title|name|course|programme|program)\b/],
];

/** Returns the field that a heading names. */
export const fieldOfHeading = (heading: string): Field | undefined =>
	headings.find(([, pattern]) => pattern.test(foldedWords(heading).join(" ")))?.[0];

/** Says what each column is, each field once; a list without codes or titles is refused. */
export const nameColumns = (
	columns: readonly Pick<ImportColumn, "header" | "samples">[],
): ImportColumn[] | { refusal: string } => {
	const taken = new Set<string>();
	const named = columns.map((column) => {
		const field = fieldOfHeading(column.header) ?? "";
		const isFree = field !== "" && !taken.has(field);
		if (isFree) taken.add(field);
		return { ...column, field: isFree ? field : "" };
	});
	const missing = (["code", "title"] as const).filter((field) => !taken.has(field));
	if (missing.length === 0) return named;
	const names = missing.map((field) => `“${courseColumns[field]}”`).join(" and no column ");
	return { refusal: `The list has no column ${names}. Use the headings of the template.` };
};

/** What a course can be part of, with the names from the top. */
export interface Item {
	id: string;
	path: readonly string[];
}

/** Between the names of a path. */
export const pathSign = " › ";

const keyOf = (names: readonly string[]) => names.map((name) => foldText(visibleLine(name))).join("\n");

/** Returns a function that finds items by their name, or by their path if several have it. */
export const itemFinder = (items: readonly Item[]) => {
	const known = new Map<string, Set<string>>();
	// why each end of the path: people write as much of it as it takes.
	for (const { id, path } of items)
		for (let from = 0; from < path.length; from++) {
			const key = keyOf(path.slice(from));
			known.set(key, (known.get(key) ?? new Set()).add(id));
		}
	return (text: string): string | null | { fault: string } => {
		if (text === "") return null;
		const found = [...(known.get(keyOf([text])) ?? known.get(keyOf(text.split(/[›>]/))) ?? [])];
		const [id] = found;
		if (id === undefined) return { fault: `“${text}” does not exist.` };
		return found.length === 1 ? id : { fault: `Several are called “${text}”. Write what it is part of before it.` };
	};
};

const { code: Code, title: Title, status: Status } = createCourse.body.entries;

/** What a row says of a course, kept with the row. */
export type CourseTexts = Record<Field, string> & { administrationLevelItemId?: string };

/** Reads the course that a row describes, and the faults of the row. */
export const readCourse = (
	cells: readonly string[],
	columns: readonly ImportColumn[],
	findItem: ReturnType<typeof itemFinder>,
) => {
	const textOf = (field: Field) => {
		const at = columns.findIndex((column) => column.field === field);
		return at < 0 ? "" : visibleLine(cells[at] ?? "");
	};
	const faults: string[] = [];
	const check = (field: Field, schema: v.GenericSchema<unknown, unknown>, text: string | undefined): string => {
		const read = v.safeParse(schema, text);
		if (!read.success) faults.push(`${courseColumns[field]}: ${read.issues[0].message}`);
		return read.success ? String(read.output) : (text ?? "");
	};
	const code = check("code", Code, textOf("code"));
	const title = check("title", Title, textOf("title"));
	const status = check("status", Status, foldText(textOf("status")) || undefined);
	const partOf = textOf("partOf");
	const item = findItem(partOf);
	if (item !== null && typeof item === "object") faults.push(`${courseColumns.partOf}: ${item.fault}`);
	const course: CourseTexts = { code, title, partOf, status };
	if (typeof item === "string") course.administrationLevelItemId = item;
	return { course, faults };
};
