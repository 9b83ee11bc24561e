import * as v from "valibot";
import { seenVersion } from "#app/records/meanwhile";
import { hasLength, hasOptions, hasRange, hasSource, hasWords } from "#app/routes/form-designs/field-types";
import type { FieldAbout } from "#worker/contract/forms/edit-layout";
import { type FieldProps, fieldTypes } from "#worker/contract/forms/form-schema";
import { betweenLabelAndValue, designLimits, PropsToSave } from "#worker/contract/forms/layout-to-save";

const { entries } = PropsToSave;

const TypedNumber = v.optional(
	v.pipe(v.string(), v.trim(), v.regex(/^-?\d{1,12}(\.\d{1,6})?$/, "Enter a number"), v.transform(Number)),
);

/** Options as they are typed: one a line, with its value after " = " where that is another. */
export const writeOptions = (options: FieldProps["options"] = []): string =>
	options
		.map(({ label, value }) =>
			label === value && !label.includes(betweenLabelAndValue) ? label : `${label}${betweenLabelAndValue}${value}`,
		)
		.join("\n");

/** Reads them again. why the last sign: a text may have one, and a value has none. */
export const readOptions = (text: string) =>
	text
		.split("\n")
		.map((line) => line.trim())
		.filter(Boolean)
		.map((line) => {
			const at = line.lastIndexOf(betweenLabelAndValue);
			if (at < 0) return { label: line, value: line };
			return { label: line.slice(0, at).trim(), value: line.slice(at + betweenLabelAndValue.length).trim() };
		});

const Options = v.optional(
	v.pipe(
		v.string(),
		v.transform(readOptions),
		v.maxLength(designLimits.options, `There can be at most ${designLimits.options} options.`),
		v.check(
			(options) => options.every(({ label, value }) => Math.max(label.length, value.length) <= designLimits.option),
			`An option can have at most ${designLimits.option} characters.`,
		),
	),
);

/** The form of a field's dialog. */
export const FieldForm = v.object({
	fieldId: v.optional(
		v.pipe(
			v.string(),
			v.trim(),
			v.regex(/^[A-Za-z][\w-]{0,63}$/, "Begin with a letter; then letters, digits, - and _."),
		),
	),
	type: v.picklist(fieldTypes, "Choose a type"),
	label: entries.label,
	alternateLabel: entries.alternateLabel,
	help: entries.help,
	required: v.optional(v.boolean(), false),
	options: Options,
	source: entries.source,
	trueDisplay: entries.trueDisplay,
	falseDisplay: entries.falseDisplay,
	maxLength: v.optional(
		v.pipe(v.string(), v.trim(), v.regex(/^[1-9]\d{0,4}$/, "Enter a whole number from 1"), v.transform(Number)),
	),
	min: TypedNumber,
	max: TypedNumber,
	isPublic: v.optional(v.boolean(), false),
	isSensitive: v.optional(v.boolean(), false),
	isBeside: v.optional(v.boolean(), false),
	repeatable: v.optional(v.boolean(), false),
	version: seenVersion,
});

/** Returns the field that was typed; what its type does not have is left out. */
export const fieldOf = (typed: v.InferOutput<typeof FieldForm>): FieldAbout => {
	const { fieldId, type, isBeside, repeatable, label, options = [] } = typed;
	const {
		alternateLabel,
		help,
		required,
		source,
		trueDisplay,
		falseDisplay,
		maxLength,
		min,
		max,
		isPublic,
		isSensitive,
	} = typed;
	return {
		fieldId,
		type,
		isBeside,
		repeatable,
		props: {
			label,
			...(alternateLabel && { alternateLabel }),
			...(help && { help }),
			...(required && { required }),
			...(source && hasSource(type) && { source }),
			...(options.length > 0 && hasOptions(type) && { options }),
			...(trueDisplay && hasWords(type) && { trueDisplay }),
			...(falseDisplay && hasWords(type) && { falseDisplay }),
			...(maxLength !== undefined && hasLength(type) && { maxLength }),
			...(min !== undefined && hasRange(type) && { min }),
			...(max !== undefined && hasRange(type) && { max }),
			...(isPublic && { isPublic }),
			...(isSensitive && { isSensitive }),
		},
	};
};
