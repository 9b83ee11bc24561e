import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getCourseTemplate } from "#worker/services/courses/uploads.contract";

/** Downloads the workbook to fill in and upload. */
export const loader = (args: LoaderFunctionArgs) =>
	answerFile(args, [getCourseTemplate], (api) => api.send(getCourseTemplate, {}));
