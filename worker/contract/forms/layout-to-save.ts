import * as v from "valibot";
import { described } from "#worker/contract/described";
import { DesignLayout } from "#worker/contract/forms/form-design";
import { maxLongTextLength } from "#worker/contract/forms/form-rules";
import { comparisons, type FormLayout, fieldTypes } from "#worker/contract/forms/form-schema";

/** What a form can have at most. */
export const designLimits = {
	fields: 300,
	sections: 60,
	options: 100,
	fieldsOfRow: 3,
	id: 64,
	title: 200,
	label: 300,
	text: 2_000,
	option: 200,
} as const;

const line = (missing: string, maxLength: number, description: string) =>
	described(
		v.pipe(
			v.string(missing),
			v.trim(),
			v.minLength(1, missing),
			v.maxLength(maxLength, `Enter at most ${maxLength} characters.`),
		),
		description,
	);
const note = (maxLength: number, description: string) =>
	v.optional(
		described(
			v.pipe(
				v.string(),
				v.trim(),
				// why: a browser sends the ends of lines otherwise than they are kept.
				v.transform((text) => text.replaceAll("\r\n", "\n")),
				v.maxLength(maxLength, `Enter at most ${maxLength} characters.`),
			),
			description,
		),
	);
const id = (description: string) =>
	described(
		v.pipe(
			v.string("Enter an id"),
			// why no dot: it separates a field from the part of its answer. why a letter first: `__proto__` is no id.
			v.regex(/^[A-Za-z][\w-]{0,63}$/, "An id begins with a letter, and has at most 64 letters, digits, - and _."),
		),
		description,
	);
const yes = (description: string) => v.optional(described(v.boolean(), description));
const most = <S extends v.GenericSchema>(item: S, maxLength: number, what: string, description: string) =>
	described(v.pipe(v.array(item), v.maxLength(maxLength, `There can be at most ${maxLength} ${what}.`)), description);

const tooManyFields = `A form can have at most ${designLimits.fields} fields.`;

/** Where the options of a list may come from. */
export const sources = ["nigeria-states-lga", "countries"] as const;

const limit = (description: string) => v.optional(described(v.pipe(v.number(), v.finite()), description));

/** What stands between the text of an option and its value where both are written on one line. */
export const betweenLabelAndValue = " = ";
const valueHasSign = "The value of an option cannot have “=” between spaces.";
const onOneLine = v.check((text: string) => !/[\r\n]/.test(text), "An option is one line of text.");

export const PropsToSave = v.strictObject({
	label: line("Enter a label", designLimits.label, "What the field is called."),
	alternateLabel: note(designLimits.label, "What screens call the field instead."),
	required: yes("Whether an answer is required."),
	source: v.optional(
		described(
			v.picklist(sources, "Unknown source"),
			"Where the options come from: `nigeria-states-lga` or `countries`.",
		),
	),
	options: v.optional(
		most(
			v.strictObject({
				label: v.pipe(line("Enter the text of the option", designLimits.option, "The text of the option."), onOneLine),
				value: v.pipe(
					line("Enter the value of the option", designLimits.option, "The value that is kept when it is chosen."),
					onOneLine,
					v.check((value) => !` ${value}`.includes(betweenLabelAndValue), valueHasSign),
				),
			}),
			designLimits.options,
			"options",
			"The options to choose from.",
		),
	),
	trueDisplay: note(designLimits.option, "What `true` is shown as."),
	falseDisplay: note(designLimits.option, "What `false` is shown as."),
	help: note(designLimits.text, "A hint for the person who answers."),
	maxLength: v.optional(
		described(
			v.pipe(
				v.number(),
				v.integer("Enter a whole number"),
				v.minValue(1, "Enter 1 or more"),
				v.maxValue(maxLongTextLength, `Enter at most ${maxLongTextLength}`),
			),
			"The most characters of a text.",
		),
	),
	min: limit("The least number."),
	max: limit("The greatest number."),
	isPublic: yes("Whether the public summary shows the answer; without it, what the section says."),
	isSensitive: yes("Whether the answer is masked until somebody reveals it."),
});

const conditionId = id("The id of the field whose answer decides.");

