import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { containsWords } from "#worker/database/contains-words";
import type { Database } from "#worker/database/database";
import { folded } from "#worker/database/folded";
import { orderOf } from "#worker/database/order-of";
import { events } from "#worker/database/schema/records";
import { webhookDeliveries, webhooks } from "#worker/database/schema/webhooks";
import type { listWebhooks } from "#worker/services/webhooks/contract";

const columns = {
	id: webhooks.id,
	name: webhooks.name,
	url: webhooks.url,
	events: webhooks.events,
	active: webhooks.active,
	failingSince: webhooks.failingSince,
	disabledAt: webhooks.disabledAt,
	createdBy: webhooks.createdByName,
	createdAt: webhooks.createdAt,
	version: webhooks.updatedAt,
	secretGeneration: webhooks.secretGeneration,
};

const status = sql`CASE WHEN ${webhooks.disabledAt} IS NOT NULL THEN 0 WHEN NOT ${webhooks.active} THEN 3
	WHEN ${webhooks.failingSince} IS NOT NULL THEN 1 ELSE 2 END`;

type WebhookFilter = Pick<EndpointRequest<typeof listWebhooks>["query"], "keyword" | "sort">;

/** Returns every webhook that matches. */
export const allWebhooks = ({ db, organisationId }: OrgContext, { keyword, sort = "name" }: WebhookFilter) => {
	const name = folded(webhooks.name);
	return db
		.select(columns)
		.from(webhooks)
		.where(and(eq(webhooks.organisationId, organisationId), containsWords(keyword, webhooks.name, webhooks.url)))
		.orderBy(orderOf(sort, { name, address: webhooks.url, status, created: webhooks.createdAt }), asc(name));
};

export const findWebhook = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select(columns)
		.from(webhooks)
		.where(and(eq(webhooks.organisationId, organisationId), eq(webhooks.id, id)));
	return found;
};
export type FoundWebhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** Returns the ids of the webhooks in use that are sent this type of event. */
export const receiversOf = async (db: Database, organisationId: string, type: string): Promise<string[]> => {
	const rows = await db
		.select({ id: webhooks.id })
		.from(webhooks)
		.where(
			and(
				eq(webhooks.organisationId, organisationId),
				eq(webhooks.active, true),
				sql`EXISTS (SELECT 1 FROM json_each(${webhooks.events}) WHERE value = ${type})`,
			),
		);
	return rows.map(({ id }) => id);
};

const deliveryColumns = {
	id: webhookDeliveries.id,
	eventId: webhookDeliveries.eventId,
	eventType: webhookDeliveries.eventType,
	status: webhookDeliveries.status,
	attempts: webhookDeliveries.attempts,
	answerStatus: webhookDeliveries.answerStatus,
	answer: webhookDeliveries.answer,
	attemptedAt: webhookDeliveries.attemptedAt,
	dueAt: webhookDeliveries.dueAt,
	createdAt: webhookDeliveries.createdAt,
};

const ofWebhook = ({ organisationId }: OrgContext, webhookId: string) =>
	and(eq(webhookDeliveries.organisationId, organisationId), eq(webhookDeliveries.webhookId, webhookId));

export const pageOfDeliveries = async (
	ctx: OrgContext,
	webhookId: string,
	{ page, size }: { page: number; size: number },
) => {
	const [data, [counted]] = await ctx.db.batch([
		ctx.db
			.select(deliveryColumns)
			.from(webhookDeliveries)
			.where(ofWebhook(ctx, webhookId))
			.orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
			.limit(size)
			.offset(page * size),
		ctx.db.select({ rows: count() }).from(webhookDeliveries).where(ofWebhook(ctx, webhookId)),
	]);
	return { data, resultTotal: counted?.rows ?? 0, page, size };
};

export const findDelivery = async (ctx: OrgContext, { id, deliveryId }: { id: string; deliveryId: string }) => {
	const [found] = await ctx.db
		.select(deliveryColumns)
		.from(webhookDeliveries)
		.where(and(ofWebhook(ctx, id), eq(webhookDeliveries.id, deliveryId)));
	return found;
};

/** Finds everything that an attempt needs: the delivery, its webhook and its event. */
export const findAttempt = async (db: Database, organisationId: string, deliveryId: string) => {
	const [found] = await db
		.select({
			webhook: { ...columns, organisationId: webhooks.organisationId },
			event: {
				id: events.id,
				type: events.type,
				payload: events.payload,
				actorId: events.actorId,
				actorName: events.actorName,
				occurredAt: events.occurredAt,
			},
		})
		.from(webhookDeliveries)
		.innerJoin(
			webhooks,
			and(eq(webhooks.organisationId, webhookDeliveries.organisationId), eq(webhooks.id, webhookDeliveries.webhookId)),
		)
		.leftJoin(
			events,
			and(eq(events.organisationId, webhookDeliveries.organisationId), eq(events.id, webhookDeliveries.eventId)),
		)
		.where(and(eq(webhookDeliveries.organisationId, organisationId), eq(webhookDeliveries.id, deliveryId)));
	return found;
};
export type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** Finds deliveries of all institutions that should have been sent before then, as many as one sweep takes. */
export const findOverdue = (db: Database, before: number, most: number) =>
	db
		.select({ organisationId: webhookDeliveries.organisationId, id: webhookDeliveries.id })
		.from(webhookDeliveries)
		.where(sql`due_at IS NOT NULL AND due_at < ${before}`)
		.orderBy(asc(webhookDeliveries.dueAt))
		.limit(most);

/** Finds the users who may switch a webhook on. */
export const findKeepers = async (db: Database, organisationId: string): Promise<string[]> => {
	const rows = await db.all<{ id: string }>(sql`
		SELECT DISTINCT users.id FROM roles
		CROSS JOIN user_roles ON user_roles.organisation_id = roles.organisation_id AND user_roles.role_id = roles.id
		CROSS JOIN users ON users.organisation_id = roles.organisation_id AND users.id = user_roles.user_id
		WHERE roles.organisation_id = ${organisationId} AND users.blocked = 0
			AND EXISTS (SELECT 1 FROM json_each(roles.privileges) WHERE value = 'organisation:u')`);
	return rows.map(({ id }) => id);
};
