import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getFormPdf } from "#worker/services/printing/contract";

/** Passes the applicant's form through as a PDF (§2 Download applicant form). */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.applicantId ?? "" };
	return fileResponse(args, [getFormPdf], async (api) => {
		const answer = await api.send(getFormPdf, { params });
		// why: for a merged applicant this redirects to the kept one.
		if (answer.status === 404) await args.context.applicant(params.id);
		return answer;
	});
};
