import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { importJson, openJsonImport } from "#app/records/import/import-json.server";
import { ImportJsonDialog, keepJsonImport } from "#app/records/import/import-json-dialog";
import { kindOf, pageOf } from "#app/routes/templates/screen";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { importTemplate, TemplateFile } from "#worker/services/templates/files.contract";

export const meta = titledOver("Import template");
export const loader = (args: LoaderFunctionArgs) => {
	const { type } = kindOf(new URL(args.request.url).searchParams.get("type"));
	return openJsonImport(args, importTemplate, `templates?type=${type}`);
};
export const action = (args: ActionFunctionArgs) =>
	importJson(args, {
		guard: importTemplate,
		one: "template",
		schema: TemplateFile,
		create: async (api, { value, options }) => {
			const created = await api.call(importTemplate, { body: { template: value } }, options);
			// why not in the address: the page would lead on to itself without it, and lose the toast.
			if (created.ok) args.context.session.setTemplateMode("edit");
			return created;
		},
		nameOf: ({ name }) => name,
		pageOf: (base, { id }) => pageOf(base, id),
	});
export const clientAction = keepJsonImport;
export const { handle, shouldRevalidate } = shows({});

const ImportTemplate = () => (
	<ImportJsonDialog
		one="template"
		about="A template that was exported here or at another institution. It is inactive until you activate it."
	/>
);
export default ImportTemplate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
