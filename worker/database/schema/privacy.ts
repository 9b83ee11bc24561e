import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Removed } from "#worker/contract/erasure";
import { folded } from "#worker/database/folded";

/** Applicants whose data was erased: what the accounts still need of them, and what was removed. */
export const erasedApplicants = sqliteTable(
	"erased_applicants",
	{
		organisationId: text("organisation_id").notNull(),
		/** The applicant's id, which payments still have. */
		id: text().notNull(),
		applicationNumber: text("application_number").notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		stepId: text("step_id").notNull(),
		registeredAt: integer("registered_at").notNull(),
		submittedAt: integer("submitted_at"),
		/** How many of each kind were removed. */
		removed: text({ mode: "json" }).$type<Removed>().notNull(),
		/** Files that are still to be deleted from the store; null when they are. */
		files: text({ mode: "json" }).$type<string[]>(),
		reason: text().notNull(),
		runId: text("run_id").notNull(),
		erasedBy: text("erased_by").notNull(),
		erasedByName: text("erased_by_name").notNull(),
		erasedAt: integer("erased_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("erased_applicants_by_age").on(table.organisationId, table.erasedAt, table.id),
		index("erased_applicants_with_files").on(table.erasedAt).where(sql`files IS NOT NULL`),
	],
);

/**
 * What is being erased: applicants and those merged into them, the uploaded candidates that they were expected as, the mailings to
 * nobody else, and the events that are about them alone. There for one commit only, in which the logs and the ledger let go of what is
 * personal.
 */
export const erasing = sqliteTable(
	"erasing",
	{ organisationId: text("organisation_id").notNull(), id: text().notNull() },
	(table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/** Rules by which applicants of an application are erased some months after it has closed. */
export const retentionRules = sqliteTable(
	"retention_rules",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		applicationId: text("application_id").notNull(),
		outcome: text({ enum: ["never_submitted", "declined"] }).notNull(),
		months: integer().notNull(),
		enabled: integer({ mode: "boolean" }).notNull(),
		/** When the sweep looks at it again, UTC milliseconds; 0 for at once. */
		nextAt: integer("next_at").notNull().default(0),
		/** When those who are about to be erased were announced, UTC milliseconds; null while nobody is. */
		announcedAt: integer("announced_at"),
		lastErasedAt: integer("last_erased_at"),
		/** How many applicants the last run was about. */
		lastErased: integer("last_erased"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("retention_rules_by_name").on(table.organisationId, folded(table.name)),
		index("retention_rules_due").on(table.nextAt).where(sql`enabled = 1`),
	],
);
