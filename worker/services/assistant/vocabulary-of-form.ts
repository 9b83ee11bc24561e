import { kindOf } from "#worker/contract/forms/field-kind";
import { type FormCol, type FormLayout, type FormRow, fieldLabel } from "#worker/contract/forms/form-schema";
import { places } from "#worker/contract/forms/places.server";
import type { VocabularyField } from "#worker/services/assistant/vocabulary";

/** Kinds of fields whose answers are read in another way: results by their subjects, places by state. */
const notAsked = new Set(["neco-result", "place", "unknown"]);

/** Returns the fields of the forms that applicants answer themselves; the first form that has a field describes it. */
export const fieldsOfForms = (layouts: readonly FormLayout[]): VocabularyField[] => {
	const fields = new Map<string, VocabularyField>();
	// why not the subjects: they are asked for as results.
	for (const { sections } of layouts)
		for (const { rows, refereeSectionType, repeatable } of sections)
			for (const row of rows.filter((one) => refereeSectionType === undefined && !isOfSubjects(one)))
				for (const col of row.cols)
					if (!fields.has(col.fieldId) && !notAsked.has(kindOf(col)) && !isHiddenBox(col))
						fields.set(col.fieldId, fieldOf(col, Boolean(repeatable || row.repeatable)));
	return [...fields.values()];
};

/** Checks whether it is a sensitive box: whether it is answered is what was answered. */
export const isHiddenBox = (col: FormCol): boolean => col.props.isSensitive === true && kindOf(col) === "checkbox";

/** Checks whether a row lists subjects, each with its score or its grade. */
export const isOfSubjects = ({ cols: [first, second, ...others] }: Pick<FormRow, "cols">): boolean =>
	first !== undefined &&
	second !== undefined &&
	others.length === 0 &&
	/\bsubjects?\b/i.test(first.props.label) &&
	/\b(score|mark|grade|result)s?\b/i.test(second.props.label);

const fieldOf = (col: FormCol, isRepeated: boolean): VocabularyField => {
	const { fieldId, props } = col;
	const kind = kindOf(col);
	return {
		fieldId,
		label: fieldLabel(col),
		kind,
		names: [props.label, props.alternateLabel ?? ""].filter((name) => name !== ""),
		options: props.isSensitive ? [] : optionsOf(col, kind),
		isSensitive: props.isSensitive ?? false,
		hasSeveral: isRepeated || kind === "checkbox",
	};
};

const optionsOf = ({ props }: FormCol, kind: VocabularyField["kind"]): VocabularyField["options"] => {
	if (kind === "country") return places.countries.map(({ code, name }) => ({ value: code, label: name }));
	if (kind === "yes-no" || (kind === "checkbox" && !props.options?.length))
		return [
			{ value: "true", label: props.trueDisplay || "Yes" },
			{ value: "false", label: props.falseDisplay || "No" },
		];
	return props.options ?? [];
};
