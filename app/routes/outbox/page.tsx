import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getOutboxPage } from "#worker/services/outbox/contract";

/** Passes a stored mail's HTML through for its frame, with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.mailId ?? "" };
	return fileResponse(args, [getOutboxPage], (api) => api.send(getOutboxPage, { params }));
};
