import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { formatCount } from "#app/format/numbers";
import { EndImport, keepEnding } from "#app/records/import/end-import";
import { type EndedImport, endImport, openEnding } from "#app/records/import/end-import.server";
import { importParams } from "#app/routes/uploaded-candidates/import-request";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { discardImport, getImport, undoImport } from "#worker/services/uploaded-candidates/imports.contract";

const importOf = (given: LoaderFunctionArgs["params"]): EndedImport => {
	const params = importParams(given);
	const list = `manage-candidates/${params.id}/imports`;
	return {
		find: ({ call }) => call(getImport, { params }),
		undo: { endpoint: undoImport, call: ({ call }, options) => call(undoImport, { params }, options) },
		discard: { endpoint: discardImport, call: ({ call }) => call(discardImport, { params }) },
		list,
		path: `${list}/${params.importId}`,
	};
};

export const meta = titledOver("Undo import");
export const loader = (args: LoaderFunctionArgs) => openEnding(args, importOf(args.params));
export const action = (args: ActionFunctionArgs) => endImport(args, importOf(args.params));
export const clientAction = keepEnding;
export const { handle, shouldRevalidate } = shows({ candidates: true });

const EndCandidateImport = () => (
	<EndImport>
		{(added) =>
			`${formatCount(added, "candidate")} came with it. New candidates are removed and updated ones are restored. Candidates that a later import has changed stay as they are.`
		}
	</EndImport>
);
export default EndCandidateImport;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
