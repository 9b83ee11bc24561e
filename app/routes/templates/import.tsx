import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ImportJsonDialog } from "#app/records/import/import-json-dialog";
import { faultsOfProblem, readJsonFile } from "#app/records/import/read-json-file.server";
import { kindOf, pageOf } from "#app/routes/templates/screen";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { importTemplate, TemplateFile } from "#worker/services/templates/files.contract";

export const meta = titledOver("Import template");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, importTemplate);
	const { type } = kindOf(new URL(args.request.url).searchParams.get("type"));
	return json({ closeTo: `/${orgName}/templates?type=${type}`, idempotencyKey: crypto.randomUUID() });
};

/** Creates a template from a file or from pasted text, or says what is wrong where. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, importTemplate);
	const read = await readJsonFile(args, TemplateFile, "template");
	if ("faults" in read) return json(read, 422);
	const { typed, value, idempotencyKey } = read;
	const created = await api.call(importTemplate, { body: { template: value } }, { idempotencyKey });
	if (!created.ok) return json({ typed, faults: faultsOfProblem(created.problem) }, httpStatus(created.problem));
	session.flash({ kind: "success", message: `“${created.value.name}” was imported` });
	return redirect(pageOf(`/${orgName}`, created.value.id, "edit"));
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: String(form.get("text") ?? ""),
	faults: [error],
}));

export const { handle, shouldRevalidate } = shows({});

const ImportTemplate = () => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const { typed = "", faults = [] } = useKeptAnswer<typeof action>() ?? {};
	return (
		<ImportJsonDialog
			one="template"
			about="A template that was exported here or at another institution. It is inactive until you activate it."
			closeTo={closeTo}
			idempotencyKey={idempotencyKey}
			typed={typed}
			faults={faults}
		/>
	);
};
export default ImportTemplate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
