import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

/**
 * Replaces an applicant's identity keys by these and by those of everybody merged into it, in the change's commit.
 */
export const writeIdentityKeys = (
	ctx: Pick<OrgContext, "db" | "organisationId">,
	{ keys, ...owner }: Owner & { keys: readonly string[] },
): Write[] =>
	replaceIdentityKeys(
		ctx,
		owner,
		sql`SELECT value FROM json_each(${JSON.stringify(keys)}) UNION
			SELECT one.value FROM merges JOIN json_each(merges.source_keys) AS one
				WHERE merges.organisation_id = ${ctx.organisationId} AND merges.target_id = ${owner.ownerId}
					AND merges.undone_at IS NULL`,
	);

interface Owner {
	scope: string;
	ownerId: string;
}

/** Replaces an owner's identity keys. @param keys a query of them, as `value` */
export const replaceIdentityKeys = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ scope, ownerId }: Owner,
	keys: SQL,
): Write[] => [
	db
		.delete(identityKeys)
		.where(
			and(
				eq(identityKeys.organisationId, organisationId),
				eq(identityKeys.scope, scope),
				eq(identityKeys.ownerId, ownerId),
				sql`${identityKeys.key} NOT IN (${keys})`,
			),
		),
	insertFrom(
		db,
		identityKeys,
		{ organisationId, scope, key: sql`value`, ownerId },
		sql`FROM (${keys}) WHERE true`,
	).onConflictDoNothing(),
];

export const replaceKeysOf = (
	ctx: Pick<OrgContext, "db" | "organisationId">,
	owner: Owner,
	keys: readonly string[],
): Write[] => replaceIdentityKeys(ctx, owner, sql`SELECT value FROM json_each(${JSON.stringify(keys)})`);

type IdentityKey = readonly [organisationId: string, scope: string, key: string, ownerId: string];

/** Adds identity keys. @param onlyIf must hold too: the task is where its slice began, for example */
export const addIdentityKeys = (db: OrgContext["db"], keys: readonly IdentityKey[], onlyIf: SQL = sql`true`): Write =>
	insertFrom(
		db,
		identityKeys,
		{ organisationId: sql`value ->> 0`, scope: sql`value ->> 1`, key: sql`value ->> 2`, ownerId: sql`value ->> 3` },
		sql`FROM json_each(${JSON.stringify(keys)}) WHERE ${onlyIf}`,
	).onConflictDoNothing();

/** Removes the identity keys of some owners; without `owners`, of everybody in the scope. */
export const removeIdentityKeys = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	scope: string,
	{ owners, onlyIf }: { owners?: readonly string[]; onlyIf?: SQL } = {},
): Write =>
	db
		.delete(identityKeys)
		.where(
			and(
				eq(identityKeys.organisationId, organisationId),
				eq(identityKeys.scope, scope),
				owners && sql`${identityKeys.ownerId} IN (SELECT value FROM json_each(${JSON.stringify(owners)}))`,
				onlyIf,
			),
		);

/** Removes some of the identity keys in these scopes. @param scopes a query of `organisation_id` and `id` */
export const removeIdentityKeysIn = (db: OrgContext["db"], scopes: SQL, atMost: number): Write =>
	db.delete(identityKeys).where(
		sql`${identityKeys}.rowid IN (SELECT known.rowid FROM (${scopes}) AS scope CROSS JOIN identity_keys AS known
			ON known.organisation_id = scope.organisation_id AND known.scope = scope.id LIMIT ${atMost})`,
	);
