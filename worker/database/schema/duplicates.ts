import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The two applicants of a pair; the first registered earlier. */
const pairColumns = {
	organisationId: text("organisation_id").notNull(),
	applicationId: text("application_id").notNull(),
	firstId: text("first_id").notNull(),
	secondId: text("second_id").notNull(),
};

/**
 * Kept by triggers: two applicants of one application who share identity keys, so that they may be the same person. A
 * dismissed pair is not here.
 * @public read by the statements of the list, and the source of its migration.
 */
export const duplicatePairs = sqliteTable(
	"duplicate_pairs",
	{
		...pairColumns,
		/** How many identity keys they share. */
		strength: integer().notNull(),
		foundAt: integer("found_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.firstId, table.secondId] }),
		index("duplicate_pairs_by_second").on(table.organisationId, table.secondId, table.firstId),
		index("duplicate_pairs_by_strength").on(table.organisationId, table.applicationId, table.strength, table.foundAt),
	],
);

/** Two applicants that a user marked as not duplicates. */
export const dismissedPairs = sqliteTable(
	"dismissed_pairs",
	{
		...pairColumns,
		dismissedBy: text("dismissed_by").notNull(),
		dismissedByName: text("dismissed_by_name").notNull(),
		dismissedAt: integer("dismissed_at").notNull(),
		/** The merge that moved this from its source to its target; null when a user marked these two. */
		mergeId: text("merge_id"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.firstId, table.secondId] }),
		index("dismissed_pairs_by_second").on(table.organisationId, table.secondId, table.firstId),
		index("dismissed_pairs_by_age").on(table.organisationId, table.applicationId, table.dismissedAt),
	],
);

/**
 * Kept by triggers: how many pairs of an application wait for a decision, and how many were dismissed.
 * @public read by the statements of the list, and the source of its migration.
 */
export const duplicateCounts = sqliteTable(
	"duplicate_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		open: integer().notNull(),
		dismissed: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicationId] })],
);

/** A field whose value the target took from the source, as it was shown. */
export interface MergedField {
	id: string;
	label: string;
	before: string | null;
	after: string | null;
}

type Belongings = "transactions" | "referees" | "letters" | "emails" | "attachments" | "logEntries";

type ArchivedRow = Record<string, string | number | null>;

/** What an undo of a merge restores. Only SQL reads it. */
interface MergeArchive {
	/** The applicants' rows before the merge, by column. */
	rows: { source: ArchivedRow; target: ArchivedRow };
	/** The target's answers before the merge; null when the merge did not change a form. */
	form: { data: object; repeats: object; hidden: string[] | null; percentComplete: number } | null;
	/** The target's identity keys before the merge. */
	targetKeys: string[];
	/** The source's dismissed pairs. */
	dismissedPairs: { otherId: string; by: string; byName: string; at: number; mergeId: string | null }[];
	/** Ids of the moved rows, by kind; `replaced` are attachments that moved to the source's form. */
	moved: Record<string, string[]>;
}

/** Two applicants who became one: everything of the source moved to the target, and the source's row was archived. */
export const merges = sqliteTable(
	"merges",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		sourceId: text("source_id").notNull(),
		sourceName: text("source_name").notNull(),
		sourceNumber: text("source_number").notNull(),
		/** The id of the source's public summary, which now leads to the target's. */
		sourcePublicId: text("source_public_id").notNull(),
		/** JSON: the source's identity keys, by which the target is found too. */
		sourceKeys: text("source_keys", { mode: "json" }).$type<string[]>().notNull(),
		targetId: text("target_id").notNull(),
		targetName: text("target_name").notNull(),
		targetNumber: text("target_number").notNull(),
		/** The versions that the merge gave the target and its form; it can be undone while they are the same. */
		targetVersion: integer("target_version").notNull(),
		/** Null when the target has no form. */
		targetFormVersion: integer("target_form_version"),
		fields: text({ mode: "json" }).$type<MergedField[]>().notNull(),
		/** JSON: how many rows of each kind moved to the target. */
		moved: text({ mode: "json" }).$type<Record<Belongings, number>>().notNull(),
		/** JSON; null once the merge was undone, or is too old to be. */
		archive: text({ mode: "json" }).$type<MergeArchive>(),
		comment: text().notNull(),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
		undoneBy: text("undone_by"),
		undoneByName: text("undone_by_name"),
		undoneAt: integer("undone_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("merges_by_target").on(table.organisationId, table.targetId, table.createdAt),
		index("merges_by_source").on(table.organisationId, table.sourceId, table.createdAt),
		index("merges_by_public_id").on(table.sourcePublicId),
		index("merges_archived").on(table.createdAt).where(sql`archive IS NOT NULL`),
	],
);
