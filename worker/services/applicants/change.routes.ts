import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { Result } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import {
	type CourseChange,
	type PostingChange,
	type StageChange,
	updateApplicant,
} from "#worker/services/applicants/change.contract";

type Answer = Promise<Result<EndpointResponse<typeof updateApplicant>>>;

/** The operations that change one applicant; each belongs to a feature of its own. */
interface Changes {
	changeStage(ctx: OrgContext, id: string, change: StageChange): Answer;
	changeCourse(ctx: OrgContext, id: string, change: CourseChange): Answer;
	postToLocation(ctx: OrgContext, id: string, change: PostingChange): Answer;
}

/** Serves the one endpoint that changes an applicant by the operation that the body's keys name (§7 Candidates). */
export const applicantChangeRoutes =
	({ changeStage, changeCourse, postToLocation }: Changes) =>
	(app: App): void =>
		serve(app, updateApplicant, (ctx, { params, body }) => {
			if ("courseId" in body) return changeCourse(ctx, params.id, body);
			if ("stageId" in body) return changeStage(ctx, params.id, body);
			return postToLocation(ctx, params.id, body);
		});
