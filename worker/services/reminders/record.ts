import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { commentMissing, unknownField } from "#worker/contract/text/merge-text";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { reminders } from "#worker/database/schema/reminders";
import { isBound } from "#worker/database/scope";
import { sendingTimes } from "#worker/local-time";
import { defineRecord } from "#worker/records/queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { type Reminder, reminderRecord } from "#worker/services/reminders/contract";
import { removeSends } from "#worker/services/reminders/writes";
import { findTemplate } from "#worker/services/templates/queries";

const own = sql`reminders.organisation_id`;
const templateName = sql<string | null>`(SELECT template.name FROM templates AS template
	WHERE template.organisation_id = ${own} AND template.id = reminders.template_id)`;
const applicationTitle = sql<string | null>`(SELECT application.title FROM applications AS application
	WHERE application.organisation_id = ${own} AND application.id = reminders.application_id)`;
const hours = sql<string>`(SELECT json_object('timeZone', time_zone, 'quietFrom', quiet_from, 'quietUntil', quiet_until)
	FROM organisations WHERE id = ${own})`;

type Row = Omit<Reminder, "template" | "application" | "nextAt"> & {
	templateName: string | null;
	applicationTitle: string | null;
	hours: string;
	now: number;
};

export const reminder = defineRecord({
	kind: "reminder",
	endpoints: reminderRecord,
	table: reminders,
	columns: {
		name: reminders.name,
		audience: reminders.audience,
		timing: reminders.timing,
		days: reminders.days,
		time: reminders.time,
		templateId: reminders.templateId,
		applicationId: reminders.applicationId,
		enabled: reminders.enabled,
		lastSentAt: reminders.lastSentAt,
		lastSent: reminders.lastSent,
		problem: reminders.problem,
		templateName,
		applicationTitle,
		hours,
		now: ({ now }) => sql`${now()}`,
	},
	toRow: (read) => {
		const { templateName, applicationTitle, hours, now, ...row } = read as unknown as Row;
		const { templateId, applicationId, enabled, time } = row;
		return {
			...row,
			template: templateName === null ? null : { id: templateId, name: templateName },
			application: applicationId === null ? null : { id: applicationId, name: applicationTitle ?? applicationId },
			nextAt: enabled ? sendingTimes(now, time, JSON.parse(hours)).next : null,
		};
	},
	// why nextAt: the sweep plans it anew.
	toColumns: ({ applicationId = null, ...fields }) => ({ ...fields, applicationId, nextAt: 0, problem: null }),
	sorts: { name: folded(reminders.name), audience: reminders.audience, time: reminders.time },
	matching: (_, { name, audience, enabled }) =>
		and(
			containsWords(name, reminders.name),
			audience && eq(reminders.audience, audience),
			enabled && eq(reminders.enabled, enabled === "true"),
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "reminders_by_name",
		field: "name",
		create: "reminder_not_saved",
		update: "reminder_not_updated",
		text: ({ name }) => `There is a reminder called “${name}” already.`,
	},
	check: async (ctx, { audience, timing, templateId, applicationId }) => {
		// why: it writes to all applicants, and goes on doing so.
		if (isBound(ctx)) return fail("whole_institution_needed");
		if (audience === "deadline" && timing === "after")
			return fail("invalid", { fields: { timing: ["A deadline is reminded of before it. Choose days before."] } });
		if (applicationId && (await findApplicationTitle(ctx, applicationId)) === undefined)
			return fail("application_unavailable", {
				fields: { applicationId: ["This application does not exist. Choose another one."] },
			});
		return checkTemplate(ctx, templateId);
	},
	checkRemoval: async (ctx) => (isBound(ctx) ? fail("whole_institution_needed") : undefined),
	holds: ({ organisationId }, { templateId }) =>
		sql`EXISTS (SELECT 1 FROM templates WHERE organisation_id = ${organisationId} AND id = ${templateId})`,
	removes: (ctx, id) => [removeSends(ctx, id)],
});

/** Refuses a template that cannot be sent by itself: one out of use, or with a field that nothing fills. */
export const checkTemplate = async (ctx: OrgContext, templateId: string) => {
	const template = await findTemplate(ctx, templateId);
	if (template?.type !== "email" || !template.active)
		return fail("template_unknown", { fields: { templateId: ["Choose an email template that is in use."] } });
	const ofForms = await knownFormFields(ctx, template.subject ?? "", template.content);
	for (const [part, text] of [
		["subject", template.subject ?? ""],
		["message", template.content],
	] as const) {
		const unknown = unknownField(text, ofForms);
		if (unknown !== undefined)
			return fail("merge_field_unknown", {
				fields: { templateId: [`The ${part} of this template has a merge field that does not exist: {{${unknown}}}`] },
			});
		const missing = commentMissing(part, text);
		if (missing !== undefined)
			return fail("merge_field_empty", {
				fields: { templateId: ["This template has the comment of a stage change. Choose another one."] },
			});
	}
	return undefined;
};
