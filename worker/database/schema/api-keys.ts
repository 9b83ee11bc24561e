import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** A key by which a program calls the API in its own name. */
export const apiKeys = sqliteTable(
	"api_keys",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		/** The SHA-256 digest of the key, which is stored nowhere. */
		keyHash: text("key_hash").notNull(),
		/** The last characters of the key, by which people recognise it. */
		hint: text().notNull(),
		/** JSON array of `resource:action` (§6). */
		privileges: text({ mode: "json" }).$type<string[]>().notNull(),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
		/** Written at most once a minute; null before the first use. */
		lastUsedAt: integer("last_used_at"),
		revokedAt: integer("revoked_at"),
		revokedByName: text("revoked_by_name"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("api_keys_by_hash").on(table.organisationId, table.keyHash),
		uniqueIndex("api_keys_by_name").on(table.organisationId, folded(table.name)).where(sql`revoked_at IS NULL`),
	],
);
