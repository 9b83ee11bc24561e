import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Criteria } from "#worker/contract/criteria/criteria";
import type { Verdict } from "#worker/contract/criteria/terms";

/** Criteria by which a user has had the applicants of an application judged. They never change: others make another session. */
export const criteriaSessions = sqliteTable(
	"criteria_sessions",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		/** The only stage whose applicants are judged; null for all. */
		stage: text(),
		/** What was typed. */
		prompt: text().notNull(),
		criteria: text({ mode: "json" }).$type<Criteria>().notNull(),
		/** How many applicants there are of each verdict so far. */
		met: integer().notNull().default(0),
		notMet: integer("not_met").notNull().default(0),
		cannotTell: integer("cannot_tell").notNull().default(0),
		taskId: text("task_id").notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("criteria_sessions_by_owner").on(
			...([table.organisationId, table.createdBy, table.applicationId, table.createdAt] as const),
		),
		index("criteria_sessions_by_age").on(table.createdAt),
	],
);

/** The verdict on each applicant of a session. why no answers: they are read again where they are shown. */
export const criteriaVerdicts = sqliteTable(
	"criteria_verdicts",
	{
		organisationId: text("organisation_id").notNull(),
		sessionId: text("session_id").notNull(),
		verdict: text().$type<Verdict>().notNull(),
		/** The applicant's place in the list. */
		seq: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.sessionId, table.verdict, table.seq] })],
);

/** How often an institution has had words read by a model on a day: readings cost money, and have a limit. */
export const modelReadings = sqliteTable(
	"model_readings",
	{
		organisationId: text("organisation_id").notNull(),
		/** The day of the institution, YYYY-MM-DD. */
		day: text().notNull(),
		readings: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.day] }), index("model_readings_by_day").on(table.day)],
);

/** What a model answered to a question, which is known by its hash: who opens the page again does not pay again. */
export const modelAnswers = sqliteTable(
	"model_answers",
	{
		organisationId: text("organisation_id").notNull(),
		question: text().notNull(),
		answer: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.question] }),
		index("model_answers_by_age").on(table.createdAt),
	],
);
