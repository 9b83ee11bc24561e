import type { App } from "#worker/http/create-app";
import { storedFileResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { getAttachment } from "#worker/services/attachments/contract";
import { findStoredFile } from "#worker/services/forms/queries";

export const attachmentsRoutes = (app: App): void =>
	serve(app, getAttachment, async (ctx, { params, query, headers }) =>
		storedFileResponse(ctx.env, await findStoredFile(ctx, { ...params, ...query }), headers.range),
	);
