import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfResponse, storedFileResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/letters/contract";
import {
	makeLetter,
	makeLetters,
	previewLetter,
	previewLetters,
	replaceLetter,
	withdrawLetter,
} from "#worker/services/letters/make-letter";
import { findStoredLetter, readLetters } from "#worker/services/letters/queries";
import * as verification from "#worker/services/letters/verification.contract";
import { verifyLetter } from "#worker/services/letters/verify-letter";

export const lettersRoutes = (app: App): void => {
	serve(app, contract.listLetters, async (ctx, { params, query }) => {
		const data = await readLetters(ctx, params.id);
		return data ? ok(pageOfAll(data, query)) : fail("not_found");
	});
	serve(app, contract.makeLetter, (ctx, { params, body }) => makeLetter(ctx, params.id, body));
	serve(app, contract.withdrawLetter, (ctx, { params, body }) => withdrawLetter(ctx, params, body));
	serve(app, contract.replaceLetter, (ctx, { params, body }) => replaceLetter(ctx, params, body));
	serve(app, contract.previewLetters, (ctx, { body }) => previewLetters(ctx, body));
	serve(app, contract.makeLetters, (ctx, { body }) => makeLetters(ctx, body));
	serve(app, contract.getLetter, async (ctx, { params, headers }) =>
		storedFileResponse(ctx.env, await findStoredLetter(ctx, params), headers.range),
	);
	serve(app, contract.previewLetter, async (ctx, { params, query }) => {
		const drawn = await previewLetter(ctx, params.id, query.templateId);
		return drawn.ok ? ok(pdfResponse({ bytes: drawn.value, name: "Preview.pdf" }, "inline")) : drawn;
	});
	serve(app, verification.verifyLetter, (request, { params }) => verifyLetter(request, params));
};
