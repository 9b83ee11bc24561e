import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { getPhoto } from "#worker/services/applicants/contract";

/** The passport picture, passed through as the service guards it. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const answer = await args.context.api.send(getPhoto, { params: { id: args.params.applicantId ?? "" } });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
