import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { NamedFilter } from "#worker/contract/applicant-filter";

/** A list of applicants under a name: its filters and its order. */
export const savedViews = sqliteTable(
	"saved_views",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** Whose it is alone; '' for one that the office shares. */
		holder: text().notNull(),
		/** Who saved it. */
		ownerId: text("owner_id").notNull(),
		name: text().notNull(),
		/** Shown in the side navigation, with how many applicants it holds. */
		isPinned: integer("is_pinned", { mode: "boolean" }).notNull(),
		filter: text({ mode: "json" }).$type<NamedFilter>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("saved_views_by_name").on(table.organisationId, table.holder, sql`lower(${table.name})`),
	],
);

/**
 * Kept by triggers: applicants whom somebody has to look after, by what for: `referee`, a reference that is missing
 * while nothing is decided; `payment`, a transaction neither successful nor failed.
 * @public read by the statements of the list, and the source of its migration.
 */
export const applicantNeeds = sqliteTable(
	"applicant_needs",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		need: text({ enum: ["referee", "payment"] }).notNull(),
		/** The applicant's. */
		seq: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicationId, table.need, table.seq] })],
);
