import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getMailingPage } from "#worker/services/emails/mailings.contract";

/** Passes the HTML of a mailing's email through for its frame, with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.mailingId ?? "" };
	return answerFile(args, [getMailingPage], (api) => api.send(getMailingPage, { params }));
};
