import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FormData, FormLayout, RepeatCounts } from "#worker/contract/forms/form-schema";

export const formDesigns = sqliteTable(
	"form_designs",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		title: text().notNull(),
		titleKey: text("title_key"),
		active: integer({ mode: "boolean" }).notNull().default(true),
		status: text().notNull().default("published"),
		/** The version that is published; 0 while there is none. */
		version: integer().notNull().default(1),
		/** The step that the draft of the next version is at; null without a draft. */
		draftStep: integer("draft_step"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/** The draft of a design's next version after each of its changes, for undo and redo; the first is where it began. */
export const formDesignSteps = sqliteTable(
	"form_design_steps",
	{
		organisationId: text("organisation_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		step: integer().notNull(),
		layout: text({ mode: "json" }).$type<FormLayout>().notNull(),
		/** What was changed, in words. */
		what: text().notNull(),
		actorName: text("actor_name"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.formDesignId, table.step] })],
);

/** Every version is kept: a submission is read with the layout that it was made with. */
export const formDesignVersions = sqliteTable(
	"form_design_versions",
	{
		organisationId: text("organisation_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		version: integer().notNull(),
		layout: text({ mode: "json" }).$type<FormLayout>().notNull(),
		/** Who published it; null for the ones that came with the institution. */
		actorName: text("actor_name"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.formDesignId, table.version] })],
);

/**
 * Kept by triggers: the field of each version of a form that asks for a fact, such as the score.
 * @public read by the statements of the list, and the source of its migration.
 */
export const formFacts = sqliteTable(
	"form_facts",
	{
		organisationId: text("organisation_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		version: integer().notNull(),
		fact: text().notNull(),
		fieldId: text("field_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.formDesignId, table.version, table.fact] })],
);

/**
 * The fields of a form whose answers are masked until they are revealed, in every version of it: what is published last
 * decides. Written when a version is published.
 */
export const sensitiveFields = sqliteTable(
	"sensitive_fields",
	{
		organisationId: text("organisation_id").notNull(),
		formDesignId: text("form_design_id").notNull(),
		fieldId: text("field_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.formDesignId, table.fieldId] })],
);

/** The answers of an applicant; its id is the applicant's `formId` on the wire (§3). */
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
		/** The answers that conditions hide: they give no facts. */
		hidden: text({ mode: "json" }).$type<string[]>(),
		percentComplete: integer("percent_complete").notNull(),
		version: integer().notNull().default(1),
		submittedAt: integer("submitted_at"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("submissions_by_applicant").on(table.organisationId, table.applicantId),
		index("submissions_by_design").on(table.organisationId, table.formDesignId, table.designVersion),
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
		size: integer().notNull(),
		objectKey: text("object_key").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("attachments_by_submission").on(table.organisationId, table.submissionId),
	],
);

/** A file in a draft, until the update that attaches it. */
export interface DraftFile {
	id: string;
	fieldId: string;
	name: string;
	mimetype: string;
	size: number;
	objectKey: string;
}

/** What a user has typed into an applicant's form and not saved yet. */
export const formDrafts = sqliteTable(
	"form_drafts",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		submissionId: text("submission_id").notNull(),
		/** The version of the submission on which the draft is based. */
		version: integer().notNull(),
		data: text({ mode: "json" }).$type<FormData>().notNull(),
		repeats: text({ mode: "json" }).$type<RepeatCounts>().notNull(),
		files: text({ mode: "json" }).$type<DraftFile[]>().notNull(),
		/** Attachments that the update removes. */
		removedFiles: text("removed_files", { mode: "json" }).$type<string[]>().notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.userId, table.submissionId] }),
		index("form_drafts_by_age").on(table.updatedAt),
	],
);
