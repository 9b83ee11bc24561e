import * as v from "valibot";
import { NecoResult } from "#worker/contract/forms/form-schema";
import { isNo, isYes } from "#worker/contract/forms/form-values";
import { visibleLine, visibleText } from "#worker/contract/text/visible-text";
import { sanitiseAnswer } from "#worker/gateways/sanitise-answer";

const Range = v.object({ from: v.nullish(v.string(), ""), to: v.nullish(v.string(), "") });
const Area = v.object({ state: v.string(), lga: v.string() });

/** Returns an answer as it is stored: without invisible characters and unknown properties, and sanitised. */
export const cleanAnswer = async (type: string, answer: unknown): Promise<unknown> => {
	if (type === "wysiwyg") return typeof answer === "string" ? sanitiseAnswer(visibleText(answer)) : answer;
	if (type === "textarea") return typeof answer === "string" ? visibleText(answer) : answer;
	if (type === "checkbox" && (isYes(answer) || isNo(answer))) return isYes(answer);
	if (type === "number") return asNumber(answer);
	if (type === "date") return parsed(Range, answer);
	if (mayBePlace.has(type)) return parsed(Area, answer);
	if (type === "neco-result") return parsed(v.union([NecoResult, v.array(NecoResult)]), answer);
	// why: the value of a field that the engine does not know is kept as it is.
	return onOneLine.has(type) ? oneLine(answer) : answer;
};

const mayBePlace = new Set(["text", "select", "radio"]);
const onOneLine = new Set(["phone", "email", "checkbox", "single-date"]);

/** Returns the value as the schema has it; a value of another shape is kept as text on one line. */
const parsed = (schema: v.GenericSchema, answer: unknown): unknown => {
	const read = v.safeParse(schema, answer);
	return read.success ? read.output : oneLine(answer);
};

const oneLine = (answer: unknown): unknown => (typeof answer === "string" ? visibleLine(answer) : answer);

/** why: a form sends a number as text; one that would not come back as it was typed stays text. */
const asNumber = (answer: unknown): unknown => {
	const text = oneLine(answer);
	return typeof text === "string" && text !== "" && String(Number(text)) === text ? Number(text) : text;
};
