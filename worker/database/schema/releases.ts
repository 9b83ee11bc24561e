import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { releaseStates } from "#worker/contract/release-states";

/** Decisions that wait for a second person: a stage change that is not made yet. */
export const releases = sqliteTable(
	"releases",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		state: text({ enum: releaseStates }).notNull(),
		/** Grows with every change, also of its rows: a step is taken with the version that was seen. */
		version: integer().notNull().default(1),
		applicationId: text("application_id").notNull(),
		/** The step, and its name at the time. */
		stageId: text("stage_id").notNull(),
		stageName: text("stage_name").notNull(),
		/** The comment of the stage change. */
		reason: text().notNull(),
		/** The reusable reason that the comment begins with. */
		reasonId: text("reason_id"),
		/** Where the applicants are posted as well. */
		locationId: text("location_id"),
		doNotNotify: integer("do_not_notify", { mode: "boolean" }).notNull(),
		preparedBy: text("prepared_by").notNull(),
		preparedByName: text("prepared_by_name").notNull(),
		preparedAt: integer("prepared_at").notNull(),
		/** Null until it is proposed, and again after it was sent back. */
		proposedBy: text("proposed_by"),
		proposedByName: text("proposed_by_name"),
		proposedAt: integer("proposed_at"),
		/** Null until it is approved, and again after it was sent back. */
		approvedBy: text("approved_by"),
		approvedByName: text("approved_by_name"),
		approvedAt: integer("approved_at"),
		/** Why it was sent back the last time; null when it was not, or was proposed again. */
		returnReason: text("return_reason"),
		/** When it is released, UTC milliseconds; null until that is chosen. */
		dueAt: integer("due_at"),
		/** When its run began; the run and its task have the release's id. */
		releasedAt: integer("released_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("releases_newest").on(table.organisationId, table.preparedAt, table.id),
		index("releases_by_state").on(table.organisationId, table.state, table.preparedAt, table.id),
		index("releases_due").on(table.dueAt).where(sql`state = 'scheduled'`),
	],
);

/** The applicants of a release. */
export const releaseRows = sqliteTable(
	"release_rows",
	{
		organisationId: text("organisation_id").notNull(),
		releaseId: text("release_id").notNull(),
		applicantId: text("applicant_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.releaseId, table.applicantId] })],
);
