import * as v from "valibot";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { openDatabase } from "#worker/database/database";
import { addIdentityKeys } from "#worker/database/identity-keys.writes";
import type { Env } from "#worker/env";
import { readApplicantsAfter } from "#worker/events/known-applicants.queries";

/** Applicants one sweep looks at. */
const sliceSize = 300;

/** How far the applicants have been gone through; null when all were. */
const placeKey = "sweep/known-applicants.json";
const Place = v.object({ after: v.nullable(v.number()) });

/**
 * Writes down by what applicants are known who were there before that was kept: some hundred a sweep, and once. Who came
 * or changed since was written down with the change.
 */
export const knowApplicants = async (env: Env): Promise<void> => {
	const kept = await env.FILES.get(placeKey);
	const place = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), await kept?.text());
	const after = place.success ? place.output.after : 0;
	if (after === null) return;
	const db = openDatabase(env.DB);
	const rows = await readApplicantsAfter(db, { after, limit: sliceSize });
	const known = rows.flatMap(({ organisationId, applicationId, id, layout, data, ...named }) =>
		applicantKeysOf(named, layout, data).map((key) => [organisationId, applicationId, key, id] as const),
	);
	await db.batch([addIdentityKeys(db, known)]);
	await env.FILES.put(placeKey, JSON.stringify({ after: rows.at(-1)?.seq ?? null }));
};
