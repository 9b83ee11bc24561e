import type { App } from "#worker/http/create-app";
import { answerStoredFile } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import { getAttachment } from "#worker/services/attachments/contract";
import { findStoredFile } from "#worker/services/forms/queries";

export const attachmentsRoutes = (app: App): void =>
	serve(app, getAttachment, async (ctx, { params, query, headers }) =>
		answerStoredFile(ctx.env, await findStoredFile(ctx, { ...params, ...query }), headers.range),
	);
