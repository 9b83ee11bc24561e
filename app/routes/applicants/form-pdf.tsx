import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { getFormPdf } from "#worker/services/applicants/print.contract";

/** The applicant's form as a PDF to keep (§2 Download applicant form). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const answer = await args.context.api.send(getFormPdf, { params: { id: args.params.applicantId ?? "" } });
	if (!(answer instanceof Response)) throw problemResponse(answer);
	return answer;
};
