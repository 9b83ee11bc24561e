import * as v from "valibot";
import { described, flag, text, whole } from "#worker/contract/described";

/** Field types that the form engine draws (§3); another type shows its value and says that it is unknown. */
export const fieldTypes = [
	"text",
	"textarea",
	"number",
	"phone",
	"email",
	"select",
	"radio",
	"checkbox",
	"date",
	"single-date",
	"file",
	"camera",
	"wysiwyg",
	"neco-result",
] as const;

export const FieldOption = v.object({
	label: text("The text of the option."),
	value: text("The value that is kept when it is chosen."),
});

/** A field's properties (§3 Form schema). `source` fills the options: nigeria-states-lga or countries. */
export const FieldProps = v.object({
	label: text("What the field is called."),
	alternateLabel: v.optional(text("What screens call the field instead.")),
	required: v.optional(flag("Whether an answer is required.")),
	source: v.optional(text("Where the options come from: `nigeria-states-lga` or `countries`.")),
	options: described(v.optional(v.array(FieldOption)), "The options to choose from."),
	trueDisplay: v.optional(text("What `true` is shown as.")),
	falseDisplay: v.optional(text("What `false` is shown as.")),
	help: v.optional(text("A hint for the person who answers.")),
	maxLength: v.optional(whole("The most characters of a text; less than the form allows anyway.")),
	min: v.optional(described(v.number(), "The least number.")),
	max: v.optional(described(v.number(), "The greatest number.")),
	isPublic: v.optional(flag("Whether the public summary shows the answer; without it, what the section says.")),
	isSensitive: v.optional(flag("Whether the answer is masked until somebody reveals it.")),
});

/** How a condition compares the answer that it is about. */
export const comparisons = ["one-of", "not-one-of", "answered", "empty", "at-least", "at-most"] as const;

/** The answer on which a field or section is asked for. It is one of the same person's answers. */
export const ShowWhen = v.object({
	fieldId: text("The id of the field whose answer decides."),
	is: described(
		v.picklist(comparisons),
		"How it is compared. Without an answer, or while the field itself is not asked for, only `empty` is met.",
	),
	values: v.optional(
		described(v.array(v.string()), "For `one-of` and `not-one-of`: the answers. A box that is ticked is `true`."),
	),
	number: v.optional(described(v.number(), "For `at-least` and `at-most`: the number.")),
});

const showWhen = v.optional(described(ShowWhen, "When it is asked for; always without it."));

export const FormCol = v.object({
	fieldId: text("The id of the field, which answers are kept by."),
	type: text("The type of the field, such as `text`, `date` or `file`."),
	props: described(FieldProps, "How the field is shown and checked."),
	showWhen,
});

export const FormRow = v.object({
	id: text("The id of the row."),
	repeatable: v.optional(flag("Whether the applicant can repeat the row.")),
	cols: described(v.array(FormCol), "The fields of the row."),
});

export const FormSection = v.object({
	id: text("The id of the section."),
	title: text("The title of the section."),
	description: v.optional(text("A text below the title.")),
	refereeSectionType: v.optional(text("Set on a section that a referee answers instead of the applicant.")),
	repeatable: v.optional(flag("Whether the applicant can repeat the section.")),
	isPublic: v.optional(flag("Whether the public summary shows its answers; false by default.")),
	showWhen,
	rows: described(v.array(FormRow), "The rows of the section."),
});

export const FormLayout = v.object({ sections: described(v.array(FormSection), "The sections of the form.") });

/**
 * Answers by field id. A repeat adds `__n` (from 2), a row in a repeated section both numbers: `prize__1__2`. A
 * state-and-LGA answer is `{ state, lga }`, a date range `{ from, to }`, a NECO result an object (§3).
 */
export const FormData = v.record(v.string(), v.unknown());

/** How often the applicant repeated a section or row, by its id; 1 by default (§3 duplicateFields). */
export const RepeatCounts = v.object({
	sections: described(
		v.record(v.string(), v.number()),
		"How often each section is there, by its id; 1 where it is not named.",
	),
	rows: described(v.record(v.string(), v.number()), "How often each row is there, by its id; 1 where it is not named."),
});

/** §3 NECO result. */
export const NecoResult = v.object({
	passportUrl: v.optional(text("The address of the picture.")),
	firstName: text("The first name."),
	middleName: v.optional(text("The middle name.")),
	lastName: text("The last name."),
	registrationNumber: text("The registration number of the examination."),
	examination: v.optional(text("The name of the examination.")),
	gender: text("`M` or another letter."),
	subjects: described(
		v.array(
			v.object({
				name: text("The name of the subject."),
				shortName: text("The short name of the subject."),
				grade: text("The grade, such as A1."),
			}),
		),
		"The results by subject.",
	),
});

export type ShowWhen = v.InferOutput<typeof ShowWhen>;
export type FieldProps = v.InferOutput<typeof FieldProps>;
export type FormCol = v.InferOutput<typeof FormCol>;
export type FormRow = v.InferOutput<typeof FormRow>;
export type FormSection = v.InferOutput<typeof FormSection>;
export type FormLayout = v.InferOutput<typeof FormLayout>;
export type FormData = v.InferOutput<typeof FormData>;
export type RepeatCounts = v.InferOutput<typeof RepeatCounts>;
export type NecoResult = v.InferOutput<typeof NecoResult>;

/** Returns a field's name on screens: its alternate label where it has one. */
export const fieldLabel = ({ fieldId, props }: FormCol): string => props.alternateLabel || props.label || fieldId;

/** Returns one answer. why: a field may have the name of a property that every object has. */
export const answerIn = (data: FormData, fieldId: string): unknown =>
	Object.hasOwn(data, fieldId) ? data[fieldId] : undefined;
