import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** Emails that are sent by themselves to applicants, or to their referees, when something is left to do. */
export const reminders = sqliteTable(
	"reminders",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		audience: text({ enum: ["incomplete", "unpaid", "referees", "deadline"] }).notNull(),
		timing: text({ enum: ["after", "before"] }).notNull(),
		days: integer().notNull(),
		/** HH:MM in the institution's time zone. */
		time: text().notNull(),
		templateId: text("template_id").notNull(),
		/** Null for every active application. */
		applicationId: text("application_id"),
		enabled: integer({ mode: "boolean" }).notNull(),
		/** When the sweep looks at it again, UTC milliseconds; 0 for at once. */
		nextAt: integer("next_at").notNull().default(0),
		/** When its last round was complete, UTC milliseconds. */
		ranAt: integer("ran_at").notNull().default(0),
		lastSentAt: integer("last_sent_at"),
		/** How many the last round that wrote to anybody wrote to. */
		lastSent: integer("last_sent"),
		/** Why the last round wrote to nobody. */
		problem: text(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("reminders_by_name").on(table.organisationId, folded(table.name)),
		index("reminders_due").on(table.nextAt).where(sql`enabled = 1`),
	],
);

/** Each person who was reminded, once for each occasion. */
export const reminderSends = sqliteTable(
	"reminder_sends",
	{
		organisationId: text("organisation_id").notNull(),
		reminderId: text("reminder_id").notNull(),
		/** The applicant or the referee. */
		subjectId: text("subject_id").notNull(),
		/** The day of the deadline; the address of a referee; empty where there is only one. */
		occasion: text().notNull(),
		/** The mailing to applicants; null for a referee. */
		mailingId: text("mailing_id"),
		/** Attempts at a referee. */
		attempts: integer().notNull().default(0),
		/** When a referee is written to, or tried again; null once that is over. */
		dueAt: integer("due_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.reminderId, table.subjectId, table.occasion] }),
		index("reminder_sends_by_mailing")
			.on(table.organisationId, table.mailingId, table.subjectId)
			.where(sql`mailing_id IS NOT NULL`),
		index("reminder_sends_by_age").on(table.organisationId, table.reminderId, table.createdAt),
		index("reminder_sends_due").on(table.organisationId, table.reminderId, table.dueAt).where(sql`due_at IS NOT NULL`),
	],
);

/** Reports of an application that are mailed to staff by themselves (§7 /report-settings). */
export const reportSchedules = sqliteTable(
	"report_schedules",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		applicationId: text("application_id").notNull(),
		frequency: text({ enum: ["daily", "weekly", "monthly"] }).notNull(),
		/** 1 for Monday to 7 for Sunday. */
		weekday: integer(),
		/** 1 to 31; a shorter month has its last day instead. */
		monthDay: integer("month_day"),
		/** HH:MM in the institution's time zone. */
		time: text().notNull(),
		/** Ids of users. */
		recipients: text({ mode: "json" }).$type<string[]>().notNull(),
		enabled: integer({ mode: "boolean" }).notNull(),
		nextAt: integer("next_at").notNull().default(0),
		lastSentAt: integer("last_sent_at"),
		/** How many staff the last report was sent to. */
		lastSent: integer("last_sent"),
		/** Why the last report was sent to nobody. */
		problem: text(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("report_schedules_by_name").on(table.organisationId, folded(table.name)),
		index("report_schedules_due").on(table.nextAt).where(sql`enabled = 1`),
	],
);

/** The periods whose report was sent: each day on which a schedule is due, once. */
export const reportPeriods = sqliteTable(
	"report_periods",
	{
		organisationId: text("organisation_id").notNull(),
		scheduleId: text("schedule_id").notNull(),
		/** YYYY-MM-DD in the institution's time zone. */
		day: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.scheduleId, table.day] })],
);
