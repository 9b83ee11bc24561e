import { fail, ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { answerPicture } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import { findPhotoKey, readLog } from "#worker/services/applicants/applicant.queries";
import * as changes from "#worker/services/applicants/changes.contract";
import { readChanges } from "#worker/services/applicants/changes.queries";
import * as contract from "#worker/services/applicants/contract";
import { countByStep } from "#worker/services/applicants/counts.queries";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { findNeighbours } from "#worker/services/applicants/find-neighbours";
import { listApplicants, previewSelection } from "#worker/services/applicants/list-applicants";
import { openApplicant } from "#worker/services/applicants/open-applicant";
import { countGroups } from "#worker/services/applicants/ranked.queries";
import { readModification } from "#worker/services/applicants/read-modification";
import * as selection from "#worker/services/applicants/selection.contract";

export const applicantsRoutes = (app: App): void => {
	serve(app, contract.listApplicants, (ctx, { query }) => listApplicants(ctx, query));
	serve(app, contract.countStages, async (ctx, { query }) => {
		const scope = await compileFilter(ctx, query);
		const counted = scope.ok ? await countByStep(ctx, scope.value.applicationId, scope.value.courseIds) : undefined;
		return okOr(counted, "application_unavailable");
	});
	serve(app, contract.countNeeds, async (ctx, { query }) => ok(await countGroups(ctx, query.applicationId)));
	serve(app, contract.getApplicant, (ctx, { params }) => openApplicant(ctx, params.id));
	serve(app, contract.getNeighbours, (ctx, { params, query }) => findNeighbours(ctx, params.id, query));
	serve(app, contract.listLog, async (ctx, { params, query }) =>
		okOr(await readLog(ctx, params.id, query), "not_found"),
	);
	serve(app, changes.listChanges, async (ctx, { params, query }) => {
		const found = await readChanges(ctx, params.id, query);
		return found ? ok({ ...found, data: found.data.map(readModification) }) : fail("not_found");
	});
	serve(app, contract.getPhoto, async (ctx, { params }) => answerPicture(ctx.env, await findPhotoKey(ctx, params.id)));
	serve(app, selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body));
};
