import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { getTaskFile } from "#worker/services/tasks/contract";

/** The file that a task has made, for whoever started it. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args);
	const params = { id: args.params.taskId ?? "" };
	const range = args.request.headers.get("range");
	const answer = await args.context.api.send(getTaskFile, { params }, { range });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
