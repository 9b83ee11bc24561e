import type { OrgContext } from "#worker/context";
import type { CodeOf } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import type { OneChanged } from "#worker/runs/change-rows";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import {
	type CourseChange,
	type PostingChange,
	type StageChange,
	updateApplicant,
} from "#worker/services/applicants/change.contract";
import { findCurrent, staleDetails } from "#worker/services/applicants/change.queries";

type Changed = Result<OneChanged, CodeOf<typeof updateApplicant>>;

/** The operations that change one applicant; each belongs to a feature of its own. */
interface Changes {
	changeStage(ctx: OrgContext, id: string, change: StageChange): Promise<Changed>;
	changeCourse(ctx: OrgContext, id: string, change: CourseChange): Promise<Changed>;
	postToLocation(ctx: OrgContext, id: string, change: PostingChange): Promise<Changed>;
}

/** Serves the one endpoint that changes an applicant by the operation that the body's keys name (§7 Candidates). */
export const applicantChangeRoutes =
	({ changeStage, changeCourse, postToLocation }: Changes) =>
	(app: App): void =>
		serve(app, updateApplicant, async (ctx, { params: { id }, body }) => {
			if ("courseId" in body) return answerChange(ctx, id, await changeCourse(ctx, id, body));
			if ("stageId" in body) return answerChange(ctx, id, await changeStage(ctx, id, body));
			return answerChange(ctx, id, await postToLocation(ctx, id, body));
		});

/** Returns the changed applicant, or fails with both versions when a colleague was faster. */
const answerChange = async (ctx: OrgContext, id: string, changed: Changed) => {
	if (!changed.ok) return changed;
	if ("attempted" in changed.value) {
		const current = await findCurrent(ctx, id);
		const { attempted } = changed.value;
		return current ? fail("stale_applicant", { details: staleDetails(current.row, attempted) }) : fail("not_found");
	}
	const applicant = await findApplicant(ctx, id);
	return applicant ? ok({ ...applicant, run: changed.value.run }) : fail("not_found");
};
