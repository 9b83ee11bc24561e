import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfResponse, streamResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/dashboard/contract";
import * as statistics from "#worker/services/dashboard/statistics";
import { statisticsFile } from "#worker/services/dashboard/statistics-file";

export const dashboardRoutes = (app: App): void => {
	serve(app, contract.dashboardStatistics, (ctx, { query }) => statistics.dashboardStatistics(ctx, query));
	serve(app, contract.revenueSummary, (ctx, { query }) => statistics.revenueSummary(ctx, query));
	serve(app, contract.revenueByAmount, (ctx, { query }) => statistics.revenueByAmount(ctx, query));
	serve(app, contract.revenueByCourse, (ctx, { query }) => statistics.revenueByCourse(ctx, query));
	serve(app, contract.candidatesByCourse, (ctx, { query }) => statistics.candidatesByCourse(ctx, query));
	serve(app, contract.candidateSummary, (ctx, { query }) => statistics.candidateSummary(ctx, query));
	serve(app, contract.conditionalOfferSummary, (ctx, { query }) => statistics.conditionalOfferSummary(ctx, query));
	serve(app, contract.applicationStatistics, (ctx, { query }) => statistics.applicationStatistics(ctx, query));
	serve(app, contract.dashboardFile, async (ctx, { query }) => {
		const made = await statisticsFile(ctx, query);
		if (!made.ok) return made;
		const { bytes, name } = made.value;
		if (query.format === "pdf") return ok(pdfResponse(made.value, "attachment"));
		return ok(streamResponse({ name, body: new Blob([bytes]).stream() }));
	});
};
