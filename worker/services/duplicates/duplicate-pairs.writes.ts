import { sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { duplicatePairs } from "#worker/database/schema/duplicates";

/** More than these who have one key, as the phone of an agent, are not said to be one person; as the triggers have it. */
const mostHolders = 10;

/**
 * Pairs applicants with all who share what they are known by, as the triggers do when a key is new. Pairs that are there
 * stay as they are.
 */
export const writePairsOf = (
	db: Database,
	owners: readonly (readonly [organisationId: string, scope: string, ownerId: string])[],
): Write =>
	insertFrom(
		db,
		duplicatePairs,
		{
			organisationId: sql`owner.organisation_id`,
			applicationId: sql`owner.application_id`,
			firstId: sql`iif(owner.seq < other.seq, owner.id, other.id)`,
			secondId: sql`iif(owner.seq < other.seq, other.id, owner.id)`,
			strength: sql`(SELECT count(*) FROM identity_keys AS one CROSS JOIN identity_keys AS same
				ON same.organisation_id = one.organisation_id AND same.scope = one.scope AND same.key = one.key
					AND same.owner_id = other.id
				WHERE one.organisation_id = owner.organisation_id AND one.scope = owner.application_id
					AND one.owner_id = owner.id)`,
			foundAt: sql`max(owner.updated_at, other.updated_at)`,
		},
		// why grouped: two applicants may share several keys.
		sql`FROM json_each(${JSON.stringify(owners)}) AS named
			CROSS JOIN applicants AS owner
				ON owner.organisation_id = named.value ->> 0 AND owner.id = named.value ->> 2
					AND owner.application_id = named.value ->> 1
			CROSS JOIN identity_keys AS mine ON mine.organisation_id = owner.organisation_id
				AND mine.scope = owner.application_id AND mine.owner_id = owner.id
			CROSS JOIN identity_keys AS theirs ON theirs.organisation_id = mine.organisation_id
				AND theirs.scope = mine.scope AND theirs.key = mine.key AND theirs.owner_id <> mine.owner_id
				AND (SELECT count(*) FROM (SELECT 1 FROM identity_keys WHERE organisation_id = mine.organisation_id
					AND scope = mine.scope AND key = mine.key LIMIT ${mostHolders + 1})) <= ${mostHolders}
			CROSS JOIN applicants AS other ON other.organisation_id = theirs.organisation_id AND other.id = theirs.owner_id
				AND other.application_id = theirs.scope
			WHERE true GROUP BY owner.seq, other.seq`,
	).onConflictDoNothing();
