import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/candidate-info/contract";
import { readCandidateInfo } from "#worker/services/candidate-info/read-candidate-info";

export const candidateInfoRoutes = (app: App): void => {
	serve(app, contract.getCandidateInfo, (ctx, { params, query }) =>
		readCandidateInfo(ctx, params.id, query.organisation),
	);
};
