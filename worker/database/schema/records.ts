import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Every change, written in its own batch. Notifications, email and audit start from here. */
export const events = sqliteTable(
	"events",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		type: text().notNull(),
		actorId: text("actor_id"),
		actorName: text("actor_name"),
		/** The client's network address, its browser or program, and the id of its request; null for events from before they were kept. */
		address: text(),
		userAgent: text("user_agent"),
		requestId: text("request_id"),
		/** JSON, in the shape of the catalogue. */
		payload: text({ mode: "json" }).$type<unknown>().notNull(),
		/** How many rows the guarded statement had to change, and did; a difference rolls the batch back. */
		expectedChanges: integer("expected_changes").notNull().default(0),
		actualChanges: integer("actual_changes").notNull().default(0),
		occurredAt: integer("occurred_at").notNull(),
		dispatchedAt: integer("dispatched_at"),
		/** When a purge of the logs emptied who did it, from where, and the payload; null for all that are younger. */
		emptiedAt: integer("emptied_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("events_by_age").on(table.organisationId, table.occurredAt).where(sql`emptied_at IS NULL`),
		index("events_undispatched").on(table.occurredAt).where(sql`dispatched_at IS NULL`),
		index("events_of_mailings")
			.on(table.organisationId, sql`payload ->> '$.mailingId'`)
			.where(sql`type = 'applicants.emailed'`),
		check("events_guard", sql`actual_changes = expected_changes`),
	],
);

/** Which subscriber has handled which event: a second delivery does nothing. */
export const eventReceipts = sqliteTable(
	"event_receipts",
	{
		organisationId: text("organisation_id").notNull(),
		eventId: text("event_id").notNull(),
		subscriber: text().notNull(),
		handledAt: integer("handled_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.eventId, table.subscriber] })],
);

/** Who did what, from where (§7 /audit/event-log). Append-only by triggers; only a purge deletes what is older than it says. */
export const auditEvents = sqliteTable(
	"audit_events",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		userId: text("user_id"),
		username: text(),
		/** The user's name at that moment; null for entries from before it was recorded. */
		actorName: text("actor_name"),
		actorKind: text("actor_kind", { enum: ["staff", "api_key", "referee", "system"] }),
		action: text().notNull(),
		status: text({ enum: ["SUCCESS", "FAILED"] }).notNull(),
		subject: text(),
		address: text(),
		userAgent: text("user_agent"),
		requestId: text("request_id"),
		details: text({ mode: "json" }).$type<Record<string, unknown>>(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("audit_events_by_age").on(table.organisationId, table.createdAt),
		index("audit_events_by_user").on(table.organisationId, table.username, table.createdAt),
		index("audit_events_by_status").on(table.organisationId, table.status, table.createdAt),
		index("audit_events_by_subject").on(table.organisationId, table.subject, table.createdAt),
	],
);

/** One changed answer or attribute, with its old and new value (§7 /audit/mofication-log). Append-only as above; a merge moves entries. */
export const modificationEntries = sqliteTable(
	"modification_entries",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		entity: text().notNull(),
		entityId: text("entity_id").notNull(),
		/** What a set-up record was called; null for others, whose name is read. */
		subject: text(),
		field: text().notNull(),
		oldValue: text("old_value"),
		newValue: text("new_value"),
		userId: text("user_id"),
		username: text(),
		eventId: text("event_id"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("modification_entries_by_entity").on(table.organisationId, table.entity, table.entityId, table.createdAt),
		index("modification_entries_by_age").on(table.organisationId, table.createdAt),
		index("modification_entries_by_user").on(table.organisationId, table.username, table.createdAt),
		index("modification_entries_by_field").on(table.organisationId, table.field, table.createdAt),
		index("modification_entries_by_subject").on(table.organisationId, table.entityId, table.createdAt),
	],
);

/** How far the two logs of an institution are purged; without a row nothing of them can be deleted. */
export const logPurges = sqliteTable("log_purges", {
	organisationId: text("organisation_id").primaryKey(),
	/** Entries from before may be deleted. */
	before: integer().notNull(),
	/** What this purge has deleted so far. */
	activities: integer().notNull().default(0),
	modifications: integer().notNull().default(0),
	/** The events that it has emptied. */
	events: integer().notNull().default(0),
	startedAt: integer("started_at").notNull(),
	/** While it is under way: when it is sent again, unless it goes on before. */
	nextAt: integer("next_at").notNull().default(0),
	/** Null while it is under way. */
	finishedAt: integer("finished_at"),
});

/** What a set-up record was before and after each change; the id is that of the event. */
export const recordChanges = sqliteTable(
	"record_changes",
	{
		/** Grows with each change: the order of the history. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		kind: text().notNull(),
		recordId: text("record_id").notNull(),
		action: text({ enum: ["created", "updated", "restored", "deleted"] }).notNull(),
		before: text({ mode: "json" }).$type<Record<string, unknown>>(),
		after: text({ mode: "json" }).$type<Record<string, unknown>>(),
		actorId: text("actor_id"),
		actorName: text("actor_name"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("record_changes_by_record").on(table.organisationId, table.kind, table.recordId, table.seq)],
);

export const notifications = sqliteTable(
	"notifications",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		id: text().notNull(),
		type: text({ enum: ["APPLICATION_SUBMISSION_SUMMARY", "BACKGROUND_TASK", "RE_QUERY_PAYMENT"] }).notNull(),
		/** JSON text, as the API returns it (§3). */
		message: text().notNull(),
		read: integer({ mode: "boolean" }).notNull().default(false),
		seen: integer({ mode: "boolean" }).notNull().default(false),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.userId, table.id] }),
		index("notifications_by_age").on(table.organisationId, table.userId, table.createdAt, table.id),
		index("notifications_by_type").on(table.organisationId, table.userId, table.type, table.createdAt, table.id),
		index("notifications_by_id").on(table.organisationId, table.id),
	],
);

