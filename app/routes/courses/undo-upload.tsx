import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { formatCount } from "#app/format/numbers";
import { EndImport, keepEnding } from "#app/records/import/end-import";
import { type EndedImport, endImport, openEnding } from "#app/records/import/end-import.server";
import { showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseScreen } from "#app/routes/courses/screen";
import { titledOver } from "#app/shell/titled";
import { discardCourseUpload, getCourseUpload, undoCourseUpload } from "#worker/services/courses/uploads.contract";

const uploadOf = ({ uploadId: id = "" }: LoaderFunctionArgs["params"]): EndedImport => ({
	find: ({ call }) => call(getCourseUpload, { params: { id } }),
	undo: {
		endpoint: undoCourseUpload,
		call: ({ call }, options) => call(undoCourseUpload, { params: { id } }, options),
	},
	discard: { endpoint: discardCourseUpload, call: ({ call }) => call(discardCourseUpload, { params: { id } }) },
	list: "courses/uploads",
	path: `courses/uploads/${id}`,
});

export const meta = titledOver("Undo import");
export const loader = (args: LoaderFunctionArgs) => openEnding(args, uploadOf(args.params));
export const action = (args: ActionFunctionArgs) => endImport(args, uploadOf(args.params));
export const clientAction = keepEnding;
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const EndCourseUpload = () => {
	const { inWords } = useScreenTexts();
	return (
		<EndImport>
			{(added) =>
				inWords(
					`${formatCount(added, "{course}", "{courses}")} came with it. They are deleted, except those that an application offers, that have applicants or that were changed since: they stay as they are, and you see why.`,
				)
			}
		</EndImport>
	);
};
export default EndCourseUpload;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
