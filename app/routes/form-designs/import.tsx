import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { importJson, openJsonImport } from "#app/records/import/import-json.server";
import { ImportJsonDialog, keepJsonImport } from "#app/records/import/import-json-dialog";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { DesignFile, importDesign } from "#worker/services/form-designs/contract";

export const meta = titledOver("Import form");
export const loader = (args: LoaderFunctionArgs) => openJsonImport(args, importDesign, "forms");
export const action = (args: ActionFunctionArgs) =>
	importJson(args, {
		guard: importDesign,
		one: "form",
		schema: DesignFile,
		create: (api, { value, options }) => api.call(importDesign, { body: { design: value } }, options),
		nameOf: ({ title }) => title,
		pageOf: (base, { id }) => `${base}/forms/${id}`,
	});
export const clientAction = keepJsonImport;
export const { handle, shouldRevalidate } = shows({});

const ImportForm = () => (
	<ImportJsonDialog one="form" about="A form that was exported here or at another institution. It becomes a draft." />
);
export default ImportForm;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
