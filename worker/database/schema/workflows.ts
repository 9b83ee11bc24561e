import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { StageRequirement } from "#worker/contract/stage-rules";
import type { StageType } from "#worker/contract/stage-types";
import type { PageSetup } from "#worker/contract/text/page-setup";
import { folded } from "#worker/database/folded";

export const workflows = sqliteTable(
	"workflows",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("workflows_by_name").on(table.organisationId, folded(table.name)),
	],
);

/** A position in a workflow; an applicant's step is their stage. */
export const workflowSteps = sqliteTable(
	"workflow_steps",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		workflowId: text("workflow_id").notNull(),
		name: text().notNull(),
		type: text().$type<StageType>().notNull(),
		position: integer().notNull(),
		emailTemplateId: text("email_template_id"),
		pdfTemplateId: text("pdf_template_id"),
		smsTemplateId: text("sms_template_id"),
		/** The steps that may follow; null for any. */
		nextStepIds: text("next_step_ids", { mode: "json" }).$type<string[]>(),
		/** The roles that may move applicants here; null for any. */
		roleIds: text("role_ids", { mode: "json" }).$type<string[]>(),
		/** What an applicant must have to be moved here; null for nothing. */
		requirements: text({ mode: "json" }).$type<StageRequirement[]>(),
		/** Whether only a release moves applicants here, which a second person has approved. */
		needsApproval: integer("needs_approval", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("workflow_steps_by_workflow").on(table.organisationId, table.workflowId, table.position),
	],
);

/**
 * Files sent with a step's templates, in the order they were added (§3 Workflow step). One that was removed stays, because
 * a former state of the workflow can be restored.
 */
export const workflowStepAttachments = sqliteTable(
	"workflow_step_attachments",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		stepId: text("step_id").notNull(),
		name: text().notNull(),
		mimetype: text().notNull(),
		size: integer().notNull(),
		objectKey: text("object_key").notNull(),
		createdAt: integer("created_at").notNull(),
		removedAt: integer("removed_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("workflow_step_attachments_by_step").on(table.organisationId, table.stepId, table.createdAt),
	],
);

/** A step as a draft has it. */
interface DraftedStep {
	id: string;
	name: string;
	type: string;
	emailTemplateId: string | null;
	pdfTemplateId: string | null;
	smsTemplateId: string | null;
	attachmentIds: string[];
	nextStepIds: string[] | null;
	roleIds: string[];
	requirements: StageRequirement[];
	needsApproval: boolean;
}

/** The steps of a workflow after a change of its draft. */
interface DraftState {
	steps: DraftedStep[];
	/** The name of the user who changed it; null for nobody. */
	by: string | null;
	at: number;
}

/** The condition that a draft was discarded. */
export const discardedDraft = sql`state < 0`;

/** Steps of a workflow that are not published: one draft of each workflow, which everybody shares who may change it. */
export const workflowDrafts = sqliteTable(
	"workflow_drafts",
	{
		organisationId: text("organisation_id").notNull(),
		workflowId: text("workflow_id").notNull(),
		/** The published steps that it began with. */
		base: text({ mode: "json" }).$type<DraftedStep[]>().notNull(),
		/** The steps after each change, the oldest first. */
		states: text({ mode: "json" }).$type<DraftState[]>().notNull(),
		/** The index of the state that the draft is at: those after it were undone. */
		state: integer().notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.workflowId] }),
		index("workflow_drafts_discarded").on(table.updatedAt).where(discardedDraft),
	],
);

export const templates = sqliteTable(
	"templates",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		type: text({ enum: ["email", "document", "sms"] }).notNull(),
		origin: text({ enum: ["user", "system"] })
			.notNull()
			.default("user"),
		active: integer({ mode: "boolean" }).notNull().default(true),
		subject: text(),
		content: text().notNull(),
		/** How the pages of a document are set up; null for as usual. */
		page: text({ mode: "json" }).$type<PageSetup>(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("templates_by_type").on(table.organisationId, table.type, table.name),
	],
);

interface DraftTexts {
	name: string;
	/** Empty for other types than emails. */
	subject: string;
	content: string;
}

/** The texts of a template after a change of its draft. */
interface DraftStep extends DraftTexts {
	/** The name of the user who changed it; null for nobody. */
	by: string | null;
	/** When the change began. */
	at: number;
}

/** The condition that nobody sees a draft in a list: it was discarded, or its template was never created. */
export const leftDraft = sql`(step < 0 OR template_id = '')`;

/** Texts of a template that are not published: one draft of each template, and of each user one of each type for the next. */
export const templateDrafts = sqliteTable(
	"template_drafts",
	{
		organisationId: text("organisation_id").notNull(),
		/** '' for a template that is not created yet. */
		templateId: text("template_id").notNull(),
		/** The user who drafts a template that does not exist yet; '' for the draft of an existing one, which everybody shares. */
		userId: text("user_id").notNull(),
		type: text({ enum: ["email", "document", "sms"] }).notNull(),
		/** The published texts that it began with; null where there is no template. */
		base: text({ mode: "json" }).$type<DraftTexts>(),
		/** The texts after each change, the oldest first. */
		steps: text({ mode: "json" }).$type<DraftStep[]>().notNull(),
		/** The index of the step that the draft is at: those after it were undone. */
		step: integer().notNull(),
		/** The key of the page that saved it last; null after an undo or redo. */
		pageKey: text("page_key"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.templateId, table.userId, table.type] }),
		index("template_drafts_left").on(table.updatedAt).where(leftDraft),
	],
);
