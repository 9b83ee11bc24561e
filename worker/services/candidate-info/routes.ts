import { okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/candidate-info/contract";
import { findRecordOfSummary } from "#worker/services/candidate-info/queries";
import { readCandidateInfo, readSummaryPhoto } from "#worker/services/candidate-info/read-candidate-info";

export const candidateInfoRoutes = (app: App): void => {
	serve(app, contract.getCandidateInfo, (ctx, { params, query }) =>
		readCandidateInfo(ctx, params.id, query.organisation),
	);
	serve(app, contract.getCandidateInfoPhoto, (ctx, { params, query }) =>
		readSummaryPhoto(ctx, params.id, query.organisation),
	);
	serve(app, contract.findCandidateRecord, async (ctx, { params }) =>
		okOr(await findRecordOfSummary(ctx, params.id), "not_found"),
	);
};
