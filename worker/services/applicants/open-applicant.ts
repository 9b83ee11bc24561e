import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { countChanges } from "#worker/services/applicants/changes.queries";
import type { OpenedApplicant } from "#worker/services/applicants/contract";
import { recordView } from "#worker/services/applicants/views.writes";

/** One applicant with what changed since the user was here; opening one puts them on the list of recent applicants. */
export const openApplicant = async (ctx: OrgContext, applicantId: string): Promise<Result<OpenedApplicant>> => {
	const [applicant, changes] = await Promise.all([findApplicant(ctx, applicantId), countChanges(ctx, applicantId)]);
	if (!applicant) return fail("not_found");
	ctx.waitUntil(recordView(ctx, applicantId));
	return ok({ ...applicant, changes });
};
