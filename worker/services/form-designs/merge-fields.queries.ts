import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { formFieldIn, nameOfFormField } from "#worker/contract/text/merge-fields";
import { formFieldsNamedIn } from "#worker/contract/text/merge-text";
import { folded } from "#worker/database/folded";
import { formDesigns } from "#worker/database/schema/forms";

/** A field of forms as a merge field. */
export interface FormMergeField {
	/** `form.stateOfOrigin`. */
	name: string;
	/** Its label, in the form that was published last; with its section where two fields are called alike. */
	label: string;
	/** The titles of the forms that ask for it now; none where only older versions did. */
	forms: string[];
}

/** why: other ids are of designs from elsewhere, and braces or quotes in them would end a merge field. */
const readableId = /^[A-Za-z][\w-]{0,63}$/;

/** The condition on a `section` and a `col` of a layout: the answer is a text, and the applicant's own. */
const isMergeable = sql`section.value ->> 'refereeSectionType' IS NULL AND col.value ->> 'type' NOT IN ('file', 'camera')`;

/**
 * Reads the fields of all published forms that have a text as their answer, in the order of the forms. Referees' are left
 * out: their answers are not for applicants. @param applicationId only those of the form of this application
 */
export const readFormFields = async (
	{ db, organisationId }: OrgContext,
	applicationId?: string,
): Promise<FormMergeField[]> => {
	const rows = await db.all<{
		fieldId: string;
		label: string | null;
		section: string;
		form: string;
		isCurrent: number;
	}>(sql`
		SELECT col.value ->> 'fieldId' AS fieldId, section.value ->> 'title' AS section,
			design.title AS form, version.version = design.version AS isCurrent,
			coalesce(nullif(col.value ->> '$.props.alternateLabel', ''), col.value ->> '$.props.label') AS label
		FROM form_designs AS design
		CROSS JOIN form_design_versions AS version ON version.organisation_id = ${organisationId}
			AND version.form_design_id = design.id
		CROSS JOIN json_each(version.layout, '$.sections') AS section
		CROSS JOIN json_each(section.value, '$.rows') AS line
		CROSS JOIN json_each(line.value, '$.cols') AS col
		WHERE design.organisation_id = ${organisationId}
			${applicationId === undefined ? sql`` : sql`AND design.id = (SELECT form_design_id FROM applications WHERE organisation_id = ${organisationId} AND id = ${applicationId})`}
			AND ${isMergeable}
		ORDER BY ${folded(formDesigns.title, "design")}, design.id, version.version DESC, section.key, line.key, col.key`);
	const fields = new Map<string, FormMergeField & { section: string }>();
	for (const { fieldId, label, section, form, isCurrent } of rows) {
		if (!readableId.test(fieldId)) continue;
		const field = fields.get(fieldId) ?? {
			name: nameOfFormField(fieldId),
			label: label || fieldId,
			section,
			forms: [],
		};
		fields.set(fieldId, field);
		if (isCurrent === 1 && !field.forms.includes(form)) field.forms.push(form);
	}
	const alike = Map.groupBy(fields.values(), ({ label }) => label);
	return [...fields.values()].map(({ name, label, section, forms }) => ({
		name,
		forms,
		label: (alike.get(label)?.length ?? 0) > 1 ? `${label} (${section})` : label,
	}));
};

/** Reads the fields of forms that texts name and a form has, or had; reads nothing for texts that name none. */
export const readFormFieldsNamedIn = async (ctx: OrgContext, texts: readonly string[]): Promise<FormMergeField[]> => {
	const named = new Set(formFieldsNamedIn(texts));
	return named.size === 0 ? [] : (await readFormFields(ctx)).filter(({ name }) => named.has(name));
};

/** Returns the merge fields of forms that texts name and a form has, or had, for `unknownField`. */
export const knownFormFields = async (ctx: OrgContext, ...texts: readonly string[]): Promise<ReadonlySet<string>> =>
	findFormFields(ctx, formFieldsNamedIn(texts));

/**
 * Returns which of these merge fields any version of a form has. The first one that has a field ends the search for it, and
 * a version whose text does not contain the field is not parsed.
 */
export const findFormFields = async (
	{ db, organisationId }: OrgContext,
	names: readonly string[],
): Promise<ReadonlySet<string>> => {
	const asked = names.flatMap((name) => formFieldIn(name) ?? []).filter((fieldId) => readableId.test(fieldId));
	if (asked.length === 0) return new Set();
	const found = await db.all<{ fieldId: string }>(sql`
		SELECT asked.value AS fieldId FROM json_each(${JSON.stringify(asked)}) AS asked
		WHERE EXISTS (SELECT 1 FROM form_design_versions AS version
			CROSS JOIN json_each(version.layout, '$.sections') AS section
			CROSS JOIN json_each(section.value, '$.rows') AS line
			CROSS JOIN json_each(line.value, '$.cols') AS col
			WHERE version.organisation_id = ${organisationId} AND instr(version.layout, '"' || asked.value || '"') > 0
				AND ${isMergeable} AND col.value ->> 'fieldId' = asked.value)`);
	return new Set(found.map(({ fieldId }) => nameOfFormField(fieldId)));
};

/** Returns the merge fields of one form. */
export const mergeFieldsOf = ({ sections }: FormLayout): string[] =>
	sections
		.filter(({ refereeSectionType }) => refereeSectionType === undefined)
		.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols))
		.filter(({ fieldId, type }) => readableId.test(fieldId) && type !== "file" && type !== "camera")
		.map(({ fieldId }) => nameOfFormField(fieldId));
