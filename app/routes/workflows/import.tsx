import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { importJson, openJsonImport } from "#app/records/import/import-json.server";
import { ImportJsonDialog, keepJsonImport } from "#app/records/import/import-json-dialog";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { importWorkflow, WorkflowFile } from "#worker/services/workflows/files.contract";

export const meta = titledOver("Import workflow");
export const loader = (args: LoaderFunctionArgs) => openJsonImport(args, importWorkflow, "workflow");
export const action = (args: ActionFunctionArgs) =>
	importJson(args, {
		guard: importWorkflow,
		one: "workflow",
		schema: WorkflowFile,
		create: (api, { value, isChosen, options }) =>
			api.call(importWorkflow, { body: { workflow: value, leaveOut: isChosen } }, options),
		nameOf: ({ name }) => name,
		pageOf: (base, { id }) => `${base}/workflow/${id}`,
	});
export const clientAction = keepJsonImport;
export const { handle, shouldRevalidate } = shows({});

const ImportWorkflow = () => (
	<ImportJsonDialog
		one="workflow"
		about="A workflow that was exported here or at another institution. No application uses it until you choose it there."
		option={{
			label: "Leave out templates, roles and files that do not exist here",
			description: "A stage without its roles is open to everybody who may change applicants.",
		}}
	/>
);
export default ImportWorkflow;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
