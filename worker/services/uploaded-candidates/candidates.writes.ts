import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import type { ImportAtWork } from "#worker/services/uploaded-candidates/imports.queries";
import { rowsIn } from "#worker/services/uploaded-candidates/imports.writes";
import { searchTextOf } from "#worker/services/uploaded-candidates/read-candidate";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

export interface CandidateToWrite {
	id: string;
	examKey: string;
	data: CandidateValues;
	/** The version that it becomes. */
	version: number;
	/** The import that it is from then. */
	importId: string;
}

const rowsOf = (candidates: readonly CandidateToWrite[]): string =>
	JSON.stringify(
		candidates.map(({ id, examKey, data, version, importId }) => [
			...[id, examKey, data, searchTextOf(data), version, importId],
		]),
	);

/** New candidates; who has applied already is tied to their applicant. */
export const addCandidates = (
	ctx: OrgContext,
	task: OpenTask,
	{ groupId, applicationId }: ImportAtWork,
	candidates: readonly CandidateToWrite[],
): Write => {
	const { db, organisationId, now } = ctx;
	return db.insert(groupCandidates).select(sql`
		SELECT NULL, ${organisationId}, ${groupId}, value ->> 0, value ->> 1, value -> 2, value ->> 3,
			(SELECT owner_id FROM identity_keys WHERE organisation_id = ${organisationId} AND scope = ${applicationId}
				AND key = 'exam:' || (value ->> 1) LIMIT 1),
			value ->> 5, value ->> 4, ${now()}, ${now()}
		FROM json_each(${rowsOf(candidates)}) WHERE ${taskStandsAt(ctx, task)}`);
};

/** Candidates as they are from now on. */
export const changeCandidates = (ctx: OrgContext, task: OpenTask, candidates: readonly CandidateToWrite[]): Write => {
	const { db, organisationId, now } = ctx;
	return db
		.update(groupCandidates)
		.set({
			data: sql`changed.c2`,
			searchText: sql`changed.c3`,
			version: sql`changed.c4`,
			importId: sql`changed.c5`,
			updatedAt: now(),
		})
		.from(rowsIn(rowsOf(candidates), ["text", "text", "json", "text", "text", "text"], sql`changed`))
		.where(
			and(
				eq(groupCandidates.organisationId, organisationId),
				sql`${groupCandidates.id} = changed.c0`,
				taskStandsAt(ctx, task),
			),
		);
};

/** Takes candidates out of their group. */
export const removeCandidates = (ctx: OrgContext, task: OpenTask, ids: readonly string[]): Write =>
	ctx.db
		.delete(groupCandidates)
		.where(
			and(
				eq(groupCandidates.organisationId, ctx.organisationId),
				sql`${groupCandidates.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				taskStandsAt(ctx, task),
			),
		);
