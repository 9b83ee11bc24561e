import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { usualNumberFormat } from "#worker/contract/text/application-number";
import { folded } from "#worker/database/folded";

/** An intake applicants apply to: a form, courses and a workflow (§3 Application). */
export const applications = sqliteTable(
	"applications",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		title: text().notNull(),
		titleKey: text("title_key"),
		formDesignId: text("form_design_id").notNull(),
		workflowId: text("workflow_id").notNull(),
		active: integer({ mode: "boolean" }).notNull().default(true),
		startsAt: integer("starts_at"),
		endsAt: integer("ends_at"),
		/** How application numbers are made: `contract/text/application-number.ts`. */
		numberFormat: text("number_format").notNull().default(usualNumberFormat),
		/** What applicants read before the form, and after they have handed it in. */
		introduction: text().notNull().default(""),
		confirmation: text().notNull().default(""),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("applications_by_age").on(table.organisationId, table.createdAt, table.id),
		index("applications_by_workflow").on(table.organisationId, table.workflowId),
		uniqueIndex("applications_by_title").on(table.organisationId, folded(table.title)),
	],
);

export const applicationCourses = sqliteTable(
	"application_courses",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		formDesignId: text("form_design_id"),
		position: integer().notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicationId, table.courseId] }),
		index("application_courses_by_course").on(table.organisationId, table.courseId),
	],
);

/** A kind of tag for applications, such as Session (§3 Application group). */
export const applicationGroups = sqliteTable(
	"application_groups",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		createdAt: integer("created_at").notNull().default(1),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("application_groups_by_name").on(table.organisationId, folded(table.name)),
	],
);

export const applicationGroupItems = sqliteTable(
	"application_group_items",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		groupId: text("group_id").notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		enabled: integer({ mode: "boolean" }).notNull().default(true),
		createdAt: integer("created_at").notNull().default(1),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("application_group_items_by_name").on(table.organisationId, table.groupId, folded(table.name)),
	],
);

/** The group items an application carries; its applicants show them as tags (§3). */
export const applicationTags = sqliteTable(
	"application_tags",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		groupItemId: text("group_item_id").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicationId, table.groupItemId] }),
		index("application_tags_by_item").on(table.organisationId, table.groupItemId),
	],
);

/** The last serial number of each series of application numbers; applications with the same format share one. */
export const applicationNumbers = sqliteTable(
	"application_numbers",
	{
		organisationId: text("organisation_id").notNull(),
		/** What is around the serial number, with the year filled in: `CU/26/#`. */
		series: text().notNull(),
		last: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.series] })],
);
