import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getAttachment } from "#worker/services/attachments/contract";

/** A file the applicant attached, passed through with the headers by which nothing in it can run. */
export const loader = (args: LoaderFunctionArgs) => {
	const { formId = "", attachmentId = "" } = args.params;
	const params = { id: formId, attachmentId };
	const range = args.request.headers.get("range");
	return answerFile(args, [getAttachment], (api) => api.send(getAttachment, { params }, { range }));
};