/** Kept by triggers, so that the bell counts no rows. */
export const notificationCounts = sqliteTable(
	"notification_counts",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		unread: integer().notNull(),
		unseen: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.userId] })],
);

/** Kept by triggers: a user's notifications of each type, for the totals of the list. */
export const notificationTotals = sqliteTable(
	"notification_totals",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		type: text().notNull(),
		notifications: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.userId, table.type] })],
);

/** Long work with progress (§3 Task). */
export const tasks = sqliteTable(
	"tasks",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		type: text().notNull(),
		status: text({ enum: ["STARTED", "FAILED", "SUCCESS"] }).notNull(),
		input: text({ mode: "json" }).$type<unknown>().notNull(),
		total: integer().notNull(),
		done: integer().notNull().default(0),
		result: text({ mode: "json" }).$type<unknown>(),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("tasks_unfinished").on(table.updatedAt).where(sql`status = 'STARTED'`),
		index("tasks_by_owner").on(table.organisationId, table.createdBy, table.createdAt, table.id),
	],
);

/** The first response to an `Idempotency-Key`, returned again to repeats. */
export const idempotencyKeys = sqliteTable(
	"idempotency_keys",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		key: text().notNull(),
		requestHash: text("request_hash").notNull(),
		/** Null while the first request is running. */
		status: integer(),
		body: text(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.userId, table.key] }),
		index("idempotency_keys_by_age").on(table.createdAt),
	],
);

/** The local outbox of the mail gateway, and its record of what was sent. */
export const outboxMails = sqliteTable(
	"outbox_mails",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		recipient: text().notNull(),
		sender: text().notNull(),
		replyTo: text("reply_to"),
		subject: text().notNull(),
		text: text().notNull(),
		html: text(),
		/** The transports' id of the email. */
		messageId: text("message_id"),
		/** JSON: name, type and bytes of each. */
		attachments: text({ mode: "json" }).$type<{ name: string; mimetype: string; size: number }[]>(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("outbox_mails_once").on(table.organisationId, table.messageId).where(sql`message_id IS NOT NULL`),
		index("outbox_mails_by_recipient").on(table.organisationId, table.recipient),
		index("outbox_mails_by_age").on(table.organisationId, table.createdAt),
	],
);
