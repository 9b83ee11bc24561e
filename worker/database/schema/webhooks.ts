import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** A web address that events are sent to. */
export const webhooks = sqliteTable(
	"webhooks",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		url: text().notNull(),
		/** JSON array of event types. */
		events: text({ mode: "json" }).$type<string[]>().notNull(),
		/** Grows when the secret is replaced, which is derived from it. */
		secretGeneration: integer("secret_generation").notNull().default(0),
		active: integer({ mode: "boolean" }).notNull(),
		/** The first delivery that failed since one succeeded; null after a success. */
		failingSince: integer("failing_since"),
		/** Set when the webhook was switched off because its deliveries failed for too long. */
		disabledAt: integer("disabled_at"),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("webhooks_by_name").on(table.organisationId, folded(table.name)),
	],
);

/** One event for one webhook. */
export const webhookDeliveries = sqliteTable(
	"webhook_deliveries",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		webhookId: text("webhook_id").notNull(),
		eventId: text("event_id").notNull(),
		eventType: text("event_type").notNull(),
		status: text({ enum: ["waiting", "delivered", "failed"] }).notNull(),
		attempts: integer().notNull().default(0),
		/** When it is tried next, or until when an attempt has it for itself; null when it has ended. */
		dueAt: integer("due_at"),
		/** The last answer: its HTTP status, and its beginning or what went wrong. */
		answerStatus: integer("answer_status"),
		answer: text(),
		attemptedAt: integer("attempted_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("webhook_deliveries_once").on(table.organisationId, table.webhookId, table.eventId),
		index("webhook_deliveries_by_age").on(table.organisationId, table.webhookId, table.createdAt, table.id),
		index("webhook_deliveries_old").on(table.createdAt),
		index("webhook_deliveries_due").on(table.dueAt).where(sql`due_at IS NOT NULL`),
	],
);
