import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { StageType } from "#worker/contract/stage-types";

export const workflows = sqliteTable(
	"workflows",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("workflows_by_name").on(table.organisationId, table.name),
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
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("workflow_steps_by_workflow").on(table.organisationId, table.workflowId, table.position),
	],
);

/** Files sent with a step's templates, in the order they were added (§3 Workflow step). */
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
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("workflow_step_attachments_by_step").on(table.organisationId, table.stepId, table.createdAt),
	],
);

export const templates = sqliteTable(
	"templates",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		type: text({ enum: ["email", "document", "sms"] }).notNull(),
		origin: text({ enum: ["user", "system"] })
			.notNull()
			.default("user"),
		active: integer({ mode: "boolean" }).notNull().default(true),
		subject: text(),
		content: text().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("templates_by_type").on(table.organisationId, table.type, table.name),
	],
);
