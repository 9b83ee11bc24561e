import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One list that somebody uploads to import its rows. */
export const imports = sqliteTable(
	"imports",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** What its rows go into: the id of a candidate group, `:courses`, or `:settlements`. */
		target: text().notNull(),
		/** The payment platform whose settlement file it is; null for other lists. */
		platform: text(),
		fileName: text("file_name").notNull(),
		format: text({ enum: ["xlsx", "csv"] }).notNull(),
		size: integer().notNull(),
		/** Null once it has been read. */
		objectKey: text("object_key"),
		status: text({
			enum: ["reading", "mapping", "checking", "ready", "adding", "added", "undoing", "undone", "refused", "discarded"],
		}).notNull(),
		refusal: text(),
		/** JSON: its columns and their fields. */
		columns: text({ mode: "json" }).$type<ImportColumn[]>(),
		/** Rows below the heading. */
		rows: integer().notNull().default(0),
		/** JSON: rows by outcome, before and after the import, and after its undo. */
		counts: text({ mode: "json" }).$type<Record<string, number>>(),
		/** Whether possible duplicates are imported too. */
		addsDuplicates: integer("adds_duplicates", { mode: "boolean" }).notNull().default(false),
		/** The task that works on it, or did last. */
		taskId: text("task_id"),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
		addedAt: integer("added_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("imports_by_target").on(table.organisationId, table.target, table.createdAt, table.id),
		index("imports_unfinished").on(table.createdAt).where(sql`status IN ('mapping', 'ready', 'refused', 'discarded')`),
	],
);

interface ImportColumn {
	header: string;
	/** The first texts in it. */
	samples: string[];
	/** Its field; '' for none. */
	field: string;
}

/** A row of an imported list, until nobody needs it. */
export const importRows = sqliteTable(
	"import_rows",
	{
		organisationId: text("organisation_id").notNull(),
		importId: text("import_id").notNull(),
		/** From 1, without gaps. */
		position: integer().notNull(),
		/** The row's number in the file. */
		rowNumber: integer("row_number").notNull(),
		/** JSON: its texts by column; empty once nobody needs them. */
		cells: text({ mode: "json" }).$type<string[]>().notNull(),
		/** The result of the check. */
		outcome: text({
			enum: [
				...(["new", "updated", "unchanged", "duplicate", "wrong"] as const),
				...(["matched", "amount_differs", "unknown_reference", "not_successful", "already_imported"] as const),
			],
		}),
		/** JSON: why it is invalid, or may be a duplicate. */
		reasons: text({ mode: "json" }).$type<string[]>(),
		/** JSON: what it says: the values of a candidate, of a course or of a settlement line. */
		data: text({ mode: "json" }).$type<Record<string, string>>(),
		/** What no later row of the list may have too: the code of a course, a payment's reference. */
		key: text(),
		/** The candidate or the course that it updates or added, and the version of the former at the check. */
		recordId: text("record_id"),
		seenVersion: integer("seen_version"),
		/** The result of the row at the import and at its undo. */
		state: text({ enum: ["added", "failed", "undone", "kept"] }),
		/** JSON: the candidate's former values; null for a new one. */
		before: text({ mode: "json" }).$type<{ data: Record<string, string>; importId: string } | null>(),
		/** The version of the candidate or the course after the import. */
		madeVersion: integer("made_version"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.importId, table.position] }),
		index("import_rows_by_outcome").on(table.organisationId, table.importId, table.outcome, table.position),
		index("import_rows_by_state")
			.on(table.organisationId, table.importId, table.state, table.position)
			.where(sql`state IS NOT NULL`),
		index("import_rows_by_record").on(table.organisationId, table.recordId).where(sql`record_id IS NOT NULL`),
		index("import_rows_by_key").on(table.organisationId, table.importId, table.key).where(sql`key IS NOT NULL`),
	],
);
