import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { getReceipt } from "#worker/services/transactions/contract";

/** A transaction's receipt as a PDF to keep (§2 Per-candidate transactions). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const { applicantId = "", transactionId = "" } = args.params;
	const answer = await args.context.api.send(getReceipt, { params: { id: applicantId, transactionId } });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
