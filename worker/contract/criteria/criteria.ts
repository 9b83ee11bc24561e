import * as v from "valibot";
import { comparisons, maxCriteria, passGrades, paymentStates, referencesStates } from "#worker/contract/criteria/terms";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { Day } from "#worker/contract/text/day";

const maxChoices = 100;

const line = (length: number) =>
	v.pipe(v.string(), v.trim(), v.minLength(1, "Required"), v.maxLength(length, `At most ${length} letters`));

const FieldId = v.pipe(v.string(), v.minLength(1, "Required"), v.maxLength(100, "Unknown field"));

/** A number of an applicant: known by name, or the answer to a field of the form. */
export const namedNumbers = ["utme", "postUtme", "age"] as const;
const NumberOf = v.union([v.picklist(namedNumbers), v.pipe(v.string(), v.regex(/^field:.{1,100}$/, "Unknown number"))]);

/** A day of an applicant: known by name, or the answer to a field of the form. */
export const namedDays = ["birth", "submitted"] as const;
const DayOf = v.union([v.picklist(namedDays), v.pipe(v.string(), v.regex(/^field:.{1,100}$/, "Unknown date"))]);

const Amount = v.pipe(
	v.number("Enter a number"),
	v.minValue(-1_000_000, "The number is too small"),
	v.maxValue(1_000_000_000, "The number is too large"),
);

/** Subjects that must all be there; each with the subjects that can stand in its place. */
const Subjects = v.pipe(
	v.array(
		v.pipe(v.array(line(80)), v.minLength(1, "Name a subject"), v.maxLength(20, "At most 20 subjects in one place")),
	),
	v.maxLength(15, "At most 15 subjects"),
);
export type Subjects = v.InferOutput<typeof Subjects>;

const strings = (what: string) =>
	v.pipe(
		v.array(line(200)),
		v.minLength(1, `Choose ${what}`),
		v.maxLength(maxChoices, `At most ${maxChoices} can be chosen`),
	);
const ids = (what: string) =>
	v.pipe(v.array(Id), v.minLength(1, `Choose ${what}`), v.maxLength(maxChoices, `At most ${maxChoices}`));

const wholeFrom1 = (most: number) => {
	const wrong = `Enter a whole number from 1 to ${most}`;
	return v.pipe(v.number(wrong), v.integer(wrong), v.minValue(1, wrong), v.maxValue(most, wrong));
};

export const CreditsTest = v.pipe(
	v.strictObject({
		about: described(v.literal("credits"), "What is checked."),
		atLeast: described(
			v.nullable(wholeFrom1(15)),
			"How many subjects are passed; null where only the named subjects count.",
		),
		grade: described(v.picklist(passGrades, "Unknown grade"), "The least grade that counts, such as C6."),
		subjects: described(Subjects, "Subjects that must be among them; each with what can stand in its place."),
		sittings: described(v.nullable(wholeFrom1(9)), "In how many sittings at most; null for any number."),
	}),
	v.check(
		({ atLeast, subjects }) => atLeast !== null || subjects.length > 0,
		"Say how many credits, or in which subjects.",
	),
);

const NumberTest = v.pipe(
	v.strictObject({
		about: described(v.literal("number"), "What is checked."),
		of: described(NumberOf, "`utme`, `postUtme`, `age`, or `field:` and the id of a field."),
		compare: described(v.picklist(comparisons, "Unknown comparison"), "How it is compared."),
		value: described(Amount, "The number that it is compared with."),
		to: described(v.nullable(Amount), "The upper end of `between`; null otherwise."),
	}),
	v.forward(
		v.check(({ compare, to }) => (compare === "between") === (to !== null), "Enter both ends of the range."),
		["to"],
	),
	v.forward(
		v.check(({ value, to }) => to === null || value <= to, "The end must not be below the beginning."),
		["to"],
	),
);

const UtmeSubjectsTest = v.strictObject({
	about: described(v.literal("utmeSubjects"), "What is checked."),
	subjects: described(
		v.pipe(Subjects, v.minLength(1, "Name a subject")),
		"Subjects that were sat in the UTME; each with what can stand in its place.",
	),
	atLeast: described(v.nullable(Amount), "The least score in each of them; null for any."),
});

const DateTest = v.pipe(
	v.strictObject({
		about: described(v.literal("date"), "What is checked."),
		of: described(DayOf, "`birth`, `submitted`, or `field:` and the id of a field."),
		from: described(v.nullable(Day), "The first day that counts; null for any."),
		to: described(v.nullable(Day), "The last day that counts; null for any."),
	}),
	v.check(({ from, to }) => from !== null || to !== null, "Enter a day."),
	v.forward(
		v.check(({ from, to }) => from === null || to === null || from <= to, "The end must not be before the beginning."),
		["to"],
	),
);

const ChoiceTest = v.strictObject({
	about: described(v.literal("choice"), "What is checked."),
	fieldId: described(FieldId, "The id of the field."),
	values: described(strings("an answer"), "The answers that count, as the form keeps them."),
});

const TextTest = v.strictObject({
	about: described(v.literal("text"), "What is checked."),
	fieldId: described(FieldId, "The id of the field."),
	words: described(line(200), "The words that the answer contains, in any case and without accents."),
});

