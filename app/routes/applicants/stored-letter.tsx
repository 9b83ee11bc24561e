import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { getLetter } from "#worker/services/applicants/letters.contract";

/** One letter's file, passed through with the headers by which nothing in it can run. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const params = { id: args.params.applicantId ?? "", letterId: args.params.letterId ?? "" };
	const range = args.request.headers.get("range");
	const answer = await args.context.api.send(getLetter, { params }, { range });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
