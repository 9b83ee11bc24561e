import type { OrgContext } from "#worker/context";
import type { CodeOf } from "#worker/contract/endpoint";
import { fail, ok, okOr, type Result } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pictureResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import type { OneChanged } from "#worker/runs/change-rows";
import { findApplicant, findPhotoKey, readLog, withLetterPath } from "#worker/services/applicants/applicant.queries";
import { endVisit } from "#worker/services/applicants/applicant.writes";
import {
	type CourseChange,
	type PostingChange,
	type ReviewerChange,
	type StageChange,
	updateApplicant,
} from "#worker/services/applicants/change.contract";
import { findCurrent, staleDetails } from "#worker/services/applicants/change.queries";
import * as changes from "#worker/services/applicants/changes.contract";
import { readChanges } from "#worker/services/applicants/changes.queries";
import * as contract from "#worker/services/applicants/contract";
import { countByStep, countFoundByStep, countGroups } from "#worker/services/applicants/counts.queries";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { findNeighbours, listApplicants, previewSelection } from "#worker/services/applicants/list-applicants";
import { openApplicant } from "#worker/services/applicants/open-applicant";
import * as selection from "#worker/services/applicants/selection.contract";
import { hasKeptCounts } from "#worker/services/applicants/seqs.queries";

export const applicantsRoutes = (app: App): void => {
	serve(app, contract.listApplicants, (ctx, { query }) => listApplicants(ctx, query));
	serve(app, contract.countStages, async (ctx, { query }) => {
		const scope = await compileFilter(ctx, query);
		if (!scope.ok) return okOr(undefined, "application_unavailable");
		const { applicationId, courseIds, isEmpty } = scope.value;
		const isKept = !isEmpty && hasKeptCounts(scope.value);
		const counted = await (isKept ? countByStep(ctx, applicationId, courseIds) : countFoundByStep(ctx, scope.value));
		return okOr(counted, "application_unavailable");
	});
	serve(app, contract.countNeeds, async (ctx, { query }) => ok(await countGroups(ctx, query.applicationId)));
	serve(app, contract.getApplicant, (ctx, { params }) => openApplicant(ctx, params.id));
	serve(app, contract.getNeighbours, (ctx, { params, query }) => findNeighbours(ctx, params.id, query));
	serve(app, contract.listLog, async (ctx, { params, query }) =>
		okOr(await readLog(ctx, params.id, query), "not_found"),
	);
	serve(app, changes.listChanges, async (ctx, { params, query }) =>
		okOr(await readChanges(ctx, params.id, query), "not_found"),
	);
	serve(app, changes.markChangesRead, async (ctx, { params, body }) =>
		(await endVisit(ctx, params.id, body.until)) ? ok({ read: true }) : fail("not_found"),
	);
	serve(app, contract.getPhoto, async (ctx, { params }) =>
		pictureResponse(ctx.env, await findPhotoKey(ctx, params.id)),
	);
	serve(app, selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body));
};

type Changed = Result<OneChanged, CodeOf<typeof updateApplicant>>;

interface Changes {
	changeStage(ctx: OrgContext, id: string, change: StageChange): Promise<Changed>;
	changeCourse(ctx: OrgContext, id: string, change: CourseChange): Promise<Changed>;
	postToLocation(ctx: OrgContext, id: string, change: PostingChange): Promise<Changed>;
	assignReviewer(ctx: OrgContext, id: string, change: ReviewerChange): Promise<Changed>;
}

/** Serves the one endpoint that changes an applicant by the operation that the body's keys name (§7 Candidates). */
export const applicantChangeRoutes =
	({ changeStage, changeCourse, postToLocation, assignReviewer }: Changes) =>
	(app: App): void =>
		serve(app, updateApplicant, async (ctx, { params: { id }, body }) => {
			if ("courseId" in body) return answerChange(ctx, id, await changeCourse(ctx, id, body));
			if ("stageId" in body) return answerChange(ctx, id, await changeStage(ctx, id, body));
			if ("reviewerId" in body) return answerChange(ctx, id, await assignReviewer(ctx, id, body));
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
	return applicant ? ok({ ...withLetterPath(applicant), run: changed.value.run }) : fail("not_found");
};
