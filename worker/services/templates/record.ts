import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { folded } from "#worker/database/folded";
import { templates } from "#worker/database/schema/workflows";
import { isBound } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { checkPictures } from "#worker/services/templates/check-pictures";
import { checkMergeFields } from "#worker/services/templates/clean-template";
import { type Template, templateRecord } from "#worker/services/templates/contract";
import type { DraftKey } from "#worker/services/templates/drafts.queries";
import { removeDraft, removeDraftOf } from "#worker/services/templates/drafts.writes";
import { findTemplate, isCalledAlike, remindersUsing, stagesUsing } from "#worker/services/templates/queries";

const own = sql`templates.organisation_id`;
const self = sql`templates.id`;

/** What uses a template, as JSON. */
const uses = sql<string>`json_object(
	'stages', (SELECT json_group_array(json_object('id', step.id, 'name', step.name,
			'workflow', json_object('id', workflow.id, 'name', workflow.name)))
		FROM workflow_steps AS step JOIN workflows AS workflow
			ON workflow.organisation_id = ${own} AND workflow.id = step.workflow_id
		WHERE ${stagesUsing(own, self)}),
	'reminders', (SELECT json_group_array(json_object('id', reminder.id, 'name', reminder.name))
		FROM reminders AS reminder WHERE ${remindersUsing(own, self)}),
	'hasLetters', json(CASE WHEN EXISTS (SELECT 1 FROM letters AS letter
		WHERE letter.organisation_id = ${own} AND letter.template_id = ${self}) THEN 'true' ELSE 'false' END))`;

export const template = defineRecord({
	kind: "template",
	endpoints: templateRecord,
	table: templates,
	columns: {
		name: templates.name,
		type: templates.type,
		origin: templates.origin,
		active: templates.active,
		subject: templates.subject,
		content: templates.content,
		page: templates.page,
		uses,
	},
	toRow: ({ uses: used, ...row }) => ({ ...row, uses: JSON.parse(String(used)) }) as never,
	// why: who saves the text of a document does not know of its pages.
	complete: (_, given, before) => ({
		...given,
		page: given.type !== "document" ? null : given.page === undefined ? (before?.page ?? null) : given.page,
	}),
	sorts: { name: folded(templates.name), changed: templates.updatedAt },
	nameOf: ({ name }) => name,
	check: async (ctx, fields, id) => {
		const bound = refuseBound(ctx);
		if (bound) return bound;
		const before = id === undefined ? undefined : await findTemplate(ctx, id);
		if (before && before.type !== fields.type)
			return fail("invalid", { fields: { type: ["A template keeps its type. Create another one."] } });
		if (before?.origin === "system" && !isSameText(before, fields)) return fail("template_of_system");
		const isWritten = !before || !isSameText(before, fields);
		const refused = isWritten ? await checkPictures(ctx, fields) : undefined;
		if (refused) return refused;
		const [alike] = await ctx.db.all(isCalledAlike(ctx, fields, id));
		// why only while it is active: one that was broken before can still be deactivated.
		if (!alike) return fields.active ? checkMergeFields(ctx, fields) : undefined;
		const taken = `There is already ${kinds[fields.type]} called “${fields.name}”.`;
		return fail("template_exists", { fields: { name: [taken] } });
	},
	removes: (ctx, id) => [removeDraftOf(ctx, id)],
	holds: (ctx, fields, id) => sql`NOT EXISTS (${isCalledAlike(ctx, fields, id)})`,
	uses: {
		code: "template_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM workflow_steps AS step WHERE ${stagesUsing(sql`${organisationId}`, sql`${id}`)}`,
			sql`SELECT 1 FROM reminders AS reminder WHERE ${remindersUsing(sql`${organisationId}`, sql`${id}`)}`,
			sql`SELECT 1 FROM letters WHERE organisation_id = ${organisationId} AND template_id = ${id}`,
			sql`SELECT 1 FROM templates AS own WHERE own.organisation_id = ${organisationId} AND own.id = ${id}
				AND own.origin = 'system'`,
		],
		text: (row) => whyKept(row),
	},
});

/** A template whose draft ends with the change. */
export const templateOfDraft = (key: DraftKey, version: number | undefined): typeof template =>
	version === undefined ? template : { ...template, writes: (ctx) => [removeDraft(ctx, key, version)] };

const kinds = { email: "an email template", document: "a document template", sms: "an SMS template" };

/** Refuses users of some places. why: a template is for applicants everywhere. */
export const refuseBound = (ctx: OrgContext) => (isBound(ctx) ? fail("whole_institution_needed") : undefined);

const isSameText = (one: TextOf, other: TextOf): boolean =>
	one.name === other.name &&
	one.subject === other.subject &&
	one.content === other.content &&
	JSON.stringify(one.page ?? null) === JSON.stringify(other.page ?? null);
type TextOf = Pick<Template, "name" | "subject" | "content"> & { page?: Template["page"] | undefined };

/** Returns why a template cannot be deleted. */
const whyKept = ({ name, origin, uses: { stages, reminders, hasLetters } }: Template): string => {
	if (origin === "system") return `“${name}” is a system template, which cannot be deleted. Deactivate it instead.`;
	const users = [
		...stages.map((stage) => `the stage “${stage.name}” of ${stage.workflow.name}`),
		...reminders.map((reminder) => `the reminder “${reminder.name}”`),
		...(hasLetters ? ["letters that were made from it"] : []),
	];
	const [first = "something", ...others] = users;
	const more = others.length === 0 ? "" : others.length === 1 ? ` and ${others[0]}` : ` and ${others.length} others`;
	return `“${name}” is used by ${first}${more}, so it cannot be deleted. Deactivate it instead.`;
};
