import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getSamplePdf } from "#worker/services/printing/contract";

/** Passes a form with made-up answers through as a PDF. */
export const loader = (args: LoaderFunctionArgs) => {
	const version = new URL(args.request.url).searchParams.get("version");
	return fileResponse(args, [getSamplePdf], (api) =>
		api.send(getSamplePdf, {
			params: { id: args.params.recordId ?? "" },
			query: version === null ? {} : { version },
		}),
	);
};
