import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { foldCase } from "#worker/contract/text/fold-text";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { templates } from "#worker/database/schema/workflows";
import type { TemplateRow, TemplateType } from "#worker/services/templates/contract";
import { hasDraft } from "#worker/services/templates/drafts.queries";

/** The condition on a row `step` that it uses a template. */
export const stagesUsing = (organisationId: SQL, id: SQL): SQL =>
	sql`step.organisation_id = ${organisationId} AND (step.email_template_id = ${id} OR step.pdf_template_id = ${id}
		OR step.sms_template_id = ${id})`;

/** The condition on a row `reminder` that it uses a template. */
export const remindersUsing = (organisationId: SQL, id: SQL): SQL =>
	sql`reminder.organisation_id = ${organisationId} AND reminder.template_id = ${id}`;

/** A query: another template of the type with this name, in any case. */
export const isCalledAlike = (
	{ organisationId }: OrgContext,
	{ type, name }: { type: TemplateType; name: string },
	id = "",
): SQL =>
	sql`SELECT 1 FROM templates AS alike WHERE alike.organisation_id = ${organisationId} AND alike.type = ${type}
		AND ${folded(templates.name, "alike")} = ${foldCase(name)} AND alike.id <> ${id}`;

interface Filter {
	type: TemplateType;
	page: number;
	size: number;
	name: string;
	origin?: TemplateRow["origin"] | undefined;
	sort?: "name" | "-name" | "changed" | "-changed" | undefined;
}

const own = sql`templates.organisation_id`;
const self = sql`templates.id`;
const stages = sql<number>`(SELECT count(*) FROM workflow_steps AS step WHERE ${stagesUsing(own, self)})`;
const reminders = sql<number>`(SELECT count(*) FROM reminders AS reminder WHERE ${remindersUsing(own, self)})`;

/** One page of the organisation's templates of a type, by name unless sorted otherwise, without their contents. */
export const pageOfTemplates = async (
	{ db, organisationId }: OrgContext,
	{ type, page, size, name, origin: wanted, sort = "name" }: Filter,
) => {
	const matching = and(
		eq(templates.organisationId, organisationId),
		eq(templates.type, type),
		wanted && eq(templates.origin, wanted),
		containsWords(name, templates.name),
	);
	const { id, origin, active, updatedAt } = templates;
	const by = sort.endsWith("changed") ? updatedAt : folded(templates.name);
	const way = sort.startsWith("-") ? desc : asc;
	const [data, total] = await db.batch([
		db
			.select({
				id,
				name: templates.name,
				type: templates.type,
				origin,
				active,
				updatedAt,
				stages: stages.as("stages"),
				reminders: reminders.as("reminders"),
				hasDraft: hasDraft(own, self).mapWith(Boolean).as("has_draft"),
			})
			.from(templates)
			.where(matching)
			.orderBy(way(by), way(id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(templates).where(matching),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

export const findTemplate = async ({ db, organisationId }: OrgContext, templateId: string) => {
	const { id, name, type, origin, active, subject, content, page, updatedAt } = templates;
	const [found] = await db
		.select({ id, name, type, origin, active, subject, content, page, updatedAt })
		.from(templates)
		.where(and(eq(templates.organisationId, organisationId), eq(id, templateId)));
	return found;
};

/** A document template that is in use, with its content. */
export const findDocumentTemplate = async ({ db, organisationId }: OrgContext, templateId: string) => {
	const [found] = await db
		.select({
			id: templates.id,
			name: templates.name,
			content: templates.content,
			page: templates.page,
			updatedAt: templates.updatedAt,
		})
		.from(templates)
		.where(
			and(
				eq(templates.organisationId, organisationId),
				eq(templates.id, templateId),
				eq(templates.type, "document"),
				eq(templates.active, true),
			),
		);
	return found;
};
