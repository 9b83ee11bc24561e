import * as v from "valibot";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { openDatabase } from "#worker/database/database";
import type { Env } from "#worker/env";
import { readApplicantsAfter } from "#worker/services/duplicates/backfill-keys.queries";
import { writePairsOf } from "#worker/services/duplicates/duplicate-pairs.writes";
import { addIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";

/** Applicants one sweep looks at. */
const sliceSize = 300;

/** How far the applicants have been gone through; null when all were. why another: once more, for their duplicates. */
const placeKey = "sweep/known-duplicates.json";
const Place = v.object({ after: v.nullable(v.number()) });

/**
 * Writes down by what applicants are known who were there before that was kept, and who may be one person: some hundred a
 * sweep, and once. Who came or changed since was written down with the change.
 */
export const backfillIdentityKeys = async (env: Env): Promise<void> => {
	const kept = await env.FILES.get(placeKey);
	const place = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), await kept?.text());
	const after = place.success ? place.output.after : 0;
	if (after === null) return;
	const db = openDatabase(env.DB);
	const rows = await readApplicantsAfter(db, { after, limit: sliceSize });
	const known = rows.flatMap(({ organisationId, applicationId, id, layout, data, ...named }) =>
		applicantKeysOf(named, layout, data).map((key) => [organisationId, applicationId, key, id] as const),
	);
	const owners = rows.map(({ organisationId, applicationId, id }) => [organisationId, applicationId, id] as const);
	await db.batch([addIdentityKeys(db, known), writePairsOf(db, owners)]);
	await env.FILES.put(placeKey, JSON.stringify({ after: rows.at(-1)?.seq ?? null }));
};
