import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

/**
 * Sets an applicant's identity keys: its own, and those of everybody merged into it. Belongs in the commit that changes
 * the applicant.
 */
export const writeIdentityKeys = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ scope, ownerId, keys }: { scope: string; ownerId: string; keys: readonly string[] },
): Write[] => {
	const all = sql`SELECT value FROM json_each(${JSON.stringify(keys)}) UNION
		SELECT one.value FROM merges JOIN json_each(merges.source_keys) AS one
			WHERE merges.organisation_id = ${organisationId} AND merges.target_id = ${ownerId} AND merges.undone_at IS NULL`;
	return [
		db
			.delete(identityKeys)
			.where(
				and(
					eq(identityKeys.organisationId, organisationId),
					eq(identityKeys.scope, scope),
					eq(identityKeys.ownerId, ownerId),
					sql`${identityKeys.key} NOT IN (${all})`,
				),
			),
		db
			.insert(identityKeys)
			// why `WHERE true`: without it SQLite reads the conflict clause as a join.
			.select(sql`SELECT ${organisationId}, ${scope}, value, ${ownerId} FROM (${all}) WHERE true`)
			.onConflictDoNothing(),
	];
};
