import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import { getAttachment } from "#worker/services/attachments/contract";
import { readAttachment } from "#worker/services/attachments/read-attachment";

export const attachmentsRoutes = (app: App): void => {
	serve(app, getAttachment, async (ctx, { params, headers }) => {
		const opened = await readAttachment(ctx, params, headers.range);
		return opened.ok ? ok(fileAnswer(opened.value)) : opened;
	});
};
