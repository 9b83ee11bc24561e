import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How a member of staff works with the portal, on whichever machine; without a row, as everybody at first. */
export const userPreferences = sqliteTable(
	"user_preferences",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		/** Do single keys run commands? Off for those whose tools type letters (WCAG 2.1.4). */
		singleKeys: integer("single_keys", { mode: "boolean" }).notNull().default(true),
		/** After a stage change, does the next applicant of the list open? */
		goesOn: integer("goes_on", { mode: "boolean" }).notNull().default(false),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.userId] })],
);
