import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { may } from "#app/session/may-call";
import { fileResponse } from "#app/shell/file-response.server";
import { getEmailAttachment } from "#worker/services/emails/contract";

/** Passes a mail's attachment through with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", attachmentId = "" } = args.params;
	const params = { id: applicantId, attachmentId };
	const range = args.request.headers.get("range");
	return fileResponse(args, [may.seeApplicants, getEmailAttachment], (api) =>
		api.send(getEmailAttachment, { params }, { range }),
	);
};
