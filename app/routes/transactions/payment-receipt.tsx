import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getPaymentReceipt } from "#worker/services/transactions/contract";

/** Passes the receipt of a payment through as a PDF, for users who see the payment and perhaps not its applicant. */
export const loader = (args: LoaderFunctionArgs) => {
	const { transactionId: id = "" } = args.params;
	return fileResponse(args, [getPaymentReceipt], (api) => api.send(getPaymentReceipt, { params: { id } }));
};
