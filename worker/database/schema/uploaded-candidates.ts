import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A list of people that an institution was given before they apply (§3 Candidate group). */
export const candidateGroups = sqliteTable(
	"candidate_groups",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		/** The name folded: two groups cannot differ by capitals or accents alone. */
		nameKey: text("name_key").notNull(),
		/** The application that its people are expected to apply to. */
		applicationId: text("application_id"),
		/** Kept by triggers: its people, and those of them who have applied. */
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

/** Somebody on such a list. */
export const groupCandidates = sqliteTable(
	"group_candidates",
	{
		/** Grows with every arrival: the order of the list. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		groupId: text("group_id").notNull(),
		id: text().notNull(),
		/** The examination number without spaces and case: whom a second list means. */
		examKey: text("exam_key").notNull(),
		/** JSON: the fields of `CandidateValues`. */
		data: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
		/** Folded words by which they are found. */
		searchText: text("search_text").notNull(),
		/** Kept by triggers: the applicant of the group's application with the same examination number. */
		applicantId: text("applicant_id"),
		/** The import that wrote them last. */
		importId: text("import_id").notNull(),
		/** Grows with every change. */
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

/** One file of candidates on its way into a group, or in it. */
export const candidateImports = sqliteTable(
	"candidate_imports",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		groupId: text("group_id").notNull(),
		fileName: text("file_name").notNull(),
		format: text({ enum: ["xlsx", "csv"] }).notNull(),
		/** In bytes. */
		size: integer().notNull(),
		/** Null when it has been read. */
		objectKey: text("object_key"),
		status: text({
			enum: ["reading", "mapping", "checking", "ready", "adding", "added", "undoing", "undone", "refused", "discarded"],
		}).notNull(),
		/** Why the file was refused. */
		refusal: text(),
		/** JSON: its columns, with what they were taken for. */
		columns: text({ mode: "json" }).$type<ImportColumn[]>(),
		/** Rows below the heading. */
		rows: integer().notNull().default(0),
		/** JSON: rows by outcome, before and after they were added, and of an undoing. */
		counts: text({ mode: "json" }).$type<Record<string, number>>(),
		/** Are possible duplicates added too? */
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

/** A column of an imported file. */
interface ImportColumn {
	header: string;
	/** The first texts in it. */
	samples: string[];
	/** What it was taken for; '' for nothing. */
	field: string;
}

/** A row of an imported file, from when it is read until nobody needs it. */
export const importRows = sqliteTable(
	"import_rows",
	{
		organisationId: text("organisation_id").notNull(),
		importId: text("import_id").notNull(),
		/** From 1, without gaps. */
		position: integer().notNull(),
		/** As the file numbers it. */
		rowNumber: integer("row_number").notNull(),
		/** JSON: its texts by column; empty once nobody needs to see them. */
		cells: text({ mode: "json" }).$type<string[]>().notNull(),
		/** What the check found: whether it is somebody new. */
		outcome: text({ enum: ["new", "updated", "unchanged", "duplicate", "wrong"] }),
		/** JSON: why it is wrong, or may be a duplicate. */
		reasons: text({ mode: "json" }).$type<string[]>(),
		/** JSON: what it says of the candidate. */
		data: text({ mode: "json" }).$type<Record<string, string>>(),
		/** Whom it means in the group, and their version when it was checked. */
		candidateId: text("candidate_id"),
		seenVersion: integer("seen_version"),
		/** What became of it when the import was carried out and undone. */
		state: text({ enum: ["added", "failed", "undone", "kept"] }),
		/** JSON: what the candidate was before; null for somebody new. */
		before: text({ mode: "json" }).$type<{ data: Record<string, string>; importId: string } | null>(),
		/** The candidate's version that it made. */
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

/** What an institution took columns with such a heading for. */
export const columnChoices = sqliteTable(
	"column_choices",
	{
		organisationId: text("organisation_id").notNull(),
		/** The heading, folded. */
		headerKey: text("header_key").notNull(),
		/** '' for nothing. */
		field: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.headerKey] })],
);

/**
 * By what people are known, normalised and kept at every write: examination number, phone, email, name with date of
 * birth. The scope is an application, whose applicants they are, a candidate group, or an import whose rows are checked.
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
		// why the key too: without it SQLite rather reads the whole scope in the other index, which has all that is asked.
		index("identity_keys_by_owner").on(table.organisationId, table.scope, table.ownerId, table.key),
	],
);
