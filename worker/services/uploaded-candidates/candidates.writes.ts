import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import { type CarriedRow, elementsOf, isAloneIn, writeCarriedOut } from "#worker/imports/imports.writes";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import type { CandidateImportAtWork } from "#worker/services/uploaded-candidates/imports.queries";
import { forgetKeysOf, writeKeysOf } from "#worker/services/uploaded-candidates/imports.writes";
import { keysOfCandidate, searchTextOf } from "#worker/services/uploaded-candidates/read-candidate";
import { applicantWith } from "#worker/services/uploaded-candidates/writes";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

interface CandidateToWrite {
	id: string;
	examKey: string;
	data: CandidateValues;
	/** The version that it becomes. */
	version: number;
	importId: string;
}

/** What a job does with one row of an import, and what it records of it. */
export interface RowPlan {
	added?: CandidateToWrite;
	changed?: CandidateToWrite;
	removed?: string;
	carried: CarriedRow;
}

/** Prepares what some rows of an import do to the candidates of its group. */
export const writePlans = (
	ctx: OrgContext,
	task: OpenTask,
	found: CandidateImportAtWork,
	plans: readonly RowPlan[],
): [Write, ...Write[]] => {
	const added = plans.flatMap((plan) => plan.added ?? []);
	const changed = plans.flatMap((plan) => plan.changed ?? []);
	const removed = plans.flatMap((plan) => plan.removed ?? []);
	const keys = [...added, ...changed].map(({ id, data }) => [id, keysOfCandidate(data)] as const);
	const carried = plans.map((plan) => plan.carried);
	return [
		addCandidates(ctx, task, found, added),
		changeCandidates(ctx, task, changed),
		removeCandidates(ctx, task, removed),
		forgetKeysOf(ctx, task, found.groupId, [...removed, ...changed.map(({ id }) => id)]),
		writeKeysOf(ctx, task, found.groupId, keys),
		writeCarriedOut(ctx, task, found.id, carried),
	];
};

const rowsOf = (candidates: readonly CandidateToWrite[]) =>
	candidates.map(({ id, examKey, data, version, importId }) => [
		id,
		examKey,
		data,
		searchTextOf(data),
		version,
		importId,
	]);

/** Adds candidates, each with its applicant if there is one. */
const addCandidates = (
	ctx: OrgContext,
	task: OpenTask,
	{ groupId, applicationId }: CandidateImportAtWork,
	candidates: readonly CandidateToWrite[],
): Write => {
	const { db, organisationId, now } = ctx;
	return insertFrom(
		db,
		groupCandidates,
		{
			organisationId,
			groupId,
			id: sql`value ->> 0`,
			examKey: sql`value ->> 1`,
			data: sql`value -> 2`,
			searchText: sql`value ->> 3`,
			applicantId: applicantWith(organisationId, applicationId, sql`value ->> 1`),
			importId: sql`value ->> 5`,
			version: sql`value ->> 4`,
			createdAt: now(),
			updatedAt: now(),
		},
		sql`FROM json_each(${JSON.stringify(rowsOf(candidates))}) WHERE ${taskStandsAt(ctx, task)}`,
	);
};

const changeCandidates = (ctx: OrgContext, task: OpenTask, candidates: readonly CandidateToWrite[]): Write => {
	const { db, organisationId, now } = ctx;
	return db
		.update(groupCandidates)
		.set({
			data: sql`changed.value -> 2`,
			searchText: sql`changed.value ->> 3`,
			version: sql`changed.value ->> 4`,
			importId: sql`changed.value ->> 5`,
			updatedAt: now(),
		})
		.from(elementsOf(rowsOf(candidates), sql`changed`))
		.where(
			and(
				eq(groupCandidates.organisationId, organisationId),
				sql`${groupCandidates.id} = changed.value ->> 0`,
				taskStandsAt(ctx, task),
			),
		);
};

const removeCandidates = (ctx: OrgContext, task: OpenTask, ids: readonly string[]): Write =>
	ctx.db
		.delete(groupCandidates)
		.where(
			and(
				eq(groupCandidates.organisationId, ctx.organisationId),
				sql`${groupCandidates.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				taskStandsAt(ctx, task),
			),
		);

const isUnchanged = (ctx: OrgContext, { groupId, id, version }: CandidateSeen) =>
	and(
		eq(groupCandidates.organisationId, ctx.organisationId),
		eq(groupCandidates.id, id),
		isVersion(groupCandidates.updatedAt, version),
		isAloneIn(ctx, groupId),
	);

interface CandidateSeen extends Pick<CandidateImportAtWork, "groupId" | "applicationId"> {
	id: string;
	version: number;
	applicantId: string | null;
}

/** Writes a correction by hand. why not during an import: it overwrites what it has read before. */
export const writeCandidate = (
	ctx: OrgContext,
	seen: CandidateSeen,
	{ examKey, data }: Pick<CandidateToWrite, "examKey" | "data">,
): Write =>
	ctx.db
		.update(groupCandidates)
		.set({
			examKey,
			data,
			searchText: searchTextOf(data),
			applicantId: sql`CASE WHEN ${groupCandidates.examKey} = ${examKey} THEN ${groupCandidates.applicantId}
				ELSE ${applicantWith(ctx.organisationId, seen.applicationId, sql`${examKey}`)} END`,
			version: sql`${groupCandidates.version} + 1`,
			updatedAt: nextVersion(groupCandidates.updatedAt, ctx.now()),
		})
		.where(isUnchanged(ctx, seen));

export const deleteCandidate = (ctx: OrgContext, seen: CandidateSeen): Write =>
	ctx.db.delete(groupCandidates).where(isUnchanged(ctx, seen));

export const moveCandidates = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(groupCandidates)
		.set({ applicantId: to })
		.where(and(eq(groupCandidates.organisationId, organisationId), sql`${groupCandidates.id} IN ${ids}`));
