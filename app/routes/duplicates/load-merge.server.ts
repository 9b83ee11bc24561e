import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { getMerge, undoMerge } from "#worker/services/duplicates/contract";

/** Loads a merge. */
export const loadMerge = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, getMerge);
	const params = { id: args.params.mergeId ?? "" };
	const merge = orThrow(await args.context.api.call(getMerge, { params }));
	return { merge, orgName, mayUndo: mayCall(user, undoMerge) };
};

/** Undoes a merge and opens the record that was merged, or says why it cannot be undone. */
export const submitUndo = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoMerge);
	await readSignedInForm(args.request, args.context);
	const { mergeId = "" } = args.params;
	const settles = `/${orgName}/merges/${mergeId}`;
	const undone = await args.context.api.call(undoMerge, { params: { id: mergeId } });
	if (!undone.ok) {
		if (undone.problem.status === 404) orThrow(undone);
		const message = problemToast(undone.problem);
		const toast: ToastMessage = { id: crypto.randomUUID(), kind: "error", message, settles };
		return json({ toast }, { status: httpStatus(undone.problem) });
	}
	const { sourceId, sourceName } = undone.value;
	args.context.session.flash({
		kind: "success",
		message: `Merge undone: ${sourceName} is a separate record again`,
		settles,
	});
	return redirect(`/${orgName}/applicants/${sourceId}`);
};
