import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** Reusable comments of an institution. */
export const reasons = sqliteTable(
	"reasons",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		text: text().notNull(),
		textKey: text("text_key"),
		/** Whether it is for staff only: no email, letter or public page contains it. */
		isPrivate: integer("is_private", { mode: "boolean" }).notNull(),
		/** False if it is no longer offered; where it was used, it keeps its name. */
		active: integer({ mode: "boolean" }).notNull().default(true),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("reasons_by_text").on(table.organisationId, folded(table.text)),
	],
);

/** Kept by a subscriber: how many applicants a reason was given for, by application, new stage and course. */
export const reasonCounts = sqliteTable(
	"reason_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		reasonId: text("reason_id").notNull(),
		stepId: text("step_id").notNull(),
		/** Empty for what was counted before courses were. */
		courseId: text("course_id").notNull().default(""),
		applicants: integer().notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.organisationId, table.applicationId, table.reasonId, table.stepId, table.courseId],
		}),
		index("reason_counts_by_reason").on(table.organisationId, table.reasonId),
	],
);
