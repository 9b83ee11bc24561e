import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { importParams } from "#app/routes/uploaded-candidates/import-request";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { discardImport, getImport, undoImport } from "#worker/services/uploaded-candidates/imports.contract";

/** Reads which of its two addresses the dialog is at: `…/undo` or `…/discard`. */
const endpointAt = ({ url }: Request) => (new URL(url).pathname.endsWith("/undo") ? undoImport : discardImport);

export const meta = titledOver("Undo import");

export const loader = async (args: LoaderFunctionArgs) => {
	const endpoint = endpointAt(args.request);
	const { orgName } = await requireAccess(args, endpoint);
	const params = importParams(args.params);
	const { name, counts } = orThrow(await args.context.api.call(getImport, { params }));
	const closeTo = `/${orgName}/manage-candidates/${params.id}/imports/${params.importId}`;
	const isUndo = endpoint === undoImport;
	return json({ name, added: counts.added ?? 0, isUndo, closeTo, idempotencyKey: crypto.randomUUID() });
};

/** Begins to undo the import, or discards one that was not carried out. */
export const action = async (args: ActionFunctionArgs) => {
	const endpoint = endpointAt(args.request);
	const { orgName } = await requireAccess(args, endpoint);
	const form = await readSignedInForm(args.request, args.context);
	const { api, session } = args.context;
	const params = importParams(args.params);
	const ended =
		endpoint === undoImport
			? await api.call(undoImport, { params }, { idempotencyKey: idempotencyKeyIn(form) })
			: await api.call(discardImport, { params });
	if (!ended.ok && ended.problem.status === 404) orThrow(ended);
	if (!ended.ok) return json({ error: ended.problem.error }, { status: httpStatus(ended.problem) });
	const imports = `/${orgName}/manage-candidates/${params.id}/imports`;
	if (endpoint === undoImport) return redirect(`${imports}/${params.importId}`);
	session.flash({ kind: "success", message: "The import was discarded. Nothing of it was added." });
	return redirect(imports);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ candidates: true });

const EndImport = () => {
	const { name, added, isUndo, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const dialog = { closeTo, idempotencyKey, error: useActionData<typeof action>()?.error };
	return isUndo ? (
		<ConfirmDialog {...dialog} title={`Undo the import of ${name}?`} submitLabel="Undo import">
			{formatCount(added, "candidate")} came with it. New candidates are removed and updated ones are restored.
			Candidates that a later import has changed stay as they are.
		</ConfirmDialog>
	) : (
		<ConfirmDialog {...dialog} title={`Discard ${name}?`} submitLabel="Discard">
			Nothing of it has been added. Its rows are deleted; the list can be uploaded again.
		</ConfirmDialog>
	);
};
export default EndImport;

export const ErrorBoundary = () => <ProblemPage />;
