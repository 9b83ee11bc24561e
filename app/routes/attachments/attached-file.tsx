import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getAttachment } from "#worker/services/attachments/contract";

/** Passes an attached file through with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", formId = "", attachmentId = "" } = args.params;
	const asked = { params: { id: formId, attachmentId }, query: { applicantId } };
	const range = args.request.headers.get("range");
	return fileResponse(args, [getAttachment], (api) => api.send(getAttachment, asked, { range }));
};
