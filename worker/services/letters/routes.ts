import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { bytesAnswer, fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/letters/contract";
import { makeLetter, previewLetter } from "#worker/services/letters/make-letter";
import { makeLetters, previewLetters } from "#worker/services/letters/make-letters";
import { openLetter } from "#worker/services/letters/open-letter";
import { readLetters } from "#worker/services/letters/queries";

const mimetype = "application/pdf";

export const lettersRoutes = (app: App): void => {
	serve(app, contract.listLetters, async (ctx, { params, query }) => {
		const data = await readLetters(ctx, params.id);
		return data ? ok(pageOfAll(data, query)) : fail("not_found");
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
