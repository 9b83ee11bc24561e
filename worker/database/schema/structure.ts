import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded, foldedTogether } from "#worker/database/folded";

/** Faculty, department …: the institution's own hierarchy (§3 Admin level). */
export const adminLevels = sqliteTable(
	"admin_levels",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		parentId: text("parent_id"),
		childId: text("child_id"),
		position: integer().notNull(),
		createdAt: integer("created_at").notNull().default(1),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

export const adminLevelItems = sqliteTable(
	"admin_level_items",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		levelId: text("level_id").notNull(),
		parentItemId: text("parent_item_id"),
		name: text().notNull(),
		nameKey: text("name_key"),
		createdAt: integer("created_at").notNull().default(1),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("admin_level_items_by_name").on(
			...([table.organisationId, table.levelId] as const),
			...([sql`coalesce(${table.parentItemId}, '')`, folded(table.name)] as const),
		),
		index("admin_level_items_by_level").on(table.organisationId, table.levelId),
		index("admin_level_items_by_parent").on(table.organisationId, table.parentItemId),
	],
);

export const courses = sqliteTable(
	"courses",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		code: text().notNull(),
		codeKey: text("code_key"),
		title: text().notNull(),
		titleKey: text("title_key"),
		status: text({ enum: ["active", "disabled"] })
			.notNull()
			.default("active"),
		adminLevelItemId: text("admin_level_item_id"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("courses_by_code").on(table.organisationId, table.code),
		/** What no two share; the one above sorts. */
		uniqueIndex("courses_by_folded_code").on(table.organisationId, folded(table.code)),
		// why the ids: a page is chosen, and the pages before it are passed over, in the index alone.
		index("courses_by_title").on(table.organisationId, folded(table.title), table.id),
		/** What a search goes through, without reading the courses. */
		index("courses_by_text").on(table.organisationId, foldedTogether(table.code, table.title)),
		index("courses_by_admin_level_item").on(table.organisationId, table.adminLevelItemId),
	],
);
