import { kindOf } from "#worker/contract/forms/field-kind";
import type { FormCol, FormData, FormLayout } from "#worker/contract/forms/form-schema";
import { isEmpty } from "#worker/contract/forms/form-values";

/** What is shown for an answer that is not revealed. */
const hidden = "••••";
/** Checks whether it is what is shown instead of an answer. */
export const isMask = (answer: unknown): boolean => typeof answer === "string" && /^••••(\d{4})?$/.test(answer);

/**
 * Returns what is shown of a sensitive answer: the last four digits of a long number, which distinguishes it from others,
 * otherwise nothing of it. The mask of a mask is itself. An empty answer stays empty.
 */
export const maskOf = (answer: unknown): string | null => {
	if (isEmpty(answer)) return null;
	const text = typeof answer === "string" || typeof answer === "number" ? String(answer).trim() : "";
	if (isMask(text)) return text;
	// why eight: at least as many digits are hidden as shown.
	return /\d{4}$/.test(text) && text.replaceAll(/\D/g, "").length >= 8 ? hidden + text.slice(-4) : hidden;
};

const withoutMask = new Set(["file", "camera", "wysiwyg", "neco-result"]);

/** Checks whether answers of this type can be masked. */
export const canBeSensitive = (type: string): boolean => !withoutMask.has(type);

/** Checks whether a field fills a column of the list of applicants, by which it is filtered too (`fields_of_facts`). */
export const isListed = (col: FormCol): boolean => {
	const label = col.props.label.toLowerCase();
	const kind = kindOf(col);
	if (kind === "place") return true;
	if (col.type === "single-date") return label.includes("birth");
	if (["radio", "select", "text"].includes(col.type) && ["gender", "sex"].includes(label)) return true;
	return ["number", "text"].includes(col.type) && /(?<![a-z])score(?![a-z])/.test(label);
};

const ownCols = ({ sections }: FormLayout): FormCol[] =>
	sections
		.filter(({ refereeSectionType }) => refereeSectionType === undefined)
		.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols));

/** Returns the ids of the fields of a layout that the applicant answers, and of those that are sensitive. */
export const sensitiveIdsOf = (layout: FormLayout): { all: string[]; sensitive: string[] } => {
	const cols = ownCols(layout);
	return {
		all: cols.map(({ fieldId }) => fieldId),
		sensitive: cols.filter(({ props }) => props.isSensitive).map(({ fieldId }) => fieldId),
	};
};

/** Returns a check whether a field, or a repeat of one (`phone__2`), is sensitive. */
export const sensitiveIn = (layout: FormLayout): ((fieldId: string) => boolean) => {
	const { all, sensitive } = sensitiveIdsOf(layout);
	const [known, masked] = [new Set(all), new Set(sensitive)];
	return (fieldId) => masked.has(known.has(fieldId) ? fieldId : fieldId.replace(/(__\d+)+$/, ""));
};

/** Returns the layout with exactly these fields of the applicant's marked as sensitive. */
export const markSensitive = (layout: FormLayout, fieldIds: readonly string[]): FormLayout => {
	const marked = new Set(fieldIds);
	const cols = ownCols(layout);
	if (!cols.some(({ fieldId, props }) => marked.has(fieldId) !== (props.isSensitive ?? false))) return layout;
	const mark = (col: FormCol): FormCol => {
		const { isSensitive: _, ...props } = col.props;
		return { ...col, props: marked.has(col.fieldId) ? { ...props, isSensitive: true } : props };
	};
	return {
		sections: layout.sections.map((section) =>
			section.refereeSectionType === undefined
				? { ...section, rows: section.rows.map((row) => ({ ...row, cols: row.cols.map(mark) })) }
				: section,
		),
	};
};

/** Returns the answers with masks in the place of sensitive ones, and the ids of the fields that have one. */
export const maskAnswers = (layout: FormLayout, data: FormData): { data: FormData; masked: string[] } => {
	const isSensitive = sensitiveIn(layout);
	const masked = Object.keys(data).filter((fieldId) => isSensitive(fieldId) && !isEmpty(data[fieldId]));
	if (masked.length === 0) return { data, masked };
	const fields = new Set(masked);
	// why fromEntries: a field may have the name of a property that every object has.
	const entries = Object.entries(data).map(([fieldId, answer]) => [
		fieldId,
		fields.has(fieldId) ? maskOf(answer) : answer,
	]);
	return { data: Object.fromEntries(entries), masked };
};
