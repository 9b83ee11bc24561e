import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { getAttachment } from "#worker/services/forms/contract";

/** A file the applicant attached, passed through with the headers by which nothing in it can run. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const { formId = "", attachmentId = "" } = args.params;
	const params = { id: formId, attachmentId };
	const range = args.request.headers.get("range");
	const answer = await args.context.api.send(getAttachment, { params }, { range });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
