import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How a user works with the portal, on all devices; without a row, the defaults. */
export const userPreferences = sqliteTable(
	"user_preferences",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		/** Whether single keys run commands; off for users whose tools type letters (WCAG 2.1.4). */
		singleKeys: integer("single_keys", { mode: "boolean" }).notNull().default(true),
		/** Not used any more: whether the next applicant opens is chosen with each stage change. */
		goesOn: integer("goes_on", { mode: "boolean" }).notNull().default(false),
		/** The columns of the applicants list, in order; null for the usual ones. */
		listColumns: text("list_columns", { mode: "json" }).$type<string[]>(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.userId] })],
);
