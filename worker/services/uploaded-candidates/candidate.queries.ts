import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { imports } from "#worker/database/schema/imports";
import { modificationEntries } from "#worker/database/schema/records";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";

const shownChanges = 50;

/** Finds a candidate of a group with the last changes that staff made, and what its correction needs to know. */
export const findCandidate = async (
	{ db, organisationId }: OrgContext,
	{ id: groupId, candidateId }: { id: string; candidateId: string },
) => {
	const [[found], changes] = await db.batch([
		db
			.select({
				id: groupCandidates.id,
				data: groupCandidates.data,
				applicantId: groupCandidates.applicantId,
				createdAt: groupCandidates.createdAt,
				updatedAt: groupCandidates.updatedAt,
				version: groupCandidates.updatedAt,
				importedFrom: sql<string>`coalesce(${imports.fileName}, '')`.as("imported_from"),
				groupId: candidateGroups.id,
				groupName: candidateGroups.name,
				applicationId: candidateGroups.applicationId,
			})
			.from(groupCandidates)
			.innerJoin(
				candidateGroups,
				and(
					eq(candidateGroups.organisationId, groupCandidates.organisationId),
					eq(candidateGroups.id, groupCandidates.groupId),
				),
			)
			.leftJoin(
				imports,
				and(eq(imports.organisationId, groupCandidates.organisationId), eq(imports.id, groupCandidates.importId)),
			)
			.where(
				and(
					eq(groupCandidates.organisationId, organisationId),
					eq(groupCandidates.id, candidateId),
					eq(groupCandidates.groupId, groupId),
				),
			),
		db
			.select({
				field: modificationEntries.field,
				old: modificationEntries.oldValue,
				new: modificationEntries.newValue,
				by: sql<string>`coalesce(${modificationEntries.username}, '')`.as("by"),
				at: modificationEntries.createdAt,
			})
			.from(modificationEntries)
			.where(
				and(
					eq(modificationEntries.organisationId, organisationId),
					eq(modificationEntries.entity, "uploaded_candidate"),
					eq(modificationEntries.entityId, candidateId),
				),
			)
			.orderBy(desc(modificationEntries.createdAt))
			.limit(shownChanges),
	]);
	return found && { ...found, changes };
};
export type CandidateInGroup = NonNullable<Awaited<ReturnType<typeof findCandidate>>>;
