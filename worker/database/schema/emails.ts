import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Something written to applicants: one text, one mail to each of them. */
export const mailings = sqliteTable(
	"mailings",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		/** The stage it is about, or whose applicants it went to. */
		stepId: text("step_id"),
		templateId: text("template_id"),
		/** The change that it tells of; null when somebody wrote it. */
		eventId: text("event_id"),
		/** Why the applicant was moved, for `{{comment}}`. */
		comment: text(),
		subject: text().notNull(),
		/** Sanitised HTML, with its merge fields. */
		content: text().notNull(),
		/** gathering: its recipients are not all there yet. dropped: undone before it went out. */
		status: text({ enum: ["gathering", "ready", "dropped"] }).notNull(),
		/** Nothing of it goes out before, UTC milliseconds. */
		sendAfter: integer("send_after").notNull(),
		taskId: text("task_id"),
		createdBy: text("created_by").notNull(),
		/** §3 Email record: senderUsername. */
		senderUsername: text("sender_username").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("mailings_by_event").on(table.organisationId, table.eventId).where(sql`event_id IS NOT NULL`),
		index("mailings_gathering").on(table.createdAt).where(sql`status = 'gathering'`),
		index("mailings_dropped").on(table.createdAt).where(sql`status = 'dropped'`),
	],
);

/** One mail to one applicant (§3 Email record). */
export const emails = sqliteTable(
	"emails",
	{
		organisationId: text("organisation_id").notNull(),
		/** Also what the transports know it by: sent again after a crash, it is the same mail. */
		id: text().notNull(),
		mailingId: text("mailing_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		/** queued: to be sent, now or again. */
		status: text({ enum: ["queued", "sent", "failed"] }).notNull(),
		attempts: integer().notNull().default(0),
		/** Whoever sends it has it until then; not before then is it tried again. UTC milliseconds. */
		dueAt: integer("due_at").notNull(),
		/** What is known when it goes out: the address, and the values of the merge fields. */
		recipient: text(),
		mergeValues: text("merge_values", { mode: "json" }).$type<Record<string, string | null>>(),
		/** Why it could not be sent, in words for staff. */
		reason: text(),
		sentAt: integer("sent_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("emails_once").on(table.organisationId, table.mailingId, table.applicantId),
		index("emails_by_applicant").on(table.organisationId, table.applicantId, table.createdAt, table.id),
		index("emails_to_send").on(table.organisationId, table.mailingId, table.dueAt).where(sql`status = 'queued'`),
		index("emails_failed").on(table.organisationId, table.createdAt).where(sql`status = 'failed'`),
	],
);

/** Files that go with every mail of a mailing. */
export const mailingAttachments = sqliteTable(
	"mailing_attachments",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		mailingId: text("mailing_id").notNull(),
		position: integer().notNull(),
		name: text().notNull(),
		mimetype: text().notNull(),
		/** In bytes. */
		size: integer().notNull(),
		objectKey: text("object_key").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("mailing_attachments_by_mailing").on(table.organisationId, table.mailingId, table.position),
	],
);
