import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/shell/file-response.server";
import { getCourseTemplate } from "#worker/services/courses/uploads.contract";

/** Downloads the workbook to fill in and upload. */
export const loader = (args: LoaderFunctionArgs) =>
	fileResponse(args, [getCourseTemplate], (api) => api.send(getCourseTemplate, {}));
