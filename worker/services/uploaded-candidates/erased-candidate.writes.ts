import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { eraseImportRows } from "#worker/imports/imports.writes";

/** Empties the uploaded candidates that applicants were expected as, and their rows in lists; their groups count them as before. */
export const eraseCandidates = (ctx: OrgContext, ids: readonly string[]): Write[] => {
	const { db, organisationId, now } = ctx;
	const rows = eraseImportRows(
		ctx,
		sql`SELECT id FROM group_candidates WHERE organisation_id = ${organisationId} AND applicant_id IS NOT NULL
			AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
	);
	const candidates = db
		.update(groupCandidates)
		.set({
			// why the id: each candidate of a group has an examination number of its own.
			examKey: sql`'erased ' || id`,
			searchText: "",
			updatedAt: now(),
			version: sql`version + 1`,
			data: { examNumber: "Erased", lastName: erasedName },
		})
		.where(and(eq(groupCandidates.organisationId, organisationId), isOneOf(groupCandidates.applicantId, ids)));
	return [rows, candidates];
};
