import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { KeptBefore, MovedRows, TakenField } from "#worker/contract/applicant-merge";

/**
 * Kept by triggers: two applicants of one application who share what people are known by, so that they may be one person.
 * The one who registered earlier is the first.
 */
export const duplicatePairs = sqliteTable(
	"duplicate_pairs",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		firstId: text("first_id").notNull(),
		secondId: text("second_id").notNull(),
		/** How many keys they share. */
		strength: integer().notNull(),
		/** UTC milliseconds, as all times. */
		foundAt: integer("found_at").notNull(),
		/** Who said that they are two persons, and when; null while nobody has. */
		decidedBy: text("decided_by"),
		decidedByName: text("decided_by_name"),
		decidedAt: integer("decided_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.firstId, table.secondId] }),
		index("duplicate_pairs_by_second").on(table.organisationId, table.secondId, table.firstId),
		index("duplicate_pairs_open")
			.on(table.organisationId, table.applicationId, table.strength, table.foundAt)
			.where(sql`decided_at IS NULL`),
		index("duplicate_pairs_decided")
			.on(table.organisationId, table.applicationId, table.decidedAt)
			.where(sql`decided_at IS NOT NULL`),
	],
);

/**
 * Kept by triggers: how many pairs of an application wait for somebody to decide, and how many were decided.
 * @public read by the statements of the list, and the source of its migration.
 */
export const duplicateCounts = sqliteTable(
	"duplicate_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		open: integer().notNull(),
		decided: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicationId] })],
);

/** Two applicants who were made one: the one who went is kept here whole, until somebody undoes it. */
export const merges = sqliteTable(
	"merges",
	{
		organisationId: text("organisation_id").notNull(),
		/** The event's own. */
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		keptId: text("kept_id").notNull(),
		mergedId: text("merged_id").notNull(),
		/** By which their public summary was asked for. */
		mergedPublicId: text("merged_public_id").notNull(),
		/** JSON: the row of the one who went, by column. */
		merged: text({ mode: "json" }).$type<Record<string, string | number | null>>().notNull(),
		/** JSON: by what the one who went was known. */
		keys: text({ mode: "json" }).$type<string[]>().notNull(),
		/** JSON: the pairs that the one who went was in. */
		pairs: text({ mode: "json" }).$type<(typeof duplicatePairs.$inferSelect)[]>().notNull(),
		/** JSON */
		taken: text({ mode: "json" }).$type<TakenField[]>().notNull(),
		/** JSON */
		before: text({ mode: "json" }).$type<KeptBefore>().notNull(),
		/** JSON */
		moved: text({ mode: "json" }).$type<MovedRows>().notNull(),
		comment: text().notNull(),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
		undoneBy: text("undone_by"),
		undoneByName: text("undone_by_name"),
		undoneAt: integer("undone_at"),
		/** JSON: labels of the fields that an undo left as they were. */
		stayed: text({ mode: "json" }).$type<string[]>(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("merges_by_kept").on(table.organisationId, table.keptId, table.createdAt),
		index("merges_by_merged").on(table.organisationId, table.mergedId, table.createdAt),
		index("merges_by_public_id").on(table.mergedPublicId),
	],
);
