import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getFailedCourses } from "#worker/services/courses/uploads.contract";

/** Downloads the rows of an upload that were not added, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) =>
	fileResponse(args, [getFailedCourses], (api) =>
		api.send(getFailedCourses, { params: { id: args.params.uploadId ?? "" } }),
	);
