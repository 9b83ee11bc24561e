import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFileResponse } from "#app/shell/file-response.server";
import { getPublicReceipt } from "#worker/services/transactions/public-payment.contract";

/** Passes the receipt of a payment through to its payer, who is not signed in. */
export const loader = (args: LoaderFunctionArgs) => {
	const { orgName = "", key = "" } = args.params;
	return publicFileResponse(args, (api) => api.send(getPublicReceipt, { params: { organisationId: orgName, key } }));
};
