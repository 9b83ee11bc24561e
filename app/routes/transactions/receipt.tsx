import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getReceipt } from "#worker/services/transactions/contract";

/** Passes a transaction's receipt through as a PDF (§2 Per-candidate transactions). */
export const loader = (args: LoaderFunctionArgs) => {
	const { applicantId = "", transactionId = "" } = args.params;
	const params = { id: applicantId, transactionId };
	return fileResponse(args, [getReceipt], (api) => api.send(getReceipt, { params }));
};
