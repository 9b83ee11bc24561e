import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { bytesAnswer, fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/letters/contract";
import { readLetters } from "#worker/services/letters/queries";
import { makeLetter, previewLetter } from "#worker/services/letters/make-letter";
import { makeLetters } from "#worker/services/letters/make-letters";
import { openLetter } from "#worker/services/letters/open-letter";
import { previewLetters } from "#worker/services/letters/preview-letters";
import { previewSelection } from "#worker/services/applicants/preview-selection";
import * as print from "#worker/services/printing/contract";
import { printApplicant, readPrintable } from "#worker/services/printing/print-applicant";
import { printForms } from "#worker/services/printing/print-forms";
import * as selection from "#worker/services/applicants/selection.contract";

const mimetype = "application/pdf";

/** What is printed of applicants, forms and letters, and of whom. */
export const applicantDocumentsRoutes = (app: App): void => {
	serve(app, print.getPrintableForm, (ctx, { params }) => readPrintable(ctx, params.id));
	serve(app, print.getFormPdf, async (ctx, { params }) => {
		const printed = await printApplicant(ctx, params.id);
		return printed.ok ? ok(bytesAnswer({ ...printed.value, mimetype }, "attachment")) : printed;
	});
	serve(app, selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body));
	serve(app, print.printForms, (ctx, { body }) => printForms(ctx, body));
	serve(app, contract.listLetters, async (ctx, { params }) => {
		const data = await readLetters(ctx, params.id);
		return data ? ok({ data }) : fail("not_found");
	});
	serve(app, contract.makeLetter, (ctx, { params, body }) => makeLetter(ctx, params.id, body));
	serve(app, contract.previewLetters, (ctx, { body }) => previewLetters(ctx, body));
	serve(app, contract.makeLetters, (ctx, { body }) => makeLetters(ctx, body));
	serve(app, contract.getLetter, async (ctx, { params, headers }) => {
		const opened = await openLetter(ctx, params, headers.range);
		return opened.ok ? ok(fileAnswer(opened.value)) : opened;
	});
	serve(app, contract.previewLetter, async (ctx, { params, query }) => {
		const drawn = await previewLetter(ctx, params.id, query);
		return drawn.ok ? ok(bytesAnswer({ bytes: drawn.value.bytes, name: "Preview.pdf", mimetype }, "inline")) : drawn;
	});
};
