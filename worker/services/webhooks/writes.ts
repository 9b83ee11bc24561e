import { and, eq, lt, lte, ne, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { withKeys } from "#worker/database/folded";
import { insertFrom } from "#worker/database/insert-from";
import { webhookDeliveries, webhooks } from "#worker/database/schema/webhooks";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import type { DomainEvent } from "#worker/events/catalogue";

type Webhook = typeof webhooks.$inferInsert;

/** Adds a webhook, while there are fewer than the limit. */
export const insertWebhook = (
	{ db, organisationId, actor, now }: OrgContext,
	webhook: Pick<Webhook, "id" | "name" | "url" | "events">,
	most: number,
): Write =>
	insertFrom(
		db,
		webhooks,
		{
			organisationId,
			...webhook,
			active: true,
			createdBy: actor.id,
			createdByName: actor.name,
			createdAt: now(),
			updatedAt: now(),
		},
		sql`WHERE (SELECT count(*) FROM webhooks WHERE organisation_id = ${organisationId}) < ${most}`,
	);

const one = ({ organisationId }: Pick<OrgContext, "organisationId">, id: string) =>
	and(eq(webhooks.organisationId, organisationId), eq(webhooks.id, id));

/** Changes a webhook; one that is switched on begins anew. */
export const changeWebhook = (
	{ db, organisationId, now }: OrgContext,
	id: string,
	{ name, url, events, active }: Pick<Webhook, "name" | "url" | "events" | "active">,
	version: number | undefined,
): Write =>
	db
		.update(webhooks)
		.set({
			...withKeys(webhooks, { name, url, events, active }),
			updatedAt: nextVersion(webhooks.updatedAt, now()),
			...(active && { disabledAt: null, failingSince: sql`CASE WHEN ${webhooks.active} THEN failing_since END` }),
		})
		.where(and(one({ organisationId }, id), isVersion(webhooks.updatedAt, version)));

export const renewSecret = ({ db, organisationId, now }: OrgContext, id: string): Write =>
	db
		.update(webhooks)
		.set({
			secretGeneration: sql`${webhooks.secretGeneration} + 1`,
			updatedAt: nextVersion(webhooks.updatedAt, now()),
		})
		.where(one({ organisationId }, id));

export const deleteRow = ({ db, organisationId }: OrgContext, id: string): Write =>
	db.delete(webhooks).where(one({ organisationId }, id));

export const deleteDeliveriesOf = ({ db, organisationId }: OrgContext, webhookId: string): Write =>
	db
		.delete(webhookDeliveries)
		.where(and(eq(webhookDeliveries.organisationId, organisationId), eq(webhookDeliveries.webhookId, webhookId)));

/** Adds the deliveries of an event, once for each webhook. */
export const insertDeliveries = (
	db: Database,
	{ organisationId, id: eventId, type: eventType }: DomainEvent,
	deliveries: readonly { id: string; webhookId: string }[],
	now: number,
): Write =>
	db
		.insert(webhookDeliveries)
		.values(
			deliveries.map((delivery) => ({
				...delivery,
				organisationId,
				eventId,
				eventType,
				status: "waiting" as const,
				dueAt: now,
				createdAt: now,
			})),
		)
		.onConflictDoNothing();

interface Subject {
	organisationId: string;
	id: string;
}

const isDelivery = ({ organisationId, id }: Subject) =>
	and(eq(webhookDeliveries.organisationId, organisationId), eq(webhookDeliveries.id, id));

/** Takes a delivery that is due for one attempt, so that no other sends it meanwhile. @returns its attempts with this one */
export const claimDelivery = async (
	db: Database,
	subject: Subject,
	{ now, until }: { now: number; until: number },
): Promise<number | undefined> => {
	const [claimed] = await db
		.update(webhookDeliveries)
		.set({ dueAt: until, attemptedAt: now, attempts: sql`${webhookDeliveries.attempts} + 1` })
		.where(and(isDelivery(subject), eq(webhookDeliveries.status, "waiting"), lte(webhookDeliveries.dueAt, now)))
		.returning({ attempts: webhookDeliveries.attempts });
	return claimed?.attempts;
};

type Outcome = Pick<typeof webhookDeliveries.$inferInsert, "status" | "dueAt" | "answerStatus" | "answer">;

export const writeOutcome = (db: Database, subject: Subject, outcome: Outcome): Write =>
	db.update(webhookDeliveries).set(outcome).where(isDelivery(subject));

export const markSuccess = (db: Database, { organisationId, id }: Subject): Write =>
	db
		.update(webhooks)
		.set({ failingSince: null })
		.where(and(one({ organisationId }, id), sql`failing_since IS NOT NULL`));

export const markFailure = (db: Database, { organisationId, id }: Subject, now: number): Write =>
	db
		.update(webhooks)
		.set({ failingSince: now })
		.where(and(one({ organisationId }, id), sql`failing_since IS NULL`));

/** Switches a webhook off that has failed since before that moment. */
export const disableFailing = (
	db: Database,
	{ organisationId, id }: Subject,
	{ now, before }: { now: number; before: number },
): Write =>
	db
		.update(webhooks)
		.set({ active: false, disabledAt: now, updatedAt: nextVersion(webhooks.updatedAt, now) })
		.where(and(one({ organisationId }, id), eq(webhooks.active, true), lt(webhooks.failingSince, before)));

/** Makes a delivery due again that has ended. */
export const renewDelivery = ({ db, organisationId, now }: OrgContext, id: string): Write =>
	db
		.update(webhookDeliveries)
		.set({ status: "waiting", dueAt: now(), attempts: 0 })
		.where(and(isDelivery({ organisationId, id }), ne(webhookDeliveries.status, "waiting")));

export const deleteOldDeliveries = (db: Database, before: number) =>
	db.delete(webhookDeliveries).where(firstRows(webhookDeliveries, lt(webhookDeliveries.createdAt, before)));
