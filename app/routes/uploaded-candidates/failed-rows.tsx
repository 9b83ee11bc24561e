import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getFailedRows } from "#worker/services/uploaded-candidates/imports.contract";

/** The rows of an import that were not added, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = { id: args.params.groupId ?? "", importId: args.params.importId ?? "" };
	return answerFile(args, [getFailedRows], (api) => api.send(getFailedRows, { params }));
};
