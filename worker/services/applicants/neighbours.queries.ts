import { and, eq, sql } from "drizzle-orm";
import { applicants } from "#worker/database/schema/applicants";
import type { OrgContext } from "#worker/http/context";
import type { ListPlan } from "#worker/services/applicants/list-plan";
import type { ListScope } from "#worker/services/applicants/list-scope";
import { isOneOf, type Stretch, selectBlocks, selectSeqs } from "#worker/services/applicants/seqs.queries";

/** Where an applicant stands in the order of every list. */
export const findPlace = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [place] = await db
		.select({ seq: applicants.seq, applicationId: applicants.applicationId, stepId: applicants.stepId })
		.from(applicants)
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId)));
	return place;
};

/** The ids just above and just below a row of the list. */
export const readNeighbours = async (ctx: OrgContext, scope: ListScope, seq: number, plan: ListPlan) => {
	const { db, organisationId } = ctx;
	const selectOne = (stretch: Stretch) =>
		db
			.select({ id: applicants.id })
			.from(applicants)
			.where(
				sql`+${applicants.organisationId} = ${organisationId}
					AND ${applicants.seq} = (${selectSeqs({ organisationId, scope, stretch, limit: 1, plan })})`,
			);
	const [[previous], [next]] = await db.batch([selectOne({ before: seq }), selectOne({ after: seq })]);
	return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
};

/** A row's place in a list without course and keyword, from 1: whole blocks are added up, one is counted in its index. */
export const readPosition = async ({ db, organisationId }: OrgContext, scope: ListScope, seq: number) => {
	const { applicationId, stepIds } = scope;
	const block = Math.floor(seq / 4_096);
	const found = await db.get<{ above: number }>(sql`
		SELECT coalesce((SELECT sum(applicants) FROM (${selectBlocks(organisationId, scope)}) WHERE block > ${block}), 0)
			+ (SELECT count(*) FROM applicants
				INDEXED BY ${sql.raw(stepIds === null ? "applicants_by_application" : "applicants_by_stage")}
				WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}
					${isOneOf(sql`step_id`, stepIds)} AND seq > ${seq} AND seq < ${(block + 1) * 4_096}) AS above`);
	return found.above + 1;
};
