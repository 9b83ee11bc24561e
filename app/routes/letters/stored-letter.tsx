import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getLetter } from "#worker/services/letters/contract";

/** Passes a letter's file through with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.applicantId ?? "", letterId: args.params.letterId ?? "" };
	const range = args.request.headers.get("range");
	return fileResponse(args, [getLetter], (api) => api.send(getLetter, { params }, { range }));
};
