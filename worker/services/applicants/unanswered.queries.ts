import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { decidersIn, partsBehind } from "#worker/contract/forms/conditions";
import { takesFiles } from "#worker/contract/forms/field-kind";
import type { FormCol, FormData, FormLayout } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { formFieldIn } from "#worker/contract/text/merge-fields";

/**
 * Counts the recipients for whom each of these fields of forms is empty in what they are sent, by the field's name: who have
 * not answered it, in none of its repeats, or whose other answers do not ask for it. @param recipients selects them as
 * `applicant`: what follows SELECT, from FROM to a condition
 */
export const countUnanswered = async (
	ctx: OrgContext,
	recipients: SQL,
	fields: readonly { name: string }[],
): Promise<Record<string, number>> => {
	if (fields.length === 0) return {};
	const asked = fields.map(({ name }) => formFieldIn(name) ?? "");
	const layouts = await readLayouts(ctx, recipients);
	const groups = await readAlike(ctx, recipients, { asked, deciders: decidersOf(layouts, asked) });
	const emptyIn = groups.map((group) => ({
		applicants: group.applicants,
		empty: emptyFieldsOf(layouts, group, asked),
	}));
	return Object.fromEntries(
		fields.map(({ name }, index) => [
			name,
			emptyIn.reduce((sum, { applicants, empty }) => sum + (empty.has(asked[index] ?? "") ? applicants : 0), 0),
		]),
	);
};

type Layouts = ReadonlyMap<string | null, FormLayout>;

const formsOf = ({ organisationId }: OrgContext, recipients: SQL): SQL =>
	sql`FROM (SELECT applicant.submission_id ${recipients}) AS recipient
		LEFT JOIN submissions AS submission ON submission.organisation_id = ${organisationId}
			AND submission.id = recipient.submission_id`;

const design = sql`json_array(submission.form_design_id, submission.design_version)`;

/** Reads the layouts that the recipients answered. */
const readLayouts = async (ctx: OrgContext, recipients: SQL): Promise<Layouts> => {
	const rows = await ctx.db.all<{ design: string; layout: string }>(sql`
		SELECT used.design, version.layout FROM (SELECT DISTINCT ${design} AS design ${formsOf(ctx, recipients)}) AS used
		CROSS JOIN form_design_versions AS version ON version.organisation_id = ${ctx.organisationId}
			AND version.form_design_id = used.design ->> 0 AND version.version = used.design ->> 1`);
	return new Map(rows.map((row) => [row.design, JSON.parse(row.layout) as FormLayout]));
};

/** Returns the fields whose answers decide whether these are asked for, in any of the layouts. */
const decidersOf = (layouts: Layouts, asked: readonly string[]): FormCol[] =>
	[...layouts.values()].flatMap((layout) => {
		const find = decidersIn(layout);
		const named = layout.sections.flatMap((section) =>
			section.rows.flatMap(({ cols }) =>
				cols.filter(({ fieldId }) => asked.includes(fieldId)).map((col) => ({ section, col })),
			),
		);
		return named.flatMap((part) => partsBehind(find, part)).flatMap(({ col }) => col ?? []);
	});

/** Recipients whose forms ask for, and have, the same of the fields. */
interface Alike {
	design: string | null;
	repeats: string | null;
	/** As JSON: keys with the type and the value of the answers that decide, and those of the others that there are. */
	answers: string | null;
	files: string;
	applicants: number;
}

/** Groups the recipients by what decides. why not one by one: a whole application is counted, and they have few such answers. */
const readAlike = (
	ctx: OrgContext,
	recipients: SQL,
	{ asked, deciders }: { asked: readonly string[]; deciders: readonly FormCol[] },
) => {
	const ids = (columns: readonly string[]) => JSON.stringify([...new Set(columns)]);
	const isOneOf = (json: string) => sql`(answer.key IN (SELECT value FROM json_each(${json}))
		OR substr(answer.key, 1, instr(answer.key, '__') - 1) IN (SELECT value FROM json_each(${json})))`;
	const deciding = ids(deciders.map(({ fieldId }) => fieldId));
	const files = ids(deciders.filter(takesFiles).map(({ fieldId }) => fieldId));
	return ctx.db.all<Alike>(sql`
		SELECT ${design} AS design, submission.repeats,
			(SELECT json_group_array(CASE WHEN ${isOneOf(deciding)} THEN json_array(answer.key, answer.type, answer.value)
					ELSE json_array(answer.key) END) FROM json_each(submission.data) AS answer
				WHERE ${isOneOf(deciding)} OR (${isOneOf(ids(asked))}
					AND trim(coalesce(answer.value, '')) NOT IN ('', '[]', '{}'))) AS answers,
			${files === "[]" ? sql`'[]'` : filesAmong(ctx, files)} AS files, count(*) AS applicants
		${formsOf(ctx, recipients)}
		GROUP BY 1, 2, 3, 4`);
};

const filesAmong = ({ organisationId }: OrgContext, ids: string): SQL =>
	sql`(SELECT json_group_array(DISTINCT field_id) FROM attachments WHERE organisation_id = ${organisationId}
		AND submission_id = submission.id AND field_id IN (SELECT value FROM json_each(${ids})))`;

type Answer = [key: string, type?: string, value?: unknown];

/** Returns the ids of the fields that are empty for a group. */
const emptyFieldsOf = (
	layouts: Layouts,
	{ design: of, repeats, answers, files }: Alike,
	asked: readonly string[],
): ReadonlySet<string> => {
	const layout = layouts.get(of);
	if (!layout) return new Set(asked);
	const given = (JSON.parse(answers ?? "[]") as (string | Answer)[]).map(
		(one): Answer => (typeof one === "string" ? JSON.parse(one) : one),
	);
	const data: FormData = Object.fromEntries(given.map(([key, ...answer]) => [key, answerOf(...answer)]));
	const attachments = (JSON.parse(files) as string[]).map((fieldId) => ({ fieldId }));
	const slots = slotsOf(layOut({ layout, data, repeats: JSON.parse(repeats ?? "{}"), attachments }, "applicant"));
	const full = slots.filter(({ fieldId }) => !isEmpty(data[fieldId])).map(({ col }) => col.fieldId);
	return new Set(asked.filter((fieldId) => !full.includes(fieldId)));
};

/** Returns an answer from its parts of `json_each`; of one that only is there, that it is. */
const answerOf = (type?: string, value?: unknown): unknown => {
	if (type === undefined) return "answered";
	if (type === "true" || type === "false") return type === "true";
	return (type === "array" || type === "object") && typeof value === "string" ? JSON.parse(value) : value;
};
