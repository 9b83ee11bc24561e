import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getOutboxPage } from "#worker/services/outbox/contract";

/** A kept mail's HTML for its frame, passed through with the headers by which nothing in it can run. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.mailId ?? "" };
	return answerFile(args, [getOutboxPage], (api) => api.send(getOutboxPage, { params }));
};
