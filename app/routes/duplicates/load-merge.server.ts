import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { inWords } from "#app/format/in-words";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { getMerge, undoMerge } from "#worker/services/duplicates/contract";

/** The record of a merge. */
export const loadMerge = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, getMerge);
	const params = { id: args.params.mergeId ?? "" };
	const merge = orThrow(await args.context.api.call(getMerge, { params }));
	return { merge, orgName, mayUndo: mayCall(user, undoMerge) };
};

/** Makes two applicants of one again, and leads to the one who is back; or says why not. */
export const answerUndo = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoMerge);
	await readSignedInForm(args.request, args.context);
	const { mergeId = "" } = args.params;
	const settles = `/${orgName}/merges/${mergeId}`;
	const undone = await args.context.api.call(undoMerge, { params: { id: mergeId } });
	if (!undone.ok) {
		if (undone.problem.status === 404) orThrow(undone);
		const toast: ToastMessage = {
			id: crypto.randomUUID(),
			kind: "error",
			message: problemToast(undone.problem),
			settles,
		};
		return json({ toast }, { status: httpStatus(undone.problem) });
	}
	const { mergedId, mergedName, kept, lost } = undone.value;
	const stays = kept.length > 0 && `Changed since, and left with who was kept: ${inWords(kept)}`;
	const notes = [stays, lost?.replace(/\.$/, "")].filter(Boolean).map((note) => `. ${note}`);
	args.context.session.flash({
		kind: notes.length > 0 ? "warning" : "success",
		message: `Merge undone: ${mergedName} is an applicant again${notes.join("")}`,
		settles,
	});
	return redirect(`/${orgName}/applicants/${mergedId}`);
};
