import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

/**
 * By what somebody is known from now on, and by what those were known who were merged into them. Goes into the commit
 * that changes who they are.
 */
export const writeIdentityKeys = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ scope, ownerId, keys }: { scope: string; ownerId: string; keys: readonly string[] },
): Write[] => {
	const known = sql`SELECT value FROM json_each(${JSON.stringify(keys)}) UNION
		SELECT taken.value FROM merges JOIN json_each(merges.keys) AS taken
			WHERE merges.organisation_id = ${organisationId} AND merges.kept_id = ${ownerId} AND merges.undone_at IS NULL`;
	return [
		db
			.delete(identityKeys)
			.where(
				and(
					eq(identityKeys.organisationId, organisationId),
					eq(identityKeys.scope, scope),
					eq(identityKeys.ownerId, ownerId),
					sql`${identityKeys.key} NOT IN (${known})`,
				),
			),
		db
			.insert(identityKeys)
			// why `WHERE true`: without it SQLite takes the conflict clause for a join.
			.select(sql`SELECT ${organisationId}, ${scope}, value, ${ownerId} FROM (${known}) WHERE true`)
			.onConflictDoNothing(),
	];
};

/** By what some are known, each with its organisation, scope, key and owner. */
export const addIdentityKeys = (
	db: OrgContext["db"],
	keys: readonly (readonly [organisationId: string, scope: string, key: string, ownerId: string])[],
): Write =>
	db
		.insert(identityKeys)
		.select(sql`
			SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${JSON.stringify(keys)}) WHERE true`)
		.onConflictDoNothing();
