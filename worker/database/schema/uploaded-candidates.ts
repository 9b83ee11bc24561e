import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A list of expected applicants (§3 Candidate group). */
export const candidateGroups = sqliteTable(
	"candidate_groups",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		/** The folded name: two groups cannot differ in case or accents only. */
		nameKey: text("name_key").notNull(),
		/** The application for which its candidates are expected. */
		applicationId: text("application_id"),
		/** Kept by triggers: its candidates, and those who have applied. */
		candidates: integer().notNull().default(0),
		applied: integer().notNull().default(0),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("candidate_groups_by_name").on(table.organisationId, table.nameKey),
		index("candidate_groups_by_age").on(table.organisationId, table.createdAt, table.id),
		index("candidate_groups_by_application").on(table.organisationId, table.applicationId),
	],
);

/** A person on such a list. */
export const groupCandidates = sqliteTable(
	"group_candidates",
	{
		/** Grows with every new candidate: the order of the list. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		groupId: text("group_id").notNull(),
		id: text().notNull(),
		/** The examination number without spaces and case, by which a second list finds the candidate. */
		examKey: text("exam_key").notNull(),
		/** JSON: the fields of `CandidateValues`. */
		data: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
		/** Folded words for the search. */
		searchText: text("search_text").notNull(),
		/** Kept by triggers: the applicant of the group's application with the same examination number. */
		applicantId: text("applicant_id"),
		/** The import that wrote it last. */
		importId: text("import_id").notNull(),
		version: integer().notNull().default(1),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("group_candidates_by_id").on(table.organisationId, table.id),
		uniqueIndex("group_candidates_by_exam").on(table.organisationId, table.groupId, table.examKey),
		index("group_candidates_by_arrival").on(table.organisationId, table.groupId, table.seq),
		index("group_candidates_applied").on(table.organisationId, table.applicantId).where(sql`applicant_id IS NOT NULL`),
	],
);

/** One file of candidates that is imported into a group. */
export const candidateImports = sqliteTable(
	"candidate_imports",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		groupId: text("group_id").notNull(),
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
		index("candidate_imports_by_group").on(table.organisationId, table.groupId, table.createdAt, table.id),
		index("candidate_imports_unfinished")
			.on(table.createdAt)
			.where(sql`status IN ('mapping', 'ready', 'refused', 'discarded')`),
	],
);

interface ImportColumn {
	header: string;
	/** The first texts in it. */
	samples: string[];
	/** Its field; '' for none. */
	field: string;
}

/** A row of an imported file, until nobody needs it. */
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
		outcome: text({ enum: ["new", "updated", "unchanged", "duplicate", "wrong"] }),
		/** JSON: why it is invalid, or may be a duplicate. */
		reasons: text({ mode: "json" }).$type<string[]>(),
		/** JSON: the candidate's values. */
		data: text({ mode: "json" }).$type<Record<string, string>>(),
		/** The candidate that it updates, and their version at the check. */
		candidateId: text("candidate_id"),
		seenVersion: integer("seen_version"),
		/** What became of it at the import and its undo. */
		state: text({ enum: ["added", "failed", "undone", "kept"] }),
		/** JSON: the candidate's former values; null for a new one. */
		before: text({ mode: "json" }).$type<{ data: Record<string, string>; importId: string } | null>(),
		/** The candidate's version after the import. */
		madeVersion: integer("made_version"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.importId, table.position] }),
		index("import_rows_by_outcome").on(table.organisationId, table.importId, table.outcome, table.position),
		index("import_rows_by_state")
			.on(table.organisationId, table.importId, table.state, table.position)
			.where(sql`state IS NOT NULL`),
	],
);

/** The field that an institution chose for columns with this heading. */
export const columnChoices = sqliteTable(
	"column_choices",
	{
		organisationId: text("organisation_id").notNull(),
		/** The heading, folded. */
		headerKey: text("header_key").notNull(),
		field: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.headerKey] })],
);

/**
 * Normalised facts by which people are recognised: examination number, phone, email, name with date of birth. The
 * scope is an application, a candidate group, or an import whose rows are checked.
 */
export const identityKeys = sqliteTable(
	"identity_keys",
	{
		organisationId: text("organisation_id").notNull(),
		scope: text().notNull(),
		/** The kind, a colon and the text: `phone:8031234567`. */
		key: text().notNull(),
		ownerId: text("owner_id").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.scope, table.key, table.ownerId] }),
		// why the key too: without it SQLite reads the whole scope in the other index, which covers the query.
		index("identity_keys_by_owner").on(table.organisationId, table.scope, table.ownerId, table.key),
	],
);
