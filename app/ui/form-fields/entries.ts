import { readResults, resultOf, writeResults } from "#app/ui/form-fields/result-entries";
import { type FieldKind, kindOf } from "#worker/contract/forms/field-kind";
import type { FormCol } from "#worker/contract/forms/form-schema";
import { isNo, isYes, readValue } from "#worker/contract/forms/form-values";
import { sayTheSame } from "#worker/contract/forms/same-answer";

/** The values of a field's inputs, by the part of their name: '' for the field's own, otherwise 'state', 'from' … */
export type Entries = ReadonlyMap<string, readonly string[]>;

/** How a kind of field writes its answer into inputs and reads it back. */
interface Wording {
	write(answer: unknown, col: FormCol): Entries;
	/** @param current the former answer, for what the inputs do not show of it */
	read(entries: Entries, current: unknown): unknown;
}

export const entriesOf = (col: FormCol, answer: unknown): Entries => wordings[kindOf(col)].write(answer, col);

/** Returns the answer that a field's inputs hold; '' or an empty list for none. */
export const answerOf = (col: FormCol, entries: Entries, current?: unknown): unknown =>
	wordings[kindOf(col)].read(entries, current);

/** Checks whether two answers look the same in the inputs. */
export const isSameAnswer = (col: FormCol, one: unknown, other: unknown): boolean =>
	sayTheSame(meaning(col, one), meaning(col, other));

const meaning = (col: FormCol, answer: unknown): unknown => {
	const shown = answerOf(col, entriesOf(col, answer), answer);
	// why: an unticked box says no more than one that was never shown.
	return shown === false && kindOf(col) !== "yes-no" ? "" : shown;
};

export const textOf = (answer: unknown): string => {
	const read = readValue({ fieldId: "", type: "textarea", props: { label: "" } }, answer);
	return read.kind === "long-text" ? read.value : "";
};

const one = (text: string): Entries => new Map([["", text === "" ? [] : [text]]]);

/** Returns the first input of that part. why: browsers send line breaks as two characters. */
export const entry = (entries: Entries, part = ""): string => (entries.get(part)?.[0] ?? "").replaceAll("\r\n", "\n");

const line: Wording = { write: (answer) => one(textOf(answer)), read: (entries) => entry(entries).trim() };
const lines: Wording = { write: line.write, read: (entries) => entry(entries).trimEnd() };

/** why: a value that the list offers is accepted as it is offered. */
const choice: Wording = { write: line.write, read: (entries) => entry(entries) };

const number: Wording = {
	write: line.write,
	read: (entries) => {
		const text = entry(entries).trim();
		// why: text that is no plain number ("07", "1e3", "ten") stays as typed; the rules judge it.
		return text !== "" && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
	},
};

const richText: Wording = {
	write: line.write,
	read: (entries) => {
		const text = entry(entries).trim();
		// why: typed without the editor; its line breaks would be lost in HTML.
		return text.includes("<") || !text.includes("\n")
			? text
			: text
					.split(/\n{1,}/)
					.map(paragraph)
					.join("");
	},
};
const paragraph = (text: string): string => `<p>${text.replaceAll("&", "&amp;").replaceAll(">", "&gt;")}</p>`;

const box: Wording = {
	write: (answer) => new Map([["", isYes(answer) ? ["true"] : []]]),
	read: (entries) => entry(entries) === "true",
};

/** why no default: an unanswered question is neither a yes nor a no. */
const yesOrNo: Wording = {
	write: (answer) => one(isYes(answer) ? "true" : isNo(answer) ? "false" : ""),
	read: (entries) => {
		const said = entry(entries);
		return said === "true" || (said === "false" ? false : "");
	},
};

const choices: Wording = {
	write: (answer) =>
		new Map([["", Array.isArray(answer) ? answer.map(textOf) : typeof answer === "boolean" ? [] : [textOf(answer)]]]),
	read: (entries) => {
		const chosen = [...new Set(entries.get("") ?? [])].filter((value) => value !== "");
		return chosen.length === 0 ? "" : chosen;
	},
};

/** Returns the parts of an answer that is an object, each as text; anything else, as text, is the first part. */
const partsOf = (answer: unknown, names: readonly [string, ...string[]]): Entries => {
	const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
	const parts = new Map<string, unknown>(isObject ? Object.entries(answer) : [[names[0], answer]]);
	return new Map(names.map((name) => [name, parts.has(name) ? [textOf(parts.get(name))] : []]));
};

const compound = (names: readonly string[]) => (entries: Entries) => {
	const parts = names.map((name) => [name, entry(entries, name)] as const);
	return parts.every(([, text]) => text === "") ? "" : Object.fromEntries(parts);
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
/** Returns what a date input can show. why: any other text stays text, so that it is neither hidden nor lost. */
export const dayOf = (text: string): string => (isDay(text) ? text.slice(0, 10) : text);

const day: Wording = { write: (answer) => one(dayOf(textOf(answer))), read: (entries) => entry(entries).trim() };

const range: Wording = {
	write: (answer) => new Map([...partsOf(answer, ["from", "to"])].map(([part, texts]) => [part, texts.map(dayOf)])),
	read: compound(["from", "to"]),
};

const place: Wording = {
	write: (answer) => partsOf(answer, ["state", "lga"]),
	read: compound(["state", "lga"]),
};

const country: Wording = {
	// why: an answer may be the code or the name; the choices are names.
	write: (answer, col) => {
		const read = readValue(col, answer);
		return one(read.kind === "text" ? read.value : "");
	},
	read: line.read,
};

const results: Wording = {
	write: (answer) => writeResults(resultOf(answer)),
	read: (entries, current) => readResults(entries, resultOf(current)),
};

const wordings: Record<FieldKind, Wording> = {
	text: line,
	textarea: lines,
	number,
	phone: line,
	email: line,
	select: choice,
	radio: choice,
	checkbox: box,
	choices,
	"yes-no": yesOrNo,
	date: range,
	"single-date": day,
	file: line,
	camera: line,
	wysiwyg: richText,
	"neco-result": results,
	place,
	country,
	unknown: line,
};
