import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import { getPhoto } from "#worker/services/applicants/contract";

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, getPhoto);
	const id = args.params.applicantId ?? "";
	const answer = await args.context.api.send(getPhoto, { params: { id } });
	// why: for a merged applicant this redirects to the kept one.
	if (answer.status === 404) await args.context.applicant(id);
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
