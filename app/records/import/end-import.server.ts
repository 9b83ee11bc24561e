import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ApiCall } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Import } from "#worker/contract/imports";
import type { Result } from "#worker/contract/result";

type Guarded = Parameters<typeof requireAccess>[1];
type Call<Answer> = (
	api: { call: ApiCall },
	options: { idempotencyKey: string | undefined },
) => Promise<Result<Answer>>;

/** How an import is undone or discarded, whatever its rows are. */
export interface EndedImport {
	find(api: { call: ApiCall }): Promise<Result<Pick<Import, "name" | "counts">>>;
	undo: { endpoint: Guarded; call: Call<unknown> };
	discard: { endpoint: Guarded; call: Call<unknown> };
	/** The list of the imports, and the page of this one, below the institution's address. */
	list: string;
	path: string;
}

/** Reads which of its two addresses the dialog is at: `…/undo` or `…/discard`. */
const isUndoAt = ({ url }: Request): boolean => new URL(url).pathname.endsWith("/undo");

export const openEnding = async (args: LoaderFunctionArgs, { find, path, ...of }: EndedImport) => {
	const isUndo = isUndoAt(args.request);
	const { orgName, api } = await requireAccess(args, (isUndo ? of.undo : of.discard).endpoint);
	const { name, counts } = orThrow(await find(api));
	const closeTo = `/${orgName}/${path}`;
	return json({ name, added: counts.added ?? 0, isUndo, closeTo, idempotencyKey: crypto.randomUUID() });
};

/** Begins to undo the import, or discards one that was not carried out. */
export const endImport = async (args: ActionFunctionArgs, { undo, discard, list, path }: EndedImport) => {
	const isUndo = isUndoAt(args.request);
	const { endpoint, call } = isUndo ? undo : discard;
	const { orgName, api, session } = await requireAccess(args, endpoint);
	const form = await readSignedInForm(args.request, args.context);
	const ended = await call(api, { idempotencyKey: idempotencyKeyIn(form) });
	if (!ended.ok && ended.problem.status === 404) orThrow(ended);
	if (!ended.ok) return json({ error: ended.problem.error }, { status: httpStatus(ended.problem) });
	if (isUndo) return redirect(`/${orgName}/${path}`);
	session.flash({ kind: "success", message: "The import was discarded. Nothing of it was added." });
	return redirect(`/${orgName}/${list}`);
};
