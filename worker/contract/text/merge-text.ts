import { escapeHtml } from "#worker/contract/text/escape-html";
import { type MergeFieldName, mergeFields } from "#worker/contract/text/merge-fields";
import { missing } from "#worker/contract/text/missing";
import { visibleLine } from "#worker/contract/text/visible-text";

export type MergeValues = Readonly<Record<MergeFieldName, string | null>>;
/** The values of the fields that a text names. */
export type KeptMergeValues = Readonly<Record<string, string | null>>;

/** A merge field in a text: `{{firstName}}`. */
const field = /\{\{([^{}]{0,200})\}\}/g;
const markup = /<[^>]*>|&nbsp;/g;
const known: ReadonlySet<string> = new Set(mergeFields.map(({ name }) => name));

/** Returns the merge fields that a text or its HTML names, each once. */
export const namedFields = (text: string): string[] => [
	...new Set([...text.matchAll(field)].map(([, inner = ""]) => nameOf(inner))),
];

/** Returns the first merge field of a text that does not exist. */
export const unknownField = (text: string): string | undefined => namedFields(text).find((name) => !known.has(name));

const namedIn = (texts: readonly string[]) => {
	const named = new Set(texts.flatMap(namedFields));
	return mergeFields.filter(({ name }) => named.has(name));
};

/** Returns the error of a text that needs the comment of a stage change where there is none. @param part "message" */
export const commentMissing = (part: string, text: string): string | undefined => {
	const [field] = namedIn([text]).filter((field) => "isOfChange" in field);
	return (
		field && `The ${part} has {{${field.name}}}, which only a stage change fills. Write the text itself in its place.`
	);
};

/** Returns the fields named in texts that are empty for some applicants or institutions. */
export const fieldsThatMayBeEmpty = (texts: readonly string[]) =>
	namedIn(texts).filter((field) => "mayBeEmpty" in field);

export const valuesNamedIn = (texts: readonly string[], values: MergeValues): KeptMergeValues => {
	const all: KeptMergeValues = values;
	return Object.fromEntries(
		texts
			.flatMap(namedFields)
			.filter((name) => known.has(name))
			.map((name) => [name, all[name] ?? null]),
	);
};

/** Returns HTML with its fields filled with text: nothing in a value is markup. A missing value is '--/--'. */
export const fillHtml = (html: string, values: KeptMergeValues): string =>
	html.replace(field, (_, inner: string) => asHtml(textFor(inner, values)));

/** Returns one line of plain text with its fields filled: a subject. */
export const fillLine = (text: string, values: KeptMergeValues): string =>
	visibleLine(text.replace(field, (_, inner: string) => textFor(inner, values)));

const textFor = (inner: string, values: KeptMergeValues): string => {
	const name = nameOf(inner);
	return (Object.hasOwn(values, name) && values[name]) || missing;
};

/** why: an editor may put emphasis around a part of the name. */
const nameOf = (inner: string): string => inner.replace(markup, "").trim();

const asHtml = (value: string): string => escapeHtml(value).replace(/\r?\n/g, "<br>");
