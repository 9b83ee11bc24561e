import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { isWithin } from "#worker/database/scope";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import type { CandidateImportAtWork } from "#worker/services/uploaded-candidates/imports.queries";
import { nameOf } from "#worker/services/uploaded-candidates/read-candidate";

/** The candidate of the group, the applicant of its application and the earlier row of the file that have a key. */
interface KeyOwners {
	candidateId: string | null;
	applicantId: string | null;
	rowNumber: string | null;
}

/** Where people are looked for: an import (null for none), its group and the group's application. */
export interface Places extends Pick<CandidateImportAtWork, "groupId" | "applicationId"> {
	id: string | null;
}

/** Finds one owner of each key in each place. why one: ten thousand may have the same phone. */
export const findKeyOwners = async (
	{ db, organisationId }: OrgContext,
	{ id, groupId, applicationId }: Places,
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

export const findCandidates = async (ctx: OrgContext, ids: readonly string[]) =>
	new Map((await selectCandidates(ctx, ids, sql`candidate.id = asked.value`)).map((row) => [row.id, row]));
export type FoundCandidate = Awaited<ReturnType<typeof selectCandidates>>[number];

export const findByExamKeys = async (ctx: OrgContext, groupId: string, examKeys: readonly string[]) => {
	const isAsked = sql`candidate.group_id = ${groupId} AND candidate.exam_key = asked.value`;
	return new Map((await selectCandidates(ctx, examKeys, isAsked)).map((row) => [row.examKey, row]));
};

const selectCandidates = async ({ db, organisationId }: OrgContext, asked: readonly string[], isAsked: SQL) => {
	const rows = await db.all<{ id: string; version: number; examKey: string; importId: string; data: string }>(sql`
		SELECT candidate.id, candidate.version, candidate.exam_key AS examKey, candidate.import_id AS importId,
			candidate.data
		FROM json_each(${JSON.stringify(asked)}) AS asked CROSS JOIN group_candidates AS candidate
			ON candidate.organisation_id = ${organisationId} AND ${isAsked}`);
	return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as CandidateValues }));
};

/** Names applicants for the reasons of a possible duplicate; those outside the scope are applicants of another place. */
export const nameApplicants = async (ctx: OrgContext, ids: readonly string[]): Promise<Map<string, string>> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<{
		id: string;
		number: string;
		firstName: string;
		middleName: string | null;
		lastName: string;
		isVisible: number;
	}>(sql`
		SELECT applicant.id, applicant.application_number AS number, applicant.first_name AS firstName,
			applicant.middle_name AS middleName, applicant.last_name AS lastName,
			${isWithin(ctx, sql`applicant.course_id`)} AS isVisible
		FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value`);
	return new Map(
		rows.map(({ id, number, firstName, middleName, lastName, isVisible }) => [
			id,
			isVisible === 1
				? `${nameOf({ firstName, middleName: middleName ?? "", lastName })} (${number}), who has applied`
				: "an applicant of another place",
		]),
	);
};
