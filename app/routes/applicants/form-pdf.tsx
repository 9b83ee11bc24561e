import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { anyOf } from "#worker/contract/permissions";
import { getFormPdf } from "#worker/services/applicants/print.contract";

/** The applicant's form as a PDF to keep (§2 Download applicant form). */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.applicantId ?? "" };
	return answerFile(args, anyOf("candidate"), (api) => api.send(getFormPdf, { params }));
};
