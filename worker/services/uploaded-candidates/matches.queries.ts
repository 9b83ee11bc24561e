import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import type { ImportAtWork } from "#worker/services/uploaded-candidates/imports.queries";
import { nameOf } from "#worker/services/uploaded-candidates/read-candidate";

/** Who has a key already: a candidate of the group, an applicant of its application, an earlier row of the file. */
export interface KeyOwners {
	candidateId: string | null;
	applicantId: string | null;
	rowNumber: string | null;
}

/** Who has these keys, of each place one. why one: a phone may be that of ten thousand. */
export const findKeyOwners = async (
	{ db, organisationId }: OrgContext,
	{ id, groupId, applicationId }: ImportAtWork,
	keys: readonly string[],
): Promise<Map<string, KeyOwners>> => {
	const ownerIn = (scope: string | null) => sql`(SELECT owner_id FROM identity_keys
		WHERE organisation_id = ${organisationId} AND scope = ${scope} AND key = asked.value LIMIT 1)`;
	const rows = await db.all<KeyOwners & { key: string }>(sql`
		SELECT asked.value AS key, ${ownerIn(groupId)} AS candidateId, ${ownerIn(applicationId)} AS applicantId,
			${ownerIn(id)} AS rowNumber
		FROM json_each(${JSON.stringify(keys)}) AS asked`);
	return new Map(rows.map(({ key, ...owners }) => [key, owners]));
};

/** Candidates of the group by their ids. */
export const findCandidates = async ({ db, organisationId }: OrgContext, ids: readonly string[]) => {
	const rows = await db.all<{ id: string; version: number; examKey: string; importId: string; data: string }>(sql`
		SELECT candidate.id, candidate.version, candidate.exam_key AS examKey, candidate.import_id AS importId,
			candidate.data
		FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN group_candidates AS candidate
			ON candidate.organisation_id = ${organisationId} AND candidate.id = asked.value`);
	return new Map(rows.map(({ data, ...row }) => [row.id, { ...row, data: JSON.parse(data) as CandidateValues }]));
};
export type FoundCandidate = NonNullable<ReturnType<Awaited<ReturnType<typeof findCandidates>>["get"]>>;

/** The group's candidates with these examination numbers. */
export const findByExamKeys = async (
	{ db, organisationId }: OrgContext,
	groupId: string,
	examKeys: readonly string[],
): Promise<Map<string, FoundCandidate>> => {
	const rows = await db.all<{ id: string; version: number; examKey: string; importId: string; data: string }>(sql`
		SELECT candidate.id, candidate.version, candidate.exam_key AS examKey, candidate.import_id AS importId,
			candidate.data
		FROM json_each(${JSON.stringify(examKeys)}) AS asked CROSS JOIN group_candidates AS candidate
			ON candidate.organisation_id = ${organisationId} AND candidate.group_id = ${groupId}
				AND candidate.exam_key = asked.value`);
	return new Map(rows.map(({ data, ...row }) => [row.examKey, { ...row, data: JSON.parse(data) as CandidateValues }]));
};

/** How applicants are named to whoever looks at a row that may be them. */
export const nameApplicants = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
): Promise<Map<string, string>> => {
	const rows = await db.all<{
		id: string;
		number: string;
		firstName: string;
		middleName: string | null;
		lastName: string;
	}>(sql`
		SELECT applicant.id, applicant.application_number AS number, applicant.first_name AS firstName,
			applicant.middle_name AS middleName, applicant.last_name AS lastName
		FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value`);
	return new Map(
		rows.map(({ id, number, firstName, middleName, lastName }) => [
			id,
			`${nameOf({ firstName, middleName: middleName ?? "", lastName })} (${number}), who has applied`,
		]),
	);
};
