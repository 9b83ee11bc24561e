import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A bulk action, of one row or many: its target, and until when it can be undone. */
export const runs = sqliteTable(
	"runs",
	{
		organisationId: text("organisation_id").notNull(),
		/** The event's id when it was done at once, otherwise its task's. */
		id: text().notNull(),
		kind: text({ enum: ["stage", "course", "location", "reviewer", "letter", "erasure"] }).notNull(),
		/** gathering: its rows are being written. */
		status: text({ enum: ["gathering", "ready"] }).notNull(),
		/** The step, course, location, user or template, and its name at the time. */
		targetId: text("target_id").notNull(),
		targetName: text("target_name").notNull(),
		/** The rows in words: a name, or how many. */
		subject: text().notNull(),
		/** How many rows it has; 0 until they are written. */
		size: integer().notNull().default(0),
		/** JSON: the action's input. */
		input: text({ mode: "json" }).$type<unknown>(),
		/** Null when it was done at once. */
		taskId: text("task_id"),
		/** Until then it can be undone and its emails wait, UTC milliseconds; null while its task works, or never. */
		undoUntil: integer("undo_until"),
		undoneAt: integer("undone_at"),
		/** The task that undoes it, if there is one. */
		undoTaskId: text("undo_task_id"),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("runs_by_owner").on(table.organisationId, table.createdBy, table.createdAt),
		index("runs_by_age").on(table.createdAt),
		index("runs_of_many").on(table.organisationId, table.createdAt, table.id).where(sql`size > 1`),
		index("runs_by_undo_task").on(table.organisationId, table.undoTaskId).where(sql`undo_task_id IS NOT NULL`),
		index("runs_undoable").on(table.organisationId, table.undoUntil).where(sql`undo_until IS NOT NULL`),
	],
);

export const runRows = sqliteTable(
	"run_rows",
	{
		organisationId: text("organisation_id").notNull(),
		runId: text("run_id").notNull(),
		/** The applicant's id. */
		subjectId: text("subject_id").notNull(),
		position: integer().notNull(),
		/** A `RowOutcome`. */
		outcome: text().notNull(),
		/** Why it was not allowed, where there is more to say than that. */
		reason: text(),
		/** JSON: what an undo restores. */
		before: text({ mode: "json" }).$type<Record<string, unknown>>(),
		/** The applicant's version after the change; a later version was changed since. */
		version: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.runId, table.subjectId] }),
		index("run_rows_by_outcome").on(table.organisationId, table.runId, table.outcome, table.position),
	],
);
