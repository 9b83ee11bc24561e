import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/printing/contract";
import { printApplicant, readPrintable } from "#worker/services/printing/print-applicant";
import { printForms } from "#worker/services/printing/print-forms";
import { printSample } from "#worker/services/printing/print-sample";

export const printingRoutes = (app: App): void => {
	serve(app, contract.getPrintableForm, (ctx, { params }) => readPrintable(ctx, params.id));
	serve(app, contract.getFormPdf, async (ctx, { params }) => {
		const printed = await printApplicant(ctx, params.id);
		return printed.ok ? ok(pdfResponse(printed.value, "attachment")) : printed;
	});
	serve(app, contract.getSamplePdf, async (ctx, { params, query }) => {
		const printed = await printSample(ctx, params.id, query.version);
		return printed.ok ? ok(pdfResponse(printed.value, "inline")) : printed;
	});
	serve(app, contract.printForms, (ctx, { body }) => printForms(ctx, body));
};
