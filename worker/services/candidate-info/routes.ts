import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/candidate-info/contract";
import { findRecordOfSummary } from "#worker/services/candidate-info/queries";
import { readCandidateInfo } from "#worker/services/candidate-info/read-candidate-info";
import { readSummaryPhoto } from "#worker/services/candidate-info/read-summary-photo";

export const candidateInfoRoutes = (app: App): void => {
	serve(app, contract.getCandidateInfo, (ctx, { params, query }) =>
		readCandidateInfo(ctx, params.id, query.organisation),
	);
	serve(app, contract.getCandidateInfoPhoto, async (ctx, { params, query }) => {
		const picture = await readSummaryPhoto(ctx, params.id, query.organisation);
		if (!picture.ok) return picture;
		const { body, headers } = picture.value;
		return ok(new Response(body, { headers: { ...headers, "cache-control": "no-store" } }));
	});
	serve(app, contract.findCandidateRecord, async (ctx, { params }) => {
		const record = await findRecordOfSummary(ctx, params.id);
		return record ? ok(record) : fail("not_found");
	});
};
