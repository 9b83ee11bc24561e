import type { decidersIn } from "#worker/contract/forms/conditions";
import { kindOf } from "#worker/contract/forms/field-kind";
import { type FormCol, type FormSection, fieldLabel, type ShowWhen } from "#worker/contract/forms/form-schema";

/** How many answers a condition names; more are counted. */
const named = 4;

/** Says when something is asked for: "“Nationality” is Nigeria or Ghana". */
export const conditionText = (
	find: ReturnType<typeof decidersIn>,
	section: Pick<FormSection, "refereeSectionType">,
	showWhen: ShowWhen,
): string => {
	const col = find(section, showWhen)?.col;
	const label = `“${col ? fieldLabel(col) : showWhen.fieldId}”`;
	const { is, values = [], number } = showWhen;
	if (col && kindOf(col) === "checkbox" && is === "one-of" && values.length === 1)
		return `${label} is ${values[0] === "true" ? "ticked" : "not ticked"}`;
	switch (is) {
		case "answered":
			return `${label} has an answer`;
		case "empty":
			return `${label} has no answer`;
		case "one-of":
			return `${label} is ${listed(values.map((value) => valueLabel(col, value)))}`;
		case "not-one-of":
			return `${label} is answered, but not ${listed(values.map((value) => valueLabel(col, value)))}`;
		case "at-least":
			return `${label} is ${number} or more`;
		case "at-most":
			return `${label} is ${number} or less`;
	}
};

/** Returns what a value of a condition is called where the field is answered. */
export const valueLabel = (col: FormCol | undefined, value: string): string => {
	if (col && kindOf(col) === "yes-no")
		return (value === "true" ? col.props.trueDisplay : col.props.falseDisplay) || value;
	return col?.props.options?.find((option) => option.value === value)?.label ?? value;
};

const listed = (labels: readonly string[]): string => {
	const more = labels.length - named;
	const all = more > 1 ? [...labels.slice(0, named), `${more} more`] : labels;
	return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
};
