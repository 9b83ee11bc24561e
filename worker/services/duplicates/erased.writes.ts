import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import { merges } from "#worker/database/schema/duplicates";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

/**
 * Deletes by what applicants are recognised, here and among uploaded candidates, and empties their merges. Triggers keep the pairs.
 * @param named the ids of their merges, and of what else is erased
 */
export const eraseIdentity = ({ db, organisationId }: OrgContext, ids: readonly string[], named: SQL): Write[] => {
	const asked = sql`json_each(${JSON.stringify(ids)}) AS asked`;
	return [
		db.delete(identityKeys).where(
			sql`${identityKeys}.rowid IN (SELECT known.rowid FROM ${asked}
				CROSS JOIN applicants ON applicants.organisation_id = ${organisationId} AND applicants.id = asked.value
				CROSS JOIN identity_keys AS known ON known.organisation_id = ${organisationId}
					AND known.scope = applicants.application_id AND known.owner_id = applicants.id
				UNION SELECT known.rowid FROM ${asked}
				CROSS JOIN group_candidates AS expected ON expected.organisation_id = ${organisationId}
					AND expected.applicant_id = asked.value
				CROSS JOIN identity_keys AS known ON known.organisation_id = ${organisationId}
					AND known.scope = expected.group_id AND known.owner_id = expected.id)`,
		),
		db
			.update(merges)
			.set({ sourceName: erasedName, targetName: erasedName, sourceKeys: [], fields: [], archive: null, comment: "" })
			.where(and(eq(merges.organisationId, organisationId), sql`${merges.id} IN ${named}`)),
	];
};
