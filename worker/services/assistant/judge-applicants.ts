import type { OrgContext } from "#worker/context";
import { fieldsIn } from "#worker/contract/criteria/criteria";
import { type Judgement, judge } from "#worker/contract/criteria/judge";
import { type KnownApplicant, openFacts } from "#worker/services/assistant/known-applicants.queries";
import type { Session } from "#worker/services/assistant/queries";

export interface JudgedApplicant {
	applicant: KnownApplicant["applicant"];
	judgement: Judgement;
}

/** Returns a judge of a session's criteria; results are newest first. */
export const openJudge = async (
	ctx: OrgContext,
	{ applicationId, criteria, createdAt }: Pick<Session, "applicationId" | "criteria" | "createdAt">,
): Promise<(seqs: readonly number[]) => Promise<JudgedApplicant[]>> => {
	// why the day of the session: an applicant's age must not change between two slices.
	const factsOfAll = await openFacts(ctx, { applicationId, askedFields: fieldsIn(criteria), at: createdAt });
	return async (seqs) =>
		(await factsOfAll(seqs)).map(({ applicant, facts }) => ({ applicant, judgement: judge(criteria, facts) }));
};
