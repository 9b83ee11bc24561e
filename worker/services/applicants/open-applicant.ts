import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import type { Applicant } from "#worker/services/applicants/contract";
import { recordView } from "#worker/services/applicants/views.writes";

/** One applicant; opening one puts them on the user's list of recent applicants. */
export const openApplicant = async (ctx: OrgContext, applicantId: string): Promise<Result<Applicant>> => {
	const applicant = await findApplicant(ctx, applicantId);
	if (!applicant) return fail("not_found");
	ctx.waitUntil(recordView(ctx, applicantId));
	return ok(applicant);
};
