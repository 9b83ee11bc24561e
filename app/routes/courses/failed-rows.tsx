import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerFile } from "#app/shell/file-answer.server";
import { getFailedCourses } from "#worker/services/courses/uploads.contract";

/** Downloads the rows of an upload that were not added, with the reason, as a workbook. */
export const loader = (args: LoaderFunctionArgs) =>
	answerFile(args, [getFailedCourses], (api) =>
		api.send(getFailedCourses, { params: { id: args.params.uploadId ?? "" } }),
	);
