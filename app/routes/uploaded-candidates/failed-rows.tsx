import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { importParams } from "#app/routes/uploaded-candidates/import-request";
import { fileResponse } from "#app/shell/file-response.server";
import { getFailedRows } from "#worker/services/uploaded-candidates/imports.contract";

/** Downloads the rows of an import that were not added, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) => {
	const params = importParams(args.params);
	return fileResponse(args, [getFailedRows], (api) => api.send(getFailedRows, { params }));
};
