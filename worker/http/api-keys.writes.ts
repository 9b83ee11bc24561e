import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { apiKeys } from "#worker/database/schema/api-keys";

type Key = Pick<typeof apiKeys.$inferInsert, "id" | "name" | "keyHash" | "hint" | "privileges">;

/** Adds a key, while fewer than the limit are in use. */
export const insertApiKey = ({ db, organisationId, actor, now }: OrgContext, key: Key, most: number): Write =>
	insertFrom(
		db,
		apiKeys,
		{ organisationId, ...key, createdBy: actor.id, createdByName: actor.name, createdAt: now() },
		sql`WHERE (SELECT count(*) FROM api_keys WHERE organisation_id = ${organisationId} AND revoked_at IS NULL) < ${most}`,
	);

export const revokeKey = ({ db, organisationId, actor, now }: OrgContext, id: string): Write =>
	db
		.update(apiKeys)
		.set({ revokedAt: now(), revokedByName: actor.name })
		.where(and(eq(apiKeys.organisationId, organisationId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));

/** Stores that a key was used at the moment `now`, unless it is known to have been used since `before`. */
export const markKeyUsed = (
	db: Database,
	{ organisationId, id }: { organisationId: string; id: string },
	{ now, before }: { now: number; before: number },
) =>
	db
		.update(apiKeys)
		.set({ lastUsedAt: now })
		.where(
			and(
				eq(apiKeys.organisationId, organisationId),
				eq(apiKeys.id, id),
				or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before)),
			),
		);
