import { and, asc, count, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { templates } from "#worker/database/schema/workflows";
import type { TemplateRow } from "#worker/services/templates/contract";

interface Filter {
	type: TemplateRow["type"];
	page: number;
	size: number;
	name: string;
}

/** One page of the organisation's templates of a type, by name, without their contents. */
export const pageOfTemplates = async ({ db, organisationId }: OrgContext, { type, page, size, name }: Filter) => {
	const matching = and(
		eq(templates.organisationId, organisationId),
		eq(templates.type, type),
		containsWords(name, templates.name),
	);
	const { id, origin, active } = templates;
	const [data, total] = await db.batch([
		db
			.select({ id, name: templates.name, type: templates.type, origin, active })
			.from(templates)
			.where(matching)
			.orderBy(asc(templates.name), asc(id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(templates).where(matching),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

export const findTemplate = async ({ db, organisationId }: OrgContext, templateId: string) => {
	const { id, name, type, origin, active, subject, content } = templates;
	const [found] = await db
		.select({ id, name, type, origin, active, subject, content })
		.from(templates)
		.where(and(eq(templates.organisationId, organisationId), eq(id, templateId)));
	return found;
};

/** A document template that is in use, with its content. */
export const findDocumentTemplate = async ({ db, organisationId }: OrgContext, templateId: string) => {
	const [found] = await db
		.select({ id: templates.id, name: templates.name, content: templates.content, updatedAt: templates.updatedAt })
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
