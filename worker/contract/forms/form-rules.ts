import * as v from "valibot";
import { type FieldKind, kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import { answerIn, type FormCol, type FormData, fieldLabel, NecoResult } from "#worker/contract/forms/form-schema";
import { type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty, isNo, isYes } from "#worker/contract/forms/form-values";
import { necoGrades } from "#worker/contract/forms/neco-grades";

/** Characters of all answers of a form as JSON. */
export const maxDataLength = 1_000_000;

/** What the sources of a field offer: nigeria-states-lga and countries. */
export interface Places {
	states: readonly { state: string; lgas: readonly string[] }[];
	countries: readonly { code: string; name: string }[];
}

export interface AnswersToCheck {
	data: FormData;
	files: readonly { fieldId: string }[];
}

/**
 * Returns the errors in the answers to these sections, by field id (§5, the same on both sides). Hidden fields have none.
 * @param places without them, places are not looked up: a browser leaves that to the service
 */
export const checkAnswers = (
	sections: readonly SlotSection[],
	{ data, files }: AnswersToCheck,
	places?: Places,
): Record<string, string[]> => {
	// why: a Map, because a hostile layout names a field `__proto__`.
	const found = new Map<string, string[]>();
	const attached = new Set(files.map(({ fieldId }) => fieldId));
	for (const { fieldId, col, isHidden } of slotsOf(sections)) {
		if (isHidden) continue;
		const message = checkAnswer(col, answerIn(data, fieldId), { isAttached: attached.has(fieldId), places });
		if (message !== undefined) found.set(fieldId, [message]);
	}
	return Object.fromEntries(found);
};

/** Returns how many of the required fields that are asked for are answered, in percent (§5); 100 without any. */
export const percentComplete = (sections: readonly SlotSection[], { data, files }: AnswersToCheck): number => {
	const attached = new Set(files.map(({ fieldId }) => fieldId));
	const slots = slotsOf(sections).filter(({ isHidden }) => !isHidden);
	const isFilled = ({ fieldId, col }: (typeof slots)[number]) =>
		attached.has(fieldId) || !isMissing(col, answerIn(data, fieldId));
	const required = slots.filter(({ col }) => col.props.required);
	if (required.length === 0) return slots.some(isFilled) ? 100 : 0;
	// why rounded down: 100 means that nothing is missing.
	return Math.floor((required.filter(isFilled).length * 100) / required.length);
};

/** why: a box that is not ticked, and a field without its file, have no answer, whatever is stored of them. */
const isMissing = (col: FormCol, answer: unknown): boolean =>
	isEmpty(answer) || takesFiles(col) || (col.type === "checkbox" && isNo(answer));

interface AroundAnswer {
	isAttached: boolean;
	places: Places | undefined;
}

const checkAnswer = (col: FormCol, answer: unknown, { isAttached, places }: AroundAnswer): string | undefined => {
	if (isAttached) return undefined;
	const label = fieldLabel(col);
	if (col.props.required && isMissing(col, answer)) return `${verbFor(col)} ${inSentence(label)}`;
	if (isEmpty(answer)) return undefined;
	return checks[kindOf(col)]?.(answer, { label, col, places });
};

/** Writes a label as part of a sentence: "Your report" → "your report"; "JAMB number" and "English Language" stay. */
export const inSentence = (label: string): string =>
	/^\p{Lu}\p{Ll}[^\p{Lu}]*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

const chosen = new Set<FieldKind>(["select", "radio", "checkbox", "choices", "yes-no", "place", "country"]);

const verbFor = (col: FormCol): "Enter" | "Choose" | "Attach" => {
	if (col.type === "file" || col.type === "camera") return "Attach";
	return chosen.has(kindOf(col)) ? "Choose" : "Enter";
};

interface Checked {
	label: string;
	col: FormCol;
	places: Places | undefined;
}

/** Returns the error, if any. */
type Check = (answer: unknown, checked: Checked) => string | undefined;

/** The most characters of a short text, and of a long one. */
export const maxTextLength = 500;
export const maxLongTextLength = 20_000;

export const tooLong = (label: string, maxLength: number): string =>
	`${label} can have at most ${maxLength.toLocaleString("en")} characters`;

const textOf =
	(maxLength: number, isRight?: (text: string) => boolean, example = ""): Check =>
	(answer, { label, col }) => {
		// why: an answer to an earlier version of the design may be a number or a tick.
		if (typeof answer === "object") return `${label} must be text`;
		const text = String(answer).trim();
		const most = Math.min(maxLength, col.props.maxLength ?? maxLength);
		if (text.length > most) return tooLong(label, most);
		return isRight && !isRight(text) ? `Enter ${inSentence(label)} in the right format${example}` : undefined;
	};

/** Counts the characters of formatted text as they are seen. why: who writes it does not see its markup. */
const seenLength = (html: string): number =>
	html
		.replace(/<[^<>]*>/g, "")
		.replace(/&#?\w{1,32};/g, "_")
		.trim().length;

/** The limit of all such texts is on what is stored; that of the field on what is seen. */
const formattedText: Check = (answer, { col: { props, ...col }, ...checked }) => {
	const { maxLength, ...others } = props;
	const wrong = textOf(maxLongTextLength)(answer, { ...checked, col: { ...col, props: others } });
	if (wrong !== undefined || maxLength === undefined) return wrong;
	return seenLength(String(answer)) > maxLength ? tooLong(checked.label, maxLength) : undefined;
};

/** Standard local@domain (§5). */
const isEmail = (text: string) => /^[^\s@"(),:;<>[\]\\]+@[^\s@.,;]+(\.[^\s@.,;]+)+$/.test(text);

const isPhone = (text: string) => {
	const digits = text.replace(/\D/g, "").length;
	return /^\+?[\d\s().-]+$/.test(text) && digits >= 7 && digits <= 15;
};

const number: Check = (answer, { label, col: { props } }) => {
	// why: an object may have no text at all.
	if (typeof answer === "object") return `${label} must be a number`;
	const isNumber =
		typeof answer === "number" ? Number.isFinite(answer) : /^-?\d{1,15}(\.\d{1,6})?$/.test(String(answer).trim());
	if (!isNumber) return `${label} must be a number`;
	if (props.min !== undefined && Number(answer) < props.min) return `${label} must be ${props.min} or more`;
	return props.max !== undefined && Number(answer) > props.max ? `${label} must be ${props.max} or less` : undefined;
};

const Range = v.object({ from: v.nullish(v.string(), ""), to: v.nullish(v.string(), "") });

const date: Check = (answer, { label }) => {
	if (typeof answer === "string") return isRealDay(answer) ? undefined : `${label} must be a real date`;
	const range = v.safeParse(Range, answer);
	if (!range.success) return `${label} must be a real date`;
	const { from, to } = range.output;
	// why: a range may be open at either end.
	if (![from, to].every((day) => day === "" || isRealDay(day))) return `${label} must have real dates`;
	return from !== "" && to !== "" && from.slice(0, 10) > to.slice(0, 10)
		? `${label} must end on or after the day it begins`
		: undefined;
};

/** Checks an ISO day against the calendar; a time after it does not matter. */
const isRealDay = (text: string): boolean => {
	const [, day] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(text.trim()) ?? [];
	if (day === undefined) return false;
	const time = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

const choice: Check = (answer, { label, col }) => {
	const { source, options = [] } = col.props;
	// why: a choice without options, or from an unknown source, cannot be checked.
	const isOffered = (value: unknown) =>
		typeof value !== "object" &&
		(options.length === 0 || source !== undefined || options.some((option) => option.value === String(value)));
	return [answer].flat().every(isOffered) ? undefined : `Choose ${inSentence(label)} from the options`;
};

const checkbox: Check = (answer, { label }) =>
	isYes(answer) || isNo(answer) ? undefined : `Choose ${inSentence(label)} from the options`;

const choices: Check = (answer, checked) => (isYes(answer) || isNo(answer) ? undefined : choice(answer, checked));

const place: Check = (answer, { label, places }) =>
	isKnownArea(answer, places) ? undefined : `Choose ${inSentence(label)} from the list`;

const country: Check = (answer, { label, places }) =>
	[answer].flat().every((value) => isKnownCountry(value, places))
		? undefined
		: `Choose ${inSentence(label)} from the options`;

const Area = v.object({ state: v.string(), lga: v.string() });

const isKnownArea = (answer: unknown, places: Places | undefined): boolean => {
	const area = v.safeParse(Area, answer);
	if (!area.success) return false;
	const { state, lga } = area.output;
	return places === undefined || places.states.some((one) => one.state === state && one.lgas.includes(lga));
};

/** Answers hold a country's code, or its name. */
const isKnownCountry = (answer: unknown, places: Places | undefined): boolean =>
	typeof answer === "string" &&
	(places === undefined || places.countries.some(({ code, name }) => code === answer || name === answer));

export const maxSittings = 10;
const maxSubjects = 20;

const results: Check = (answer, { label }) => {
	const sittings = v.safeParse(v.array(NecoResult), [answer].flat());
	if (!sittings.success || sittings.output.length > maxSittings) return `${label} is not a result`;
	for (const { subjects, ...about } of sittings.output) {
		const texts = [...Object.values(about), ...subjects.flatMap(({ name, shortName }) => [name, shortName])];
		if (subjects.length > maxSubjects) return `${label} can have at most ${maxSubjects} subjects`;
		if (texts.some((text) => text.length > maxTextLength)) return `${label} has a text that is too long`;
		const wrong = subjects.find(({ grade }) => grade !== "" && !necoGrades.includes(grade));
		if (wrong) return `${label} has a grade that does not exist: use A1 to F9`;
	}
	return undefined;
};

const attached: Check = (answer, { label }) =>
	typeof answer === "string" && answer.length <= maxTextLength ? undefined : `Attach ${inSentence(label)} as a file`;

const checks: Record<FieldKind, Check | undefined> = {
	text: textOf(maxTextLength),
	textarea: textOf(maxLongTextLength),
	wysiwyg: formattedText,
	number,
	phone: textOf(maxTextLength, isPhone, ", like 0803 123 4567"),
	email: textOf(254, isEmail, ", like name@example.com"),
	select: choice,
	radio: choice,
	checkbox,
	choices,
	"yes-no": checkbox,
	place,
	country,
	date,
	"single-date": date,
	file: attached,
	camera: attached,
	"neco-result": results,
	// why: the value of a field that the engine does not know is kept as it is.
	unknown: undefined,
};
