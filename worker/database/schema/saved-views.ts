import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** A list under a name: its filters and its order; or criteria under a name. */
export const savedViews = sqliteTable(
	"saved_views",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** What is listed. */
		list: text({ enum: ["applicants", "transactions", "criteria"] })
			.notNull()
			.default("applicants"),
		/** The only user who sees it; '' for a view that the office shares. */
		holder: text().notNull(),
		ownerId: text("owner_id").notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		/** Shown in the side navigation with the number of its rows. */
		isPinned: integer("is_pinned", { mode: "boolean" }).notNull(),
		filter: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("saved_views_by_name").on(table.organisationId, table.list, table.holder, folded(table.name)),
	],
);

/**
 * Kept by triggers: applicants who need attention: `referee`, a reference is missing before the decision; `payment`,
 * a transaction is neither successful nor failed.
 * @public read by the statements of the list, and the source of its migration.
 */
export const applicantNeeds = sqliteTable(
	"applicant_needs",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		need: text({ enum: ["referee", "payment"] }).notNull(),
		seq: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicationId, table.need, table.seq] })],
);
