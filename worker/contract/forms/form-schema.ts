import * as v from "valibot";

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

export const FieldOption = v.object({ label: v.string(), value: v.string() });

/** A field's properties (§3 Form schema). `source` fills the options: nigeria-states-lga or countries. */
export const FieldProps = v.object({
	label: v.string(),
	alternateLabel: v.optional(v.string()),
	required: v.optional(v.boolean()),
	source: v.optional(v.string()),
	options: v.optional(v.array(FieldOption)),
	trueDisplay: v.optional(v.string()),
	falseDisplay: v.optional(v.string()),
	help: v.optional(v.string()),
});

export const FormCol = v.object({ fieldId: v.string(), type: v.string(), props: FieldProps });

export const FormRow = v.object({ id: v.string(), repeatable: v.optional(v.boolean()), cols: v.array(FormCol) });

export const FormSection = v.object({
	id: v.string(),
	title: v.string(),
	description: v.optional(v.string()),
	/** Set on a section that a referee answers instead of the applicant. */
	refereeSectionType: v.optional(v.string()),
	repeatable: v.optional(v.boolean()),
	rows: v.array(FormRow),
});

export const FormLayout = v.object({ sections: v.array(FormSection) });

/**
 * Answers by field id. A repeat of a section or row adds `__n` (from 2): `school__2` is the second school; a row repeated
 * in a section that is repeated adds the numbers of both: `prize__1__2` is the first school's second prize.
 * A state-and-LGA answer is `{ state, lga }`, a date range `{ from, to }`, a NECO result an object (§3).
 */
export const FormData = v.record(v.string(), v.unknown());

/** How often the applicant repeated a section or row, by its id; 1 by default (§3 duplicateFields). */
export const RepeatCounts = v.object({
	sections: v.record(v.string(), v.number()),
	rows: v.record(v.string(), v.number()),
});

/** §3 NECO result. */
export const NecoResult = v.object({
	passportUrl: v.optional(v.string()),
	firstName: v.string(),
	middleName: v.optional(v.string()),
	lastName: v.string(),
	registrationNumber: v.string(),
	examination: v.optional(v.string()),
	gender: v.string(),
	subjects: v.array(v.object({ name: v.string(), shortName: v.string(), grade: v.string() })),
});

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
