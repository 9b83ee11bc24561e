import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { groupCandidates, removedCandidates } from "#worker/database/schema/uploaded-candidates";
import { eraseImportRows } from "#worker/imports/imports.writes";

/**
 * Empties the uploaded candidates that applicants were expected as, and their rows in lists; their groups count them as before.
 * @param named the ids of these candidates, those who were removed since included, and of what else is erased
 */
export const eraseCandidates = (ctx: OrgContext, ids: readonly string[], named: SQL): Write[] => {
	const { db, organisationId, now } = ctx;
	const rows = eraseImportRows(ctx, named);
	const removed = db
		.delete(removedCandidates)
		.where(and(eq(removedCandidates.organisationId, organisationId), isOneOf(removedCandidates.applicantId, ids)));
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
	return [rows, removed, candidates];
};
