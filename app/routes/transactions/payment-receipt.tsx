import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getPaymentReceipt } from "#worker/services/transactions/contract";

/** Passes the receipt of a payment through as a PDF, for users who see the payment and perhaps not its applicant. */
export const loader = (args: LoaderFunctionArgs) => {
	const { transactionId: id = "" } = args.params;
	return answerFile(args, [getPaymentReceipt], (api) => api.send(getPaymentReceipt, { params: { id } }));
};
