import * as v from "valibot";
import { takesFiles } from "#worker/contract/forms/field-kind";
import { type FieldProps, type FormCol, NecoResult } from "#worker/contract/forms/form-schema";
import { isCoreSubject, isCredit, necoGradeLabel } from "#worker/contract/forms/neco-grades";

/** A file attached to a field, as far as its reader knows it. */
export interface FileOfForm {
	id: string;
	fieldId: string;
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
}

export interface ReadResult {
	/** 'National Examinations Council 2024', and from the second on '(2nd sitting)'. */
	title: string;
	candidate: string;
	registrationNumber: string;
	gender: "Male" | "Female";
	/** The grade with its meaning: 'A1 Excellent'. */
	subjects: { name: string; grade: string; isCredit: boolean; isCore: boolean }[];
	/** How many subjects are passed with a credit. */
	credits: number;
}

/** What a field holds, by how it is drawn. Dates are ISO texts: the reader's zone is known where they are drawn. */
export type PlainValue =
	| { kind: "empty"; value: null }
	| { kind: "text" | "long-text" | "email" | "phone"; value: string }
	/** Rich text as HTML, which `readAnswer` reads on the server. */
	| { kind: "html"; value: string }
	| { kind: "date"; value: string }
	| { kind: "date-range"; value: { from: string | null; to: string | null } }
	| { kind: "files"; value: FileOfForm[] }
	| { kind: "results"; value: ReadResult[] }
	/** A field type the engine does not know: its value as text, flagged. */
	| { kind: "unknown"; type: string; value: string };

/** The context of an answer: the field's files, and the results read before it. */
interface Around {
	files: readonly FileOfForm[];
	sittingsBefore: number;
}

/**
 * Reads one answer by its field's type; an answer of an unexpected shape is shown as text, never dropped. A field that
 * takes files holds its files and nothing else.
 */
export const readValue = (col: FormCol, answer: unknown, around: Around = nothingAround): PlainValue => {
	const { files } = around;
	if (files.length > 0) return { kind: "files", value: [...files] };
	// why: the name of a file that was removed, or never arrived, would read as if the paper were there.
	if (takesFiles(col) || isEmpty(answer)) return { kind: "empty", value: null };
	const reader = Object.hasOwn(readers, col.type) ? readers[col.type] : undefined;
	if (!reader) return { kind: "unknown", type: col.type, value: asText(answer) };
	return reader(answer, col.props, around);
};

type Reader = (answer: unknown, props: FieldProps, around: Around) => PlainValue;

const text = (kind: "text" | "long-text" | "email" | "phone" | "html"): Reader => {
	return (answer) => ({ kind, value: asText(answer) });
};

const asIs = (answer: unknown): PlainValue => ({ kind: "text", value: asText(answer) });

const choice: Reader = (answer, props) => ({ kind: "text", value: chosen(answer, props) });

const checkbox: Reader = (answer, props, around) => {
	if (Array.isArray(answer) || (props.options && !isYes(answer) && !isNo(answer))) return choice(answer, props, around);
	if (isYes(answer)) return { kind: "text", value: props.trueDisplay || "Yes" };
	if (isNo(answer)) return { kind: "text", value: props.falseDisplay || "No" };
	return asIs(answer);
};

const date: Reader = (answer) => {
	if (typeof answer === "string") return isIsoDate(answer) ? { kind: "date", value: answer } : asIs(answer);
	const range = v.safeParse(DateRange, answer);
	if (!range.success) return asIs(answer);
	const { from, to } = range.output;
	return isIsoDate(from) && isIsoDate(to)
		? { kind: "date-range", value: { from: from || null, to: to || null } }
		: { kind: "text", value: [from, to].filter(Boolean).join(" – ") };
};

const results: Reader = (answer, _props, { sittingsBefore }) => {
	const sittings = v.safeParse(v.array(NecoResult), Array.isArray(answer) ? answer : [answer]);
	if (!sittings.success) return { kind: "unknown", type: "neco-result", value: asText(answer) };
	return {
		kind: "results",
		value: sittings.output.map((sitting, index) => readSitting(sitting, sittingsBefore + index)),
	};
};

const readers: Record<string, Reader> = {
	text: choice,
	textarea: text("long-text"),
	number: text("text"),
	phone: text("phone"),
	email: text("email"),
	select: choice,
	radio: choice,
	checkbox,
	date,
	"single-date": date,
	wysiwyg: text("html"),
	"neco-result": results,
};

const nothingAround: Around = { files: [], sittingsBefore: 0 };
const DateRange = v.object({ from: v.nullish(v.string(), ""), to: v.nullish(v.string(), "") });
const StateAndLga = v.object({ state: v.string(), lga: v.nullish(v.string(), "") });

/** Checks whether an answer holds nothing that a person could read. */
export const isEmpty = (answer: unknown): boolean =>
	answer === undefined ||
	answer === null ||
	(typeof answer === "string" && answer.trim() === "") ||
	(Array.isArray(answer) && answer.every(isEmpty)) ||
	(typeof answer === "object" && !Array.isArray(answer) && Object.values(answer).every(isEmpty));

/** Reads a tick as a form or JSON carries it. */
export const isYes = (answer: unknown) => answer === true || answer === "true" || answer === "on";
export const isNo = (answer: unknown) => answer === false || answer === "false" || answer === "off";
/** why: an end that was left open is no error. */
const isIsoDate = (value: string) =>
	value === "" || (/^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)));

const chosen = (answer: unknown, props: FieldProps): string => {
	if (Array.isArray(answer)) return answer.map((one) => chosen(one, props)).join(", ");
	if (props.source === "nigeria-states-lga") {
		const place = v.safeParse(StateAndLga, answer);
		if (place.success) return [place.output.lga, place.output.state].filter(Boolean).join(", ");
	}
	const value = asText(answer);
	const label = props.options?.find((option) => option.value === value)?.label;
	if (label !== undefined) return label;
	return props.source === "countries" ? countryName(value) : value;
};

/** 'NG' → 'Nigeria'; a name stays as it is. */
const countryName = (value: string): string =>
	/^[A-Z]{2}$/.test(value) ? (new Intl.DisplayNames("en", { type: "region" }).of(value) ?? value) : value;

const readSitting = (sitting: NecoResult, index: number): ReadResult => ({
	title: `${sitting.examination ?? "Examination result"}${index === 0 ? "" : ` (${ordinal(index + 1)} sitting)`}`,
	candidate: [sitting.firstName, sitting.middleName, sitting.lastName].filter(Boolean).join(" "),
	registrationNumber: sitting.registrationNumber,
	gender: sitting.gender === "M" ? "Male" : "Female",
	subjects: sitting.subjects.map(({ name, grade }) => ({
		name,
		grade: necoGradeLabel(grade),
		isCredit: isCredit(grade),
		isCore: isCoreSubject(name),
	})),
	credits: sitting.subjects.filter(({ grade }) => isCredit(grade)).length,
});

/** 2 → '2nd', as sittings are counted (§9); there are never twenty. */
export const ordinal = (n: number): string => `${n}${endings[n - 1] ?? "th"}`;
const endings = ["st", "nd", "rd"];

/** Writes any value as text that a person can read; nothing is ever shown as [object Object]. */
const asText = (answer: unknown): string => {
	if (typeof answer === "string") return answer;
	if (Array.isArray(answer)) return answer.map(asText).join(", ");
	if (typeof answer === "object" && answer !== null)
		return Object.entries(answer)
			.filter(([, value]) => !isEmpty(value))
			.map(([name, value]) => `${name}: ${asText(value)}`)
			.join(", ");
	return String(answer);
};