const AnsweredTest = v.strictObject({
	about: described(v.literal("answered"), "What is checked."),
	fieldId: described(FieldId, "The id of the field that is answered, or has a file."),
});

const OriginTest = v.strictObject({
	about: described(v.literal("origin"), "What is checked."),
	places: described(
		v.pipe(
			v.array(
				v.strictObject({
					state: described(line(60), "The state."),
					lga: described(v.nullable(line(60)), "The local government area; null for the whole state."),
				}),
			),
			v.minLength(1, "Choose a state"),
			v.maxLength(maxChoices, `At most ${maxChoices}`),
		),
		"The states or local government areas of origin that count.",
	),
});

const CourseTest = v.strictObject({
	about: described(v.literal("course"), "What is checked."),
	ids: described(ids("a course"), "The courses that count."),
});
const StageTest = v.strictObject({
	about: described(v.literal("stage"), "What is checked."),
	ids: described(ids("a stage"), "The workflow steps that count."),
});
const GenderTest = v.strictObject({
	about: described(v.literal("gender"), "What is checked."),
	value: described(v.picklist(["F", "M"], "Unknown gender"), "`F` or `M`."),
});
const PaymentTest = v.strictObject({
	about: described(v.literal("payment"), "What is checked."),
	state: described(
		v.picklist(paymentStates, "Unknown state of the payments"),
		"`paid`: a payment was successful; `unpaid`: none was; `pending`: one is pending; `settled`: paid, and none is pending.",
	),
});
const ReferencesTest = v.strictObject({
	about: described(v.literal("references"), "What is checked."),
	state: described(
		v.picklist(referencesStates, "Unknown state of the references"),
		"Whether all references were received, one is outstanding, or none was asked for.",
	),
});
const SubmittedTest = v.strictObject({ about: described(v.literal("submitted"), "What is checked.") });

/** One thing that is checked of an applicant. */
export const CriterionTest = v.variant("about", [
	...([CreditsTest, NumberTest, UtmeSubjectsTest, DateTest, ChoiceTest, TextTest, AnsweredTest] as const),
	...([OriginTest, CourseTest, StageTest, GenderTest, PaymentTest, ReferencesTest, SubmittedTest] as const),
]);
export type CriterionTest = v.InferOutput<typeof CriterionTest>;
export type TestOf<About extends CriterionTest["about"]> = Extract<CriterionTest, { about: About }>;

/** A test, or its opposite. */
export const Condition = v.strictObject({
	not: described(v.boolean(), "Whether the test must not hold."),
	test: described(CriterionTest, "What is checked."),
});
export type Condition = v.InferOutput<typeof Condition>;

const Alternative = v.strictObject({
	allOf: described(
		v.pipe(v.array(Condition), v.minLength(1, "Required"), v.maxLength(10, "At most 10 conditions")),
		"Conditions that must all hold.",
	),
});

/** One criterion: it is met by any of its alternatives. */
export const Criterion = v.strictObject({
	anyOf: described(
		v.pipe(v.array(Alternative), v.minLength(1, "Required"), v.maxLength(10, "At most 10 alternatives")),
		"Alternatives, of which one is enough.",
	),
});
export type Criterion = v.InferOutput<typeof Criterion>;

/** What the applicants that staff look for must meet: every criterion. */
export const Criteria = v.pipe(
	v.array(Criterion),
	v.minLength(1, "Add a criterion"),
	v.maxLength(maxCriteria, `At most ${maxCriteria} criteria`),
);
export type Criteria = v.InferOutput<typeof Criteria>;

/** Makes a criterion of one test. */
export const criterionOf = (test: CriterionTest, not = false): Criterion => ({ anyOf: [{ allOf: [{ not, test }] }] });

/** Returns the id of the field that a number or a day is the answer to; undefined for the named ones. */
export const fieldIdIn = (of: string): string | undefined =>
	of.startsWith("field:") ? of.slice("field:".length) : undefined;

/** Returns the ids of the form's fields that criteria ask for. */
export const fieldsIn = (criteria: readonly Criterion[]): Set<string> => fieldsOf(testsIn(criteria));

/** Says that criteria compare the answers of a sensitive field; undefined where they ask at most whether it is answered. */
export const sensitiveFault = (
	criteria: readonly Criterion[],
	fields: readonly { fieldId: string; label: string; isSensitive: boolean }[],
): string | undefined => {
	const compared = fieldsOf(testsIn(criteria).filter(({ about }) => about !== "answered"));
	const field = fields.find(({ fieldId, isSensitive }) => isSensitive && compared.has(fieldId));
	return field && `“${field.label}” is sensitive. Ask only whether it is answered.`;
};

const testsIn = (criteria: readonly Criterion[]): CriterionTest[] =>
	criteria.flatMap(({ anyOf }) => anyOf.flatMap(({ allOf }) => allOf.map(({ test }) => test)));

const fieldsOf = (tests: readonly CriterionTest[]): Set<string> =>
	new Set(
		tests.flatMap((test) => {
			if ("fieldId" in test) return test.fieldId;
			return "of" in test ? (fieldIdIn(test.of) ?? []) : [];
		}),
	);
