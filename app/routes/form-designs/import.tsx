import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ImportJsonDialog } from "#app/records/import/import-json-dialog";
import { readJsonFile } from "#app/records/import/read-json-file.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { DesignFile, importDesign } from "#worker/services/form-designs/contract";

export const meta = titledOver("Import form");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, importDesign);
	return json({ closeTo: `/${orgName}/forms`, idempotencyKey: crypto.randomUUID() });
};

/** Creates a form from a file or from pasted text, or says what is wrong where. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, importDesign);
	const read = await readJsonFile(args, DesignFile, "form");
	if ("faults" in read) return json(read, 422);
	const { typed, value, idempotencyKey } = read;
	const created = await api.call(importDesign, { body: { design: value } }, { idempotencyKey });
	if (!created.ok) return json({ typed, faults: [created.problem.error] }, httpStatus(created.problem));
	session.flash({ kind: "success", message: `“${created.value.title}” was imported` });
	return redirect(`/${orgName}/forms/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: String(form.get("text") ?? ""),
	faults: [error],
}));

export const { handle, shouldRevalidate } = shows({});

const ImportForm = () => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const { typed = "", faults = [] } = useKeptAnswer<typeof action>() ?? {};
	return (
		<ImportJsonDialog
			one="form"
			about="A form that was exported here or at another institution. It becomes a draft."
			closeTo={closeTo}
			idempotencyKey={idempotencyKey}
			typed={typed}
			faults={faults}
		/>
	);
};
export default ImportForm;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
