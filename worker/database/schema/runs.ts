import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One bulk action, of one row or of many: what the rows got, and until when it can be undone. */
export const runs = sqliteTable(
	"runs",
	{
		organisationId: text("organisation_id").notNull(),
		/** The event's own when it was done at once, else its task's. */
		id: text().notNull(),
		kind: text({ enum: ["stage", "course", "location", "letter"] }).notNull(),
		/** gathering: its rows are not all written yet. */
		status: text({ enum: ["gathering", "ready"] }).notNull(),
		/** The step, the course, the location or the template, and its name then. */
		targetId: text("target_id").notNull(),
		targetName: text("target_name").notNull(),
		/** The rows in words: a name, or how many. */
		subject: text().notNull(),
		/** JSON: the action's input. */
		input: text({ mode: "json" }).$type<unknown>(),
		/** The task that works on it; null when it was done at once. */
		taskId: text("task_id"),
		/** Until then it can be undone, UTC milliseconds; null while a task works on it, or if it cannot be. */
		undoUntil: integer("undo_until"),
		undoneAt: integer("undone_at"),
		/** The task that undoes it, when that takes long. */
		undoTaskId: text("undo_task_id"),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("runs_by_owner").on(table.organisationId, table.createdBy, table.createdAt),
		index("runs_by_age").on(table.createdAt),
		index("runs_undoable").on(table.organisationId, table.undoUntil).where(sql`undo_until IS NOT NULL`),
	],
);

/** One row of a run. */
export const runRows = sqliteTable(
	"run_rows",
	{
		organisationId: text("organisation_id").notNull(),
		runId: text("run_id").notNull(),
		/** The applicant. */
		subjectId: text("subject_id").notNull(),
		/** Its place among the others. */
		position: integer().notNull(),
		/** A `RowOutcome`. */
		outcome: text().notNull(),
		/** JSON: what undo puts back. */
		before: text({ mode: "json" }).$type<Record<string, unknown>>(),
		/** The version that the change gave it: a row with another was changed since. */
		version: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.runId, table.subjectId] }),
		index("run_rows_by_outcome").on(table.organisationId, table.runId, table.outcome, table.position),
	],
);
