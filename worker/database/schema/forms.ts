import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FormData, FormLayout, RepeatCounts } from "#worker/contract/form-schema";

export const formDesigns = sqliteTable(
	"form_designs",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		title: text().notNull(),
		active: integer({ mode: "boolean" }).notNull().default(true),
		status: text().notNull().default("published"),
		version: integer().notNull().default(1),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/** Every version is kept: a submission is always read with the layout it was made with. */
export const formDesignVersions = sqliteTable(
	"form_design_versions",
	{
		organisationId: text("organisation_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		version: integer().notNull(),
		layout: text({ mode: "json" }).$type<FormLayout>().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.formDesignId, table.version] })],
);

/** What an applicant answered; its id is the applicant's `formId` on the wire (§3). */
export const submissions = sqliteTable(
	"submissions",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicantId: text("applicant_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		designVersion: integer("design_version").notNull(),
		data: text({ mode: "json" }).$type<FormData>().notNull(),
		repeats: text({ mode: "json" }).$type<RepeatCounts>().notNull(),
		percentComplete: integer("percent_complete").notNull(),
		version: integer().notNull().default(1),
		submittedAt: integer("submitted_at"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("submissions_by_applicant").on(table.organisationId, table.applicantId),
	],
);

export const attachments = sqliteTable(
	"attachments",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		submissionId: text("submission_id").notNull(),
		fieldId: text("field_id").notNull(),
		title: text().notNull(),
		section: text().notNull(),
		name: text().notNull(),
		mimetype: text().notNull(),
		/** In bytes. */
		size: integer().notNull(),
		objectKey: text("object_key").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("attachments_by_submission").on(table.organisationId, table.submissionId),
	],
);
