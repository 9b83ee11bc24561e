import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { isVersion, nextVersion } from "#worker/database/seen-version";

export interface GroupToWrite {
	id: string;
	name: string;
	/** The folded name; no two groups may have the same. */
	nameKey: string;
	applicationId: string | null;
}

export const writeGroup = ({ db, organisationId, actor, now }: OrgContext, group: GroupToWrite): Write =>
	db
		.insert(candidateGroups)
		.values({ ...group, organisationId, createdBy: actor.id, createdAt: now(), updatedAt: now() });

export const writeGroupDetails = (
	{ db, organisationId, now }: OrgContext,
	{ id, ...details }: GroupToWrite,
	version: number | undefined,
): Write =>
	db
		.update(candidateGroups)
		.set({ ...details, updatedAt: nextVersion(candidateGroups.updatedAt, now()) })
		.where(
			and(
				eq(candidateGroups.organisationId, organisationId),
				eq(candidateGroups.id, id),
				isVersion(candidateGroups.updatedAt, version),
			),
		);

/** Looks the applicants of the group's candidates up again, because its application has changed. */
export const writeApplied = ({ db, organisationId }: OrgContext, { id, applicationId }: GroupToWrite): Write =>
	db
		.update(groupCandidates)
		.set({ applicantId: applicantWith(organisationId, applicationId, sql`group_candidates.exam_key`) })
		.where(and(eq(groupCandidates.organisationId, organisationId), eq(groupCandidates.groupId, id)));

/** Selects the applicant of the application who has this examination number; null for none. */
export const applicantWith = (organisationId: string, applicationId: string | null, examKey: SQL) => sql`
	(SELECT owner_id FROM identity_keys WHERE organisation_id = ${organisationId} AND scope = ${applicationId}
		AND key = 'exam:' || (${examKey}) LIMIT 1)`;

export const deleteEmptyGroup = ({ db, organisationId }: OrgContext, id: string): Write =>
	db
		.delete(candidateGroups)
		.where(
			and(
				eq(candidateGroups.organisationId, organisationId),
				eq(candidateGroups.id, id),
				eq(candidateGroups.candidates, 0),
			),
		);
