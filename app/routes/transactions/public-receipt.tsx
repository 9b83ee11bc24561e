import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerPublicFile } from "#app/shell/file-answer.server";
import { getPublicReceipt } from "#worker/services/transactions/public-payment.contract";

/** Passes the receipt of a payment through to its payer, who is not signed in. */
export const loader = (args: LoaderFunctionArgs) => {
	const { orgName = "", key = "" } = args.params;
	return answerPublicFile(args, (api) => api.send(getPublicReceipt, { params: { organisationId: orgName, key } }));
};
