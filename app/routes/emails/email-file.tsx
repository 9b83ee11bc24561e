import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { may } from "#app/session/may-call";
import { answerFile } from "#app/shell/file-answer.server";
import { getEmailAttachment } from "#worker/services/emails/contract";

/** A file that went with a mail, passed through with the headers by which nothing in it can run. */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", attachmentId = "" } = args.params;
	const params = { id: applicantId, attachmentId };
	const range = args.request.headers.get("range");
	return answerFile(args, [may.seeApplicants, getEmailAttachment], (api) =>
		api.send(getEmailAttachment, { params }, { range }),
	);
};
