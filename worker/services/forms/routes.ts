import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/forms/contract";
import { fileHeaders } from "#worker/services/forms/file-headers";
import { findSubmission } from "#worker/services/forms/queries";
import { type OpenFile, readAttachment } from "#worker/services/forms/read-attachment";

export const formsRoutes = (app: App): void => {
	serve(app, contract.getForm, async (ctx, { params }) => {
		const submission = await findSubmission(ctx, params.id);
		return submission ? ok(submission) : fail("not_found");
	});
	serve(app, contract.getAttachment, async (ctx, { params, headers }) => {
		const opened = await readAttachment(ctx, params, headers.range);
		return opened.ok ? ok(fileResponse(opened.value)) : opened;
	});
};

const fileResponse = (file: OpenFile): Response => {
	const headers = fileHeaders(file);
	headers.set("content-length", String(file.part?.length ?? file.size));
	if (!file.part) return new Response(file.body, { headers });
	const { offset, length } = file.part;
	headers.set("content-range", `bytes ${offset}-${offset + length - 1}/${file.size}`);
	return new Response(file.body, { status: 206, headers });
};
