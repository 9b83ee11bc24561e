import {
	type Condition,
	type Criterion,
	type CriterionTest,
	fieldIdIn,
	type Subjects,
} from "#worker/contract/criteria/criteria";
import { type Comparison, comparisonLabels, paymentLabels, referencesLabels } from "#worker/contract/criteria/terms";

/** The names of what criteria refer to by id. */
export interface CriteriaNames {
	courses: ReadonlyMap<string, string>;
	stages: ReadonlyMap<string, string>;
	fields: ReadonlyMap<string, { label: string; options: ReadonlyMap<string, string> }>;
}

/** 'English Language, Mathematics, Biology or Geography'. */
export const subjectsText = (subjects: Subjects): string => subjects.map((some) => some.join(" or ")).join(", ");

const compared = ({ compare, value, to }: { compare: Comparison; value: number; to: number | null }): string =>
	compare === "between" ? `between ${value} and ${to}` : `${comparisonLabels[compare]} ${value}`;

const period = (from: string | null, to: string | null): string => {
	if (from !== null && to !== null) return from === to ? `on ${from}` : `from ${from} to ${to}`;
	return from === null ? `on ${to} or before` : `on ${from} or later`;
};

/** why the ids themselves: criteria that were saved for another form may name what this one does not have. */
const named = (ids: readonly string[], names: ReadonlyMap<string, string> | undefined): string =>
	ids.map((id) => names?.get(id) ?? id).join(" or ");

/** What the numbers that are not fields of the form are called. */
export const numberNames: Readonly<Record<string, string>> = {
	utme: "UTME score",
	postUtme: "Post-UTME score",
	age: "Age",
};
const dayNames: Record<string, string> = { birth: "Born", submitted: "Submitted" };

/** Writes a test in words. */
export const testText = (test: CriterionTest, names: CriteriaNames): string => {
	const fieldOf = (id: string) => names.fields.get(id)?.label ?? id;
	switch (test.about) {
		case "credits": {
			const { atLeast, grade, subjects, sittings } = test;
			const count = atLeast === null ? `${grade} or better` : `At least ${atLeast} with ${grade} or better`;
			const which =
				subjects.length === 0 ? "" : `${atLeast === null ? " in " : ", including "}${subjectsText(subjects)}`;
			const sat = sittings === null ? "" : `, in ${sittings === 1 ? "one sitting" : `at most ${sittings} sittings`}`;
			return `${count}${which}${sat}`;
		}
		case "number":
			return `${numberNames[test.of] ?? fieldOf(fieldIdIn(test.of) ?? test.of)} ${compared(test)}`;
		case "utmeSubjects":
			return `${subjectsText(test.subjects)} in the UTME${test.atLeast === null ? "" : `, at least ${test.atLeast} in each`}`;
		case "date":
			return `${dayNames[test.of] ?? fieldOf(fieldIdIn(test.of) ?? test.of)} ${period(test.from, test.to)}`;
		case "choice":
			return `${fieldOf(test.fieldId)}: ${named(test.values, names.fields.get(test.fieldId)?.options)}`;
		case "text":
			return `${fieldOf(test.fieldId)} contains “${test.words}”`;
		case "answered":
			return `${fieldOf(test.fieldId)} is there`;
		case "origin":
			return `From ${test.places.map(({ state, lga }) => (lga === null ? state : `${lga} in ${state}`)).join(" or ")}`;
		case "course":
			return `Course: ${named(test.ids, names.courses)}`;
		case "stage":
			return `Stage: ${named(test.ids, names.stages)}`;
		case "gender":
			return test.value === "F" ? "Female" : "Male";
		case "payment":
			return paymentLabels[test.state];
		case "references":
			return referencesLabels[test.state];
		case "submitted":
			return "The form is submitted";
	}
};

const conditionText = ({ not, test }: Condition, names: CriteriaNames): string =>
	not ? `Not: ${testText(test, names)}` : testText(test, names);

/** Writes a criterion in words: its alternatives, each with all its conditions. */
export const criterionText = ({ anyOf }: Criterion, names: CriteriaNames): string =>
	anyOf.map(({ allOf }) => allOf.map((condition) => conditionText(condition, names)).join("; and ")).join("; or ");
