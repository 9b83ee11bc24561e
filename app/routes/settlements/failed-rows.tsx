import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getFailedSettlementRows } from "#worker/services/settlements/files.contract";

/** Downloads the rows of a settlement file that match no payment, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) =>
	answerFile(args, [getFailedSettlementRows], (api) =>
		api.send(getFailedSettlementRows, { params: { id: args.params.fileId ?? "" } }),
	);
