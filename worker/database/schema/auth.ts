import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

export const users = sqliteTable(
	"users",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** Lower case; also the username (§5). */
		email: text().notNull(),
		firstName: text("first_name").notNull(),
		lastName: text("last_name").notNull(),
		/** `scrypt$N$r$p$salt$hash`; null for users who sign in with Google only. */
		passwordHash: text("password_hash"),
		blocked: integer({ mode: "boolean" }).notNull().default(false),
		emailConfirmedAt: integer("email_confirmed_at"),
		lastLoginAt: integer("last_login_at"),
		createdAt: integer("created_at").notNull(),
		/** When the name, the roles or the block changed last; 0 for never. */
		updatedAt: integer("updated_at").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("users_by_email").on(table.organisationId, table.email),
		index("users_by_name").on(
			table.organisationId,
			sql`lower(${table.firstName})`,
			sql`lower(${table.lastName})`,
			table.id,
		),
		index("users_by_blocked").on(table.organisationId, table.blocked),
	],
);

export const roles = sqliteTable(
	"roles",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		/** JSON array of `resource:action` (§6). */
		privileges: text({ mode: "json" }).$type<string[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("roles_by_name").on(table.organisationId, folded(table.name)),
	],
);

/** A role of a user, at a place in the institution (§3 Current user). */
export const userRoles = sqliteTable(
	"user_roles",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		roleId: text("role_id").notNull(),
		adminLevelItemId: text("admin_level_item_id"),
		position: integer().notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.userId, table.roleId] }),
		index("user_roles_by_role").on(table.organisationId, table.roleId, table.userId),
		index("user_roles_by_item").on(table.organisationId, table.adminLevelItemId),
	],
);

/** One sign-in on one device: the family of a rotating refresh token. Tokens are derived from id and generation, never stored. */
export const sessions = sqliteTable(
	"sessions",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		userId: text("user_id").notNull(),
		/** Who opened it, and alone may refresh it: the portal, which has a secret, or any client of the API. */
		client: text({ enum: ["portal", "api"] })
			.notNull()
			.default("portal"),
		generation: integer().notNull().default(0),
		rotatedAt: integer("rotated_at").notNull(),
		/** A recent request of the session; null before its first one that was recorded. */
		seenAt: integer("seen_at"),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		endedAt: integer("ended_at"),
		endReason: text("end_reason"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("sessions_by_user").on(table.organisationId, table.userId),
		index("sessions_by_expiry").on(table.expiresAt),
	],
);

/** Single-use secrets (password reset, email confirmation, Google transfer code, socket ticket) as hashes. */
export const oneTimeTokens = sqliteTable(
	"one_time_tokens",
	{
		organisationId: text("organisation_id").notNull(),
		tokenHash: text("token_hash").notNull(),
		userId: text("user_id").notNull(),
		purpose: text({ enum: ["reset", "confirm", "transfer", "socket"] }).notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		usedAt: integer("used_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.tokenHash] }),
		index("one_time_tokens_by_expiry").on(table.expiresAt),
		index("one_time_tokens_by_user").on(table.organisationId, table.userId, table.purpose),
	],
);

/** Fixed-window counters for the rate limits. */
export const rateLimits = sqliteTable(
	"rate_limits",
	{
		organisationId: text("organisation_id").notNull(),
		bucket: text().notNull(),
		windowStartedAt: integer("window_started_at").notNull(),
		hits: integer().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.bucket] }),
		index("rate_limits_by_window").on(table.windowStartedAt),
	],
);
