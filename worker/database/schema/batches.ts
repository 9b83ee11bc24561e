import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One change of one applicant or of many: what they got, what became of each, until when it can be undone. */
export const batches = sqliteTable(
	"batches",
	{
		organisationId: text("organisation_id").notNull(),
		/** The event's own, when it was done at once. */
		id: text().notNull(),
		kind: text({ enum: ["stage", "course", "location", "letter", "notify"] }).notNull(),
		/** gathering: those it is about are not all there yet. */
		status: text({ enum: ["gathering", "ready"] }).notNull(),
		/** The step, the course, the location or the template, and what it was called. */
		targetId: text("target_id").notNull(),
		targetName: text("target_name").notNull(),
		/** Whom it is about in words: their name, or how many. */
		subject: text().notNull(),
		/** What else a job has to know; JSON. */
		input: text({ mode: "json" }).$type<unknown>(),
		/** The task that works on it; null when it was done at once. */
		taskId: text("task_id"),
		/** Until then it can be undone, and its messages wait, UTC milliseconds; null while a task works on it. */
		heldUntil: integer("held_until"),
		undoneAt: integer("undone_at"),
		/** The task that undoes it, when that takes long. */
		undoTaskId: text("undo_task_id"),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("batches_by_owner").on(table.organisationId, table.createdBy, table.createdAt),
		index("batches_by_age").on(table.createdAt),
		index("batches_held").on(table.organisationId, table.heldUntil).where(sql`held_until IS NOT NULL`),
	],
);

/** One applicant of a batch. */
export const batchRows = sqliteTable(
	"batch_rows",
	{
		organisationId: text("organisation_id").notNull(),
		batchId: text("batch_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		/** Their place among the others. */
		position: integer().notNull(),
		/** waiting: their turn has not come; else what became of them. */
		outcome: text().notNull(),
		/** What undo puts back: where they stood, since when, and what they were posted to. */
		fromStepId: text("from_step_id"),
		fromLocationId: text("from_location_id"),
		fromChangedAt: integer("from_changed_at"),
		/** The version that the change gave them: who has another was changed since. */
		version: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.batchId, table.applicantId] }),
		index("batch_rows_by_outcome").on(table.organisationId, table.batchId, table.outcome, table.position),
	],
);
