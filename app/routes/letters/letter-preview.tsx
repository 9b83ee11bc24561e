import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { previewLetter } from "#worker/services/letters/contract";

/** Passes the preview of a letter through, which is not stored. */
export const loader = (args: LoaderFunctionArgs) => {
	const templateId = new URL(args.request.url).searchParams.get("template") ?? "";
	const params = { id: args.params.applicantId ?? "" };
	return answerFile(args, [previewLetter], (api) => api.send(previewLetter, { params, query: { templateId } }));
};
