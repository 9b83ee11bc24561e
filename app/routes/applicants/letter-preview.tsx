import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { previewLetter } from "#worker/services/applicants/letters.contract";

/** What a letter would look like, kept nowhere. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, ["candidate:u"]);
	const templateId = new URL(args.request.url).searchParams.get("template") ?? "";
	const params = { id: args.params.applicantId ?? "" };
	const answer = await args.context.api.send(previewLetter, { params, query: { templateId } });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
