import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getStepAttachment } from "#worker/services/workflows/contract";

/** Passes a file of a stage through with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const { recordId = "", stepId = "", attachmentId = "" } = args.params;
	const params = { id: recordId, stepId, attachmentId };
	const range = args.request.headers.get("range");
	return fileResponse(args, [getStepAttachment], (api) => api.send(getStepAttachment, { params }, { range }));
};
