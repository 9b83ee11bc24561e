import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { getCandidateInfoPhoto } from "#worker/services/candidate-info/contract";

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
	const { orgName = "", publicId = "" } = params;
	const answer = await context.api.send(getCandidateInfoPhoto, {
		params: { id: publicId },
		query: { organisation: orgName },
	});
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
