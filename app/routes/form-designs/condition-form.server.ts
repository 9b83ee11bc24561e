import * as v from "valibot";
import { needsAnswers, needsNumber } from "#app/routes/form-designs/condition-words";
import { fieldText } from "#app/ui/form/field-text";
import { answersTo } from "#worker/contract/forms/check-conditions";
import { type FormCol, fieldLabel, type ShowWhen } from "#worker/contract/forms/form-schema";
import { ShowWhenToSave } from "#worker/contract/forms/layout-to-save";
import { places } from "#worker/contract/forms/places.server";

export interface TypedCondition {
	is: string;
	values: string[];
	number: string;
}

/** Reads a condition as it is typed: answers are chosen, or written one a line. */
export const typedCondition = (form: FormData): TypedCondition => ({
	is: fieldText(form.get("is")),
	values: [
		...form.getAll("values").filter((value) => typeof value === "string"),
		...fieldText(form.get("lines"))
			.split("\n")
			.map((line) => line.trim())
			.filter(Boolean),
	],
	number: fieldText(form.get("number")).trim(),
});

type Errors = Partial<Record<"is" | "values" | "number", string[]>>;

/** Returns the condition that was typed about a field, or what is wrong with it, by input. */
export const readCondition = (col: FormCol, typed: TypedCondition): { showWhen: ShowWhen } | { errors: Errors } => {
	const { is, values, number } = typed;
	if (needsAnswers(is) && values.length === 0)
		return {
			errors: { values: [answersTo(col, places) ? "Choose at least one answer" : "Enter at least one answer"] },
		};
	if (needsNumber(is) && !/^-?\d{1,12}(\.\d{1,6})?$/.test(number)) return { errors: { number: ["Enter a number"] } };
	const read = v.safeParse(ShowWhenToSave, {
		fieldId: col.fieldId,
		is,
		...(needsAnswers(is) && { values: [...new Set(values)] }),
		...(needsNumber(is) && { number: Number(number) }),
	});
	if (read.success) return { showWhen: read.output };
	const { is: wrong, values: tooLong } = v.flatten<typeof ShowWhenToSave>(read.issues).nested ?? {};
	return { errors: wrong ? { is: wrong } : { values: tooLong ?? read.issues.map(({ message }) => message) } };
};

/** Returns the answers to choose from, those of the condition that are not offered any more among them. */
export const choicesOf = (col: FormCol, chosen: readonly string[]) => {
	const offered = answersTo(col, places);
	if (!offered) return null;
	const former = chosen.filter((value) => !offered.some((one) => one.value === value));
	return [
		...offered.map(({ value, label }) => ({ value, label })),
		...former.map((value) => ({ value, label: `${value} (not an option of “${fieldLabel(col)}”)` })),
	];
};
