import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getFailedSettlementRows } from "#worker/services/settlements/files.contract";

/** Downloads the rows of a settlement file that match no payment, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) =>
	fileResponse(args, [getFailedSettlementRows], (api) =>
		api.send(getFailedSettlementRows, { params: { id: args.params.fileId ?? "" } }),
	);