/** A condition as it is written: it compares with answers, with a number, or with nothing. */
export const ShowWhenToSave = v.pipe(
	v.strictObject({
		fieldId: conditionId,
		is: described(v.picklist(comparisons, "Choose how it is compared"), "How the answer is compared."),
		values: v.optional(
			most(
				line("Enter an answer", designLimits.option, "An answer."),
				designLimits.options,
				"answers in a condition",
				"For `one-of` and `not-one-of`: the answers. A box that is ticked is `true`.",
			),
		),
		number: limit("For `at-least` and `at-most`: the number."),
	}),
	v.check(
		({ is, values = [] }) => (is === "one-of" || is === "not-one-of") === values.length > 0,
		"A condition has answers where it compares with answers, and only there.",
	),
	v.check(
		({ is, number }) => (is === "at-least" || is === "at-most") === (number !== undefined),
		"A condition has a number where it compares with a number, and only there.",
	),
);

const showWhen = v.optional(described(ShowWhenToSave, "When it is asked for; always without it."));

const ColToSave = v.strictObject({
	fieldId: id("The id of the field, which answers are kept by."),
	type: described(v.picklist(fieldTypes, "Unknown type of field"), "The type of the field."),
	props: described(PropsToSave, "How the field is shown and checked."),
	showWhen,
});

const RowToSave = v.strictObject({
	id: id("The id of the row."),
	repeatable: yes("Whether the applicant can repeat the row."),
	cols: described(
		v.pipe(
			v.array(ColToSave),
			v.minLength(1, "A row has at least one field."),
			v.maxLength(designLimits.fieldsOfRow, `There can be at most ${designLimits.fieldsOfRow} fields on one line.`),
		),
		"The fields of the row.",
	),
});

export const SectionToSave = v.strictObject({
	id: id("The id of the section."),
	title: line("Enter a title", designLimits.title, "The title of the section."),
	description: note(designLimits.text, "A text below the title."),
	refereeSectionType: v.optional(
		line(
			"Enter the kind of referee",
			designLimits.id,
			"Set on a section that a referee answers instead of the applicant.",
		),
	),
	repeatable: yes("Whether the applicant can repeat the section."),
	isPublic: yes("Whether the public summary shows its answers; false by default."),
	showWhen,
	rows: described(
		// why of fields: each row has one at least, and who designs a form adds fields.
		v.pipe(v.array(RowToSave), v.maxLength(designLimits.fields, tooManyFields)),
		"The rows of the section.",
	),
});

const fieldsOf = ({ sections }: FormLayout) => sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols));

/** A layout as it is written: strict, within the limits, and with every id once, so that each answer has one place. */
export const LayoutToSave = v.pipe(
	v.strictObject({ sections: most(SectionToSave, designLimits.sections, "sections", "The sections of the form.") }),
	v.check((layout) => fieldsOf(layout).length <= designLimits.fields, tooManyFields),
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		for (const message of repeatedIds(dataset.value)) addIssue({ message });
		const clashes = v.safeParse(DesignLayout, dataset.value);
		for (const { message } of clashes.issues ?? []) addIssue({ message });
	}),
);

/** Says which ids are there twice. why by who answers: an applicant and a referee keep their answers apart. */
const repeatedIds = ({ sections }: FormLayout): string[] => {
	const twice = (what: string, ids: readonly string[]) => {
		const [met, again] = [new Set<string>(), new Set<string>()];
		for (const one of ids) (met.has(one) ? again : met).add(one);
		return [...again].map((one) => `The id “${one}” is that of two ${what}. Give one of them another id.`);
	};
	const answerers = new Set(sections.map(({ refereeSectionType }) => refereeSectionType));
	return [
		...twice(
			"sections",
			sections.map((section) => section.id),
		),
		...twice(
			"rows",
			sections.flatMap(({ rows }) => rows.map((row) => row.id)),
		),
		...[...answerers].flatMap((answerer) =>
			twice(
				"fields",
				fieldsOf({ sections: sections.filter((one) => one.refereeSectionType === answerer) }).map(
					({ fieldId }) => fieldId,
				),
			),
		),
	];
};
