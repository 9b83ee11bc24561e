import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getFormPdf } from "#worker/services/printing/contract";

/** The applicant's form as a PDF to keep (§2 Download applicant form). */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.applicantId ?? "" };
	return answerFile(args, [getFormPdf], async (api) => {
		const answer = await api.send(getFormPdf, { params });
		// why: of whoever was merged into another, that one's is led to.
		if (answer.status === 404) await args.context.applicant(params.id);
		return answer;
	});
};
