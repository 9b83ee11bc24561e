import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ImportJsonDialog } from "#app/records/import/import-json-dialog";
import { faultsOfProblem, readJsonFile } from "#app/records/import/read-json-file.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { importWorkflow, WorkflowFile } from "#worker/services/workflows/files.contract";

export const meta = titledOver("Import workflow");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, importWorkflow);
	return json({ closeTo: `/${orgName}/workflow`, idempotencyKey: crypto.randomUUID() });
};

/** Creates a workflow from a file or from pasted text, or says what is wrong where. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, importWorkflow);
	const read = await readJsonFile(args, WorkflowFile, "workflow");
	if ("faults" in read) return json(read, 422);
	const { typed, isChosen, value, idempotencyKey } = read;
	const body = { workflow: value, leaveOut: isChosen };
	const created = await api.call(importWorkflow, { body }, { idempotencyKey });
	if (!created.ok)
		return json({ typed, isChosen, faults: faultsOfProblem(created.problem) }, httpStatus(created.problem));
	session.flash({ kind: "success", message: `“${created.value.name}” was imported` });
	return redirect(`/${orgName}/workflow/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: String(form.get("text") ?? ""),
	isChosen: form.get("option") === "on",
	faults: [error],
}));

export const { handle, shouldRevalidate } = shows({});

const ImportWorkflow = () => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const { typed = "", isChosen = false, faults = [] } = useKeptAnswer<typeof action>() ?? {};
	return (
		<ImportJsonDialog
			one="workflow"
			about="A workflow that was exported here or at another institution. No application uses it until you choose it there."
			closeTo={closeTo}
			idempotencyKey={idempotencyKey}
			typed={typed}
			faults={faults}
			option={{
				label: "Leave out templates, roles and files that do not exist here",
				description: "A stage without its roles is open to everybody who may change applicants.",
				isChosen,
			}}
		/>
	);
};
export default ImportWorkflow;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
