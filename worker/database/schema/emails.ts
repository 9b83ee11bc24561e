import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A text sent to applicants, as one email or one SMS to each. */
export const mailings = sqliteTable(
	"mailings",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		/** The stage that it is about. */
		stepId: text("step_id"),
		templateId: text("template_id"),
		channel: text({ enum: ["email", "sms"] })
			.notNull()
			.default("email"),
		/** The change that it tells of; null for an email that a user wrote. */
		eventId: text("event_id"),
		/** Why the applicant was moved, for `{{comment}}`. */
		comment: text(),
		/** For an SMS, the beginning of its text, which lists show. */
		subject: text().notNull(),
		/** Sanitised HTML, of an SMS plain text, with its merge fields. */
		content: text().notNull(),
		/** stage: each email waits for the letter of the stage change. current: it has the letter that was in force. */
		letter: text({ enum: ["stage", "current"] }),
		/** gathering: recipients are being added. dropped: undone before it was sent. */
		status: text({ enum: ["gathering", "ready", "dropped"] }).notNull(),
		/** When the first email may be sent, UTC milliseconds. */
		sendAfter: integer("send_after").notNull(),
		taskId: text("task_id"),
		/** The reminder that it is of: nothing of it is sent in quiet hours. */
		reminderId: text("reminder_id"),
		createdBy: text("created_by").notNull(),
		/** §3 Email record: senderUsername. */
		senderUsername: text("sender_username").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("mailings_by_event").on(table.organisationId, table.eventId).where(sql`event_id IS NOT NULL`),
		index("mailings_gathering").on(table.createdAt).where(sql`status = 'gathering'`),
		index("mailings_of_reminders")
			.on(table.organisationId, table.reminderId, table.createdAt)
			.where(sql`reminder_id IS NOT NULL`),
		index("mailings_dropped").on(table.createdAt).where(sql`status = 'dropped'`),
		index("mailings_written")
			.on(table.organisationId, table.createdAt, table.id)
			.where(sql`event_id IS NULL AND status <> 'gathering'`),
		index("mailings_of_stages")
			.on(table.organisationId, table.createdAt, table.id)
			.where(sql`event_id IS NOT NULL AND status <> 'gathering'`),
	],
);

/** How many emails a mailing has, and how many were sent and failed; kept by triggers. */
export const mailingCounts = sqliteTable(
	"mailing_counts",
	{
		organisationId: text("organisation_id").notNull(),
		mailingId: text("mailing_id").notNull(),
		recipients: integer().notNull(),
		sent: integer().notNull(),
		failed: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.mailingId] })],
);

/** One email to one applicant (§3 Email record), or one SMS. */
export const emails = sqliteTable(
	"emails",
	{
		organisationId: text("organisation_id").notNull(),
		/** The transports' id too, so that a retry is the same email. */
		id: text().notNull(),
		mailingId: text("mailing_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		/** queued: to be sent, now or again. */
		status: text({ enum: ["queued", "sent", "failed"] }).notNull(),
		attempts: integer().notNull().default(0),
		/** Not tried again before, UTC milliseconds; until then a delivery that sends it has it to itself. */
		dueAt: integer("due_at").notNull(),
		/** The address or number once it is sent; before that only where it is not the applicant's. */
		recipient: text(),
		/** The values of the merge fields, once it is sent. */
		mergeValues: text("merge_values", { mode: "json" }).$type<Record<string, string | null>>(),
		/** The letter that goes with it; empty when a stage change made none, null while it is awaited, or for none. */
		letterId: text("letter_id"),
		/** How many messages an SMS took, once it is sent. */
		segments: integer(),
		/** The SMS provider's id of it. */
		providerId: text("provider_id"),
		/** Why it could not be sent, for staff. */
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

/** Files sent with every email of a mailing. */
export const mailingAttachments = sqliteTable(
	"mailing_attachments",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		mailingId: text("mailing_id").notNull(),
		position: integer().notNull(),
		name: text().notNull(),
		mimetype: text().notNull(),
		size: integer().notNull(),
		objectKey: text("object_key").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("mailing_attachments_by_mailing").on(table.organisationId, table.mailingId, table.position),
	],
);
