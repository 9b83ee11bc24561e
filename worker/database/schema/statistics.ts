import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Kept by triggers: what was paid and what went back, in minor units. Each payment counts in three periods: its day, its
 * month and all time, so that no range of days adds up more than the days at its ends and the months between.
 * @public read by the statements of the dashboard, and the source of its migration.
 */
export const revenuePeriods = sqliteTable(
	"revenue_periods",
	{
		organisationId: text("organisation_id").notNull(),
		/** YYYY-MM-DD or YYYY-MM in the institution's calendar; '' for all time. */
		period: text().notNull(),
		applicationId: text("application_id").notNull(),
		/** The course that was paid for; '' for none. */
		courseId: text("course_id").notNull(),
		currency: text().notNull(),
		/** What one payment was, with its gateway's charge. */
		price: integer().notNull(),
		payments: integer().notNull(),
		/** The gateways' charges within the payments. */
		charges: integer().notNull(),
		/** What the providers kept. */
		fees: integer().notNull(),
		/** How often money went back in the period, and how much. */
		reversals: integer().notNull(),
		reversed: integer().notNull(),
	},
	(table) => [
		primaryKey({
			columns: [
				...([table.organisationId, table.period, table.applicationId, table.courseId] as const),
				...([table.currency, table.price] as const),
			],
		}),
	],
);

/**
 * Kept by triggers: applicants by the time at which their form was submitted. Each counts in three spans: its quarter of an
 * hour, and the 96 and the 3,072 quarters around it. why quarters: a day of any zone begins at one.
 * @public read by the statements of the dashboard, and the source of its migration.
 */
export const submissionSpans = sqliteTable(
	"submission_spans",
	{
		organisationId: text("organisation_id").notNull(),
		/** Its length in quarters of an hour: 1, 96 or 3072. */
		width: integer().notNull(),
		/** Its number: how many spans of this length were before it since 1970. */
		span: integer().notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		applicants: integer().notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.organisationId, table.width, table.span, table.applicationId, table.courseId],
		}),
	],
);
