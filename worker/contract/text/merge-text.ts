import { escapeHtml } from "#worker/contract/text/escape-html";
import { formFieldIn, type MergeFieldName, mergeFields } from "#worker/contract/text/merge-fields";
import { missing } from "#worker/contract/text/missing";
import { visibleLine } from "#worker/contract/text/visible-text";

/** The values of the fields that a text names. */
export type KeptMergeValues = Readonly<Record<string, string | null>>;
/** Every value, and those of the fields of the applicant's form that are asked for. */
export type MergeValues = Readonly<Record<MergeFieldName, string | null>> & KeptMergeValues;

/** A merge field in a text: `{{firstName}}`. */
const field = /\{\{([^{}]{0,200})\}\}/g;
const markup = /<[^>]*>|&nbsp;/g;
const known: ReadonlySet<string> = new Set(mergeFields.map(({ name }) => name));

/** Returns the merge fields that a text or its HTML names, each once. */
export const namedFields = (text: string): string[] => [
	...new Set([...text.matchAll(field)].map(([, inner = ""]) => nameOf(inner))),
];

/** Returns the first merge field of a text that does not exist. @param ofForms the merge fields of forms */
export const unknownField = (text: string, ofForms: ReadonlySet<string>): string | undefined =>
	namedFields(text).find((name) => !known.has(name) && !ofForms.has(name));

/** Returns the merge fields of forms that texts name, each once, whether or not a form has them. */
export const formFieldsNamedIn = (texts: readonly string[]): string[] => [
	...new Set(texts.flatMap(namedFields).filter((name) => formFieldIn(name) !== undefined)),
];

/** Returns the beginning of the first merge field that is not closed, or of braces that close none; in tags too: in the address of a link. */
export const unclosedField = (text: string): string | undefined => {
	const blank = (whole: string) => " ".repeat(whole.length);
	const rest = text.replace(field, blank);
	const read = rest.replace(/<[^<>]*>/g, blank);
	const found = [read, rest].find((one) => braces.test(one));
	const at = found?.search(braces) ?? -1;
	return found?.slice(at, at + 24).trim();
};
const braces = /\{\{|\}\}/;

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

/** Returns the fields named in texts that are empty for some applicants or institutions; those of forms are apart. */
export const fieldsThatMayBeEmpty = (texts: readonly string[]) =>
	namedIn(texts).filter((field) => "mayBeEmpty" in field);

/** Checks whether texts name a field that is empty for some applicants or institutions. */
export const mayHaveEmptyFields = (texts: readonly string[]): boolean =>
	fieldsThatMayBeEmpty(texts).length > 0 || formFieldsNamedIn(texts).length > 0;

export const valuesNamedIn = (texts: readonly string[], values: MergeValues): KeptMergeValues =>
	Object.fromEntries(
		texts
			.flatMap(namedFields)
			.filter((name) => Object.hasOwn(values, name))
			.map((name) => [name, values[name] ?? null]),
	);

/** Returns HTML with its fields filled with text: nothing in a value is markup. A missing value is '--/--'. */
export const fillHtml = (html: string, values: KeptMergeValues): string =>
	html.replace(field, (_, inner: string) => asHtml(textFor(inner, values)));

/** Returns one line of plain text with its fields filled: a subject. */
export const fillLine = (text: string, values: KeptMergeValues): string =>
	visibleLine(text.replace(field, (_, inner: string) => textFor(inner, values)));

/** Returns plain text with its fields filled: an SMS. why line by line: a filled line is one line. */
export const fillPlain = (text: string, values: KeptMergeValues): string =>
	text
		.split("\n")
		.map((line) => fillLine(line, values))
		.join("\n");

const textFor = (inner: string, values: KeptMergeValues): string => {
	const name = nameOf(inner);
	return (Object.hasOwn(values, name) && values[name]) || missing;
};

/** why: an editor may put emphasis around a part of the name. */
const nameOf = (inner: string): string => inner.replace(markup, "").trim();

const asHtml = (value: string): string => escapeHtml(value).replace(/\r?\n/g, "<br>");
