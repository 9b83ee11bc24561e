import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { answerText } from "#worker/contract/forms/answer-text";
import { readAnswer } from "#worker/contract/forms/form-reading";
import { answerIn, type FormLayout } from "#worker/contract/forms/form-schema";
import { type FormToLayOut, layOut, slotsOf } from "#worker/contract/forms/form-slots";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { formFieldIn } from "#worker/contract/text/merge-fields";
import { formFieldsNamedIn, type KeptMergeValues } from "#worker/contract/text/merge-text";
import { andWithin } from "#worker/database/scope";
import { findFormFields, mergeFieldsOf } from "#worker/services/form-designs/merge-fields.queries";
import { layoutWith } from "#worker/services/forms/queries";

/**
 * Reads the answers to the fields of forms that texts name, for these applicants, by the layout that each was answered
 * with. Every field that exists has a value: null where the form of an applicant does not ask for it, or has no answer.
 * Nothing is read for texts that name none.
 */
export const readFormValues = async (
	ctx: OrgContext,
	ids: readonly string[],
	texts: readonly string[],
): Promise<ReadonlyMap<string, KeptMergeValues>> => {
	const named = formFieldsNamedIn(texts);
	if (named.length === 0 || ids.length === 0) return new Map();
	const forms = await readAnswered(ctx, ids);
	// why first their own forms: a slice of a mailing has read those, and they have nearly every field that is named.
	const own = new Set([...new Set([...forms.values()].map(({ layout }) => layout))].flatMap(mergeFieldsOf));
	const others = await findFormFields(
		ctx,
		named.filter((name) => !own.has(name)),
	);
	const names = named.filter((name) => own.has(name) || others.has(name));
	return new Map(
		ids.map((id) => {
			const form = forms.get(id);
			return [id, Object.fromEntries(names.map((name) => [name, form ? answerTo(form, name) : null]))];
		}),
	);
};

interface Answered extends FormToLayOut {
	timeZone: string;
}

/** Returns what was answered to a field, of all its repeats, and of a sensitive one its mask; null for nothing. */
const answerTo = (form: Answered, name: string): string | null => {
	const slots = slotsOf(layOut(form, "applicant")).filter(({ col }) => col.fieldId === formFieldIn(name));
	const texts = slots.flatMap(({ fieldId, col }) => {
		const read = readAnswer(col, answerIn(form.data, fieldId));
		return read.kind === "empty" ? [] : [answerText(read, form.timeZone).trim()];
	});
	return texts.filter(Boolean).join(", ") || null;
};

const readAnswered = async (ctx: OrgContext, ids: readonly string[]): Promise<ReadonlyMap<string, Answered>> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<
		Record<"id" | "design" | "data" | "repeats" | "files" | "sensitive", string> & { timeZone: string | null }
	>(sql`
		SELECT applicant.id, json_array(submission.form_design_id, submission.design_version) AS design, submission.data,
			submission.repeats, organisation.time_zone AS timeZone,
			(SELECT json_group_array(json_object('fieldId', field_id)) FROM attachments
				WHERE organisation_id = ${organisationId} AND submission_id = submission.id) AS files,
			(SELECT json_group_array(field_id) FROM sensitive_fields
				WHERE organisation_id = ${organisationId} AND form_design_id = submission.form_design_id) AS sensitive
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
			${andWithin(ctx, sql`applicant.course_id`)}
		CROSS JOIN submissions AS submission ON submission.organisation_id = ${organisationId}
			AND submission.id = applicant.submission_id
		CROSS JOIN organisations AS organisation ON organisation.id = ${organisationId}`);
	// why apart: the applicants of a mailing share a layout, which is many times as long as their answers.
	const designs = JSON.stringify([...new Set(rows.map(({ design }) => design))].map((design) => JSON.parse(design)));
	const versions = await db.all<{ design: string; layout: string }>(sql`
		SELECT json_array(version.form_design_id, version.version) AS design, version.layout FROM json_each(${designs}) AS asked
		CROSS JOIN form_design_versions AS version ON version.organisation_id = ${organisationId}
			AND version.form_design_id = asked.value ->> 0 AND version.version = asked.value ->> 1`);
	const layouts = new Map(versions.map(({ design, layout }) => [design, JSON.parse(layout) as FormLayout]));
	return new Map(
		rows.map(({ id, design, data, repeats, files, sensitive, timeZone }) => [
			id,
			{
				layout: layoutWith(layouts.get(design) ?? null, sensitive),
				data: JSON.parse(data),
				repeats: JSON.parse(repeats),
				attachments: JSON.parse(files),
				timeZone: timeZone ?? defaultTimeZone,
			},
		]),
	);
};
