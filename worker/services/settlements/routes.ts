import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { streamResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { closeDay, openDay } from "#worker/services/settlements/close-day";
import * as contract from "#worker/services/settlements/contract";
import * as dayRows from "#worker/services/settlements/day-rows.contract";
import { pageOfDayRows } from "#worker/services/settlements/day-rows.queries";
import { pageOfDays } from "#worker/services/settlements/days.queries";
import {
	addFile,
	discardFile,
	listFileRows,
	openFailedLines,
	openFile,
	pageOfFiles,
	startFile,
} from "#worker/services/settlements/files";
import * as files from "#worker/services/settlements/files.contract";

/** why before the transactions: `/payments/:id` would take these paths for ids. */
export const settlementsRoutes = (app: App): void => {
	serve(app, contract.listPaymentDays, async (ctx, { query }) => ok(await pageOfDays(ctx, query)));
	serve(app, contract.getPaymentDay, (ctx, { params }) => openDay(ctx, params));
	serve(app, dayRows.listPaymentDayRows, async (ctx, { params, query: { currency, ...page } }) =>
		okOr(await pageOfDayRows(ctx, { ...params, currency }, page), "not_found"),
	);
	serve(app, contract.closePaymentDay, (ctx, { params, body }) => closeDay(ctx, params, body));
	serve(app, files.importSettlements, (ctx, { body }) => startFile(ctx, body));
	serve(app, files.listSettlements, async (ctx, { query }) => ok(await pageOfFiles(ctx, query)));
	serve(app, files.getSettlement, (ctx, { params }) => openFile(ctx, params.id));
	serve(app, files.listSettlementRows, (ctx, { params, query }) => listFileRows(ctx, params.id, query));
	serve(app, files.addSettlement, (ctx, { params }) => addFile(ctx, params.id));
	serve(app, files.discardSettlement, (ctx, { params }) => discardFile(ctx, params.id));
	serve(app, files.getFailedSettlementRows, async (ctx, { params }) => {
		const workbook = await openFailedLines(ctx, params.id);
		return workbook.ok ? ok(streamResponse(workbook.value)) : workbook;
	});
};
