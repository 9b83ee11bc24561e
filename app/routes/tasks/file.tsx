import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getTaskFile } from "#worker/services/tasks/contract";

/** Passes a task's file through to the user who started it. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.taskId ?? "" };
	const range = args.request.headers.get("range");
	return fileResponse(args, [getTaskFile], (api) => api.send(getTaskFile, { params }, { range }));
};
