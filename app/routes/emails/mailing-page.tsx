import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getMailingPage } from "#worker/services/emails/mailings.contract";

/** Passes the HTML of a mailing's email through for its frame, with headers that stop it from running. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.mailingId ?? "" };
	return fileResponse(args, [getMailingPage], (api) => api.send(getMailingPage, { params }));
};
