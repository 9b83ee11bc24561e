import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/transactions/contract";
import { printReceipt } from "#worker/services/transactions/print-receipt";
import { pageOfTransactions } from "#worker/services/transactions/queries";

export const transactionsRoutes = (app: App): void => {
	serve(app, contract.listApplicantTransactions, async (ctx, { params, query }) => {
		const { candidateId = params.id } = query;
		const page = candidateId === params.id ? await pageOfTransactions(ctx, params.id, query) : undefined;
		return okOr(page, "not_found");
	});
	serve(app, contract.getReceipt, async (ctx, { params }) => {
		const receipt = await printReceipt(ctx, params);
		return receipt.ok ? ok(pdfAnswer(receipt.value, "attachment")) : receipt;
	});
};
