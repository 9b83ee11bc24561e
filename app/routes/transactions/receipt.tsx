import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getReceipt } from "#worker/services/transactions/contract";

/** Passes a transaction's receipt through as a PDF (§2 Per-candidate transactions). */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", transactionId = "" } = args.params;
	const params = { id: applicantId, transactionId };
	return answerFile(args, [getReceipt], (api) => api.send(getReceipt, { params }));
};
