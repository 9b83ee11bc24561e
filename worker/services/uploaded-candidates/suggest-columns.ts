import type { ImportColumn } from "#worker/contract/imports";
import { foldedWords } from "#worker/contract/text/fold-text";
import { type ColumnField, isColumnField } from "#worker/services/uploaded-candidates/imports.contract";

/** Returns the key under which the field of a heading is remembered: its folded words. */
export const headerKeyOf = (header: string): string => foldedWords(header).join(" ").slice(0, 120);

/** Patterns of headings, the more specific first. */
const headings: readonly (readonly [field: ColumnField, pattern: RegExp])[] = [
	["lga", /\blga\b|\blocal gov/],
	["state", /\bstate\b/],
	["sex", /\b(sex|gender)\b/],
	["birthDate", /\bbirth|\bdob\b/],
	["email", /\be ?mail\b/],
	["phone", /\b(phone|mobile|gsm|tel|telephone|phoneno)\b/],
	["subjects", /\bsubj/],
	["score", /\b(score|aggregate|total)\b/],
	["examNumber", /\b(jamb|utme)\b|\b(reg|registration|exam|examination)\b.*\b(no|num|number)\b|\b(regno|regnumber)\b/],
	["lastName", /\b(surname|last ?name|family name)\b/],
	["firstName", /\b(first ?name|given name)\b/],
	["middleName", /\b(middle|other) ?names?\b/],
	["fullName", /\bnames?\b|\b(fullname|candname)\b/],
	["course", /\b(course|programme|program)\b/],
];

/** Patterns of values, for columns whose heading says nothing. */
const contents: readonly (readonly [field: ColumnField, pattern: RegExp])[] = [
	["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
	["examNumber", /^\d{8,14}[a-z]{2,3}$/i],
	["phone", /^\+?(234|0)?[789]\d{9}$/],
	["sex", /^(m|f|male|female)$/i],
	["birthDate", /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/-]\d{1,2}[/-]\d{4})$/],
	["score", /^[1-4]\d{2}$/],
];

/** Checks whether several columns of a file may hold this field. */
export const mayRepeat = (field: string): boolean => field === "subjects";

export const fieldOfHeader = (header: string): ColumnField | undefined =>
	headings.find(([, pattern]) => pattern.test(headerKeyOf(header)))?.[0];

/** Suggests fields, each once: by the institution's earlier choice, then the heading, then the values. */
export const suggestColumns = (
	columns: readonly Pick<ImportColumn, "header" | "samples">[],
	remembered: ReadonlyMap<string, string>,
): ImportColumn[] => {
	const taken = new Set<string>();
	const suggested = columns.map((column) => ({ ...column, field: "" }));
	const offer = (fieldOf: (column: ImportColumn) => string | undefined) => {
		for (const column of suggested) {
			const field = column.field === "" ? (fieldOf(column) ?? "") : "";
			if (field === "" || (taken.has(field) && !mayRepeat(field))) continue;
			column.field = field;
			taken.add(field);
		}
	};
	const choiceOf = ({ header }: ImportColumn) => remembered.get(headerKeyOf(header));
	const isOpen = (column: ImportColumn) => choiceOf(column) === undefined;
	offer((column) => {
		const choice = choiceOf(column);
		return choice !== undefined && isColumnField(choice) ? choice : undefined;
	});
	offer((column) => (isOpen(column) ? fieldOfHeader(column.header) : undefined));
	offer((column) => (isOpen(column) ? fieldOfContent(column.samples) : undefined));
	const hasParts = taken.has("lastName") || taken.has("firstName");
	return suggested.map((column) => (hasParts && column.field === "fullName" ? { ...column, field: "" } : column));
};

const fieldOfContent = (samples: readonly string[]): ColumnField | undefined => {
	const texts = samples.filter((text) => text !== "");
	return texts.length === 0
		? undefined
		: contents.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0];
};

/** Returns what is wrong with the chosen fields, by column and for the file as a whole. */
export const faultsOfColumns = (columns: readonly ImportColumn[]): Map<string, string> => {
	const faults = new Map<string, string>();
	const first = new Map<string, string>();
	for (const [index, { field, header }] of columns.entries()) {
		const before = first.get(field);
		if (field !== "" && before !== undefined && !mayRepeat(field))
			faults.set(`column-${index}`, `“${before}” is already used for this.`);
		else first.set(field, header);
	}
	if (!first.has("examNumber")) faults.set("columns", "Choose which column holds the JAMB or examination number.");
	else if (!first.has("fullName") && !first.has("lastName") && !first.has("firstName"))
		faults.set("columns", "Choose which column holds the name.");
	else if (first.has("fullName") && (first.has("lastName") || first.has("firstName")))
		faults.set("columns", "Choose either the full name or its parts, not both.");
	return faults;
};
