import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { askAssistant, readAssistant, readWords } from "#worker/services/assistant/ask-assistant";
import * as contract from "#worker/services/assistant/contract";

export const assistantRoutes = (app: App): void => {
	serve(app, contract.readAssistant, (ctx, { query }) => readAssistant(ctx, query));
	serve(app, contract.readWords, (ctx, { query }) => readWords(ctx, query.app_id));
	serve(app, contract.askAssistant, (ctx, { body }) => askAssistant(ctx, body));
};
