import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getReceipt } from "#worker/services/transactions/contract";

/** A transaction's receipt as a PDF to keep (§2 Per-candidate transactions). */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", transactionId = "" } = args.params;
	const params = { id: applicantId, transactionId };
	return answerFile(args, [getReceipt], (api) => api.send(getReceipt, { params }));
};
