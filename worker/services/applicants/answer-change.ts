import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/context";
import { staleDetails } from "#worker/services/stage-changes/decide-move";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { findCurrent } from "#worker/services/applicants/change.queries";
import type { Applicant } from "#worker/services/applicants/contract";

/** What a change of one applicant answers: the applicant, or that somebody was faster, with both versions. */
export const answerChange = async (
	ctx: OrgContext,
	applicantId: string,
	isDone: boolean,
	attempted: Record<string, unknown>,
): Promise<Result<Applicant>> => {
	if (isDone) {
		const applicant = await findApplicant(ctx, applicantId);
		return applicant ? ok(applicant) : fail("not_found");
	}
	const current = await findCurrent(ctx, applicantId);
	return current ? fail("stale_applicant", { details: staleDetails(current.row, attempted) }) : fail("not_found");
};
