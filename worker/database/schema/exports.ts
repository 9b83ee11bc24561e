import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The columns of a user's last export of an application. */
export const exportChoices = sqliteTable(
	"export_choices",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		applicationId: text("application_id").notNull(),
		/** Ids of the columns, in their order. */
		columns: text({ mode: "json" }).$type<string[]>().notNull(),
		format: text({ enum: ["xlsx", "csv"] }).notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.userId, table.applicationId] })],
);
