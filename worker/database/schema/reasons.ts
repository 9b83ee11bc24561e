import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Comments that an institution uses again and again. */
export const reasons = sqliteTable(
	"reasons",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		text: text().notNull(),
		/** Is it for staff alone? Then no mail, no letter and no public page has it. */
		isPrivate: integer("is_private", { mode: "boolean" }).notNull(),
		/** Offered no longer; what it was used for keeps its name. */
		active: integer({ mode: "boolean" }).notNull().default(true),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("reasons_by_text").on(table.organisationId, sql`lower(${table.text})`),
	],
);

/** Kept as events come: how many applicants a reason was given for, by application and by the stage they came to. */
export const reasonCounts = sqliteTable(
	"reason_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		reasonId: text("reason_id").notNull(),
		stepId: text("step_id").notNull(),
		applicants: integer().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicationId, table.reasonId, table.stepId] }),
		index("reason_counts_by_reason").on(table.organisationId, table.reasonId),
	],
);
