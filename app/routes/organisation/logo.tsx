import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { getLogo } from "#worker/services/organisation/contract";

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
	const answer = await context.api.send(getLogo, { params: { id: params.orgName ?? "" } });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
