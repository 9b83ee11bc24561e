import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { undoPath } from "#app/list/bulk/undo-toast";
import { undoneSentence } from "#app/routes/batches/undone-sentence";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess, safeReturn } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { undoBatch } from "#worker/services/batches/contract";

/** Undoes a change (§4) and redirects back; a page that stays gets the result as data. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoBatch);
	const form = await readSignedInForm(args.request, args.context);
	const { batchId = "" } = args.params;
	const undone = await args.context.api.call(undoBatch, { params: { id: batchId } });
	const settles = undoPath(orgName, batchId);
	const toast: Omit<ToastMessage, "id"> = undone.ok
		? { ...undoneSentence(undone.value), settles }
		: { kind: "error", message: problemToast(undone.problem), settles };
	// why: the toast's form is posted by a fetcher; without JavaScript the form needs a page.
	if (!args.request.headers.get("accept")?.includes("text/html")) {
		// why: the next whole page would still show the toast that offered it.
		args.context.session.settleToast(settles);
		return json(
			{ toast: { ...toast, id: crypto.randomUUID() } },
			{ status: undone.ok ? 200 : httpStatus(undone.problem) },
		);
	}
	args.context.session.flash(toast);
	return redirect(safeReturn(fieldText(form.get("returnTo")), orgName) ?? `/${orgName}/applicants`);
};

/** Sent from whatever page it is on, which stays when no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem }) => ({
	toast: { id: crypto.randomUUID(), kind: "error", message: problemToast(problem) },
}));

export const loader = ({ params: { orgName = "" } }: LoaderFunctionArgs) =>
	redirect(`/${encodeURIComponent(orgName)}/applicants`);
