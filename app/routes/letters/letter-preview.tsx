import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { previewLetter } from "#worker/services/letters/contract";

/** Passes the preview of a letter through, which is not stored. */
export const loader = (args: LoaderFunctionArgs) => {
	const templateId = new URL(args.request.url).searchParams.get("template") ?? "";
	const params = { id: args.params.applicantId ?? "" };
	return fileResponse(args, [previewLetter], (api) => api.send(previewLetter, { params, query: { templateId } }));
};
