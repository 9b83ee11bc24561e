import * as v from "valibot";
import { NecoResult } from "#worker/contract/forms/form-schema";
import { isNo, isYes } from "#worker/contract/forms/form-values";
import { visibleLine, visibleText } from "#worker/contract/text/visible-text";

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

const textAlign = { "text-align": [/^(?:left|right|center|justify)$/] };

/** Rich text of a form's answer with nothing in it but text, its shape and harmless links (quality: WYSIWYG). */
const sanitiseAnswer = async (html: string): Promise<string> => {
	// why: no other operation needs it, and it takes longer to load than the rest of the services.
	const { default: sanitizeHtml } = await import("sanitize-html");
	return sanitizeHtml(html, {
		allowedTags: [
			"p",
			"br",
			"strong",
			"em",
			"u",
			"s",
			"sub",
			"sup",
			"ul",
			"ol",
			"li",
			"a",
			"blockquote",
			"h3",
			"h4",
			"table",
			"thead",
			"tbody",
			"tr",
			"th",
			"td",
		],
		allowedAttributes: {
			a: ["href", "rel"],
			p: ["style"],
			h3: ["style"],
			h4: ["style"],
			th: ["colspan", "rowspan", "style"],
			td: ["colspan", "rowspan", "style"],
		},
		allowedStyles: { p: textAlign, h3: textAlign, h4: textAlign, th: textAlign, td: textAlign },
		allowedSchemes: ["https", "mailto", "tel"],
		allowProtocolRelative: false,
		nestingLimit: 30,
		transformTags: {
			b: "strong",
			i: "em",
			del: "s",
			strike: "s",
			h1: "h3",
			h2: "h3",
			a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer nofollow" }),
		},
	}).trim();
};
