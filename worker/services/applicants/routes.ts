import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { readLog } from "#worker/services/applicants/applicant.queries";
import * as changes from "#worker/services/applicants/changes.contract";
import { readChanges } from "#worker/services/applicants/changes.queries";
import * as contract from "#worker/services/applicants/contract";
import { countStages } from "#worker/services/applicants/count-stages";
import { findNeighbours } from "#worker/services/applicants/find-neighbours";
import { listApplicants } from "#worker/services/applicants/list-applicants";
import { openApplicant } from "#worker/services/applicants/open-applicant";
import { previewSelection } from "#worker/services/applicants/preview-selection";
import { countGroups } from "#worker/services/applicants/ranked.queries";
import { readModification } from "#worker/services/applicants/read-modification";
import { readPhoto } from "#worker/services/applicants/read-photo";
import * as selection from "#worker/services/applicants/selection.contract";

export const applicantsRoutes = (app: App): void => {
	serve(app, contract.listApplicants, (ctx, { query }) => listApplicants(ctx, query));
	serve(app, contract.countStages, (ctx, { query }) => countStages(ctx, query));
	serve(app, contract.countNeeds, async (ctx, { query }) => ok(await countGroups(ctx, query.applicationId)));
	serve(app, contract.getApplicant, (ctx, { params }) => openApplicant(ctx, params.id));
	serve(app, contract.getNeighbours, (ctx, { params, query }) => findNeighbours(ctx, params.id, query));
	serve(app, contract.listLog, async (ctx, { params, query }) => {
		const log = await readLog(ctx, params.id, query);
		return log ? ok(log) : fail("not_found");
	});
	serve(app, changes.listChanges, async (ctx, { params, query }) => {
		const found = await readChanges(ctx, params.id, query);
		return found ? ok({ ...found, data: found.data.map(readModification) }) : fail("not_found");
	});
	serve(app, contract.getPhoto, async (ctx, { params }) => {
		const picture = await readPhoto(ctx, params.id);
		return picture.ok ? ok(new Response(picture.value.body, { headers: picture.value.headers })) : picture;
	});
	serve(app, selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body));
};
