import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess, safeReturn } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { dismissPair } from "#worker/services/duplicates/contract";

/** How long the palette and `z` offer to undo a dismissal, in milliseconds. The list of dismissed pairs always does. */
const undoOfferedMs = 600_000;

const maxNamesLength = 300;

/** Marks a pair as not duplicates, with an undo, or removes the mark. */
export const submitDismissal = async (args: ActionFunctionArgs) => {
	const { orgName, session, api } = await requireAccess(args, dismissPair);
	const form = await readSignedInForm(args.request, args.context);
	const { pathname, searchParams } = new URL(args.request.url);
	// why: a toast's form sends nothing but its address.
	const [firstId = "", secondId = ""] = searchParams.get("undo")?.split(",") ?? [
		fieldText(form.get("firstId")),
		fieldText(form.get("secondId")),
	];
	const isDismissed = !searchParams.has("undo") && form.get("isDismissed") === "true";
	searchParams.delete("undo");
	const list = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
	searchParams.set("undo", `${firstId},${secondId}`);
	const undo = `${pathname}?${searchParams}`;
	const dismissed = await api.call(dismissPair, { body: { firstId, secondId, isDismissed } });
	if (!dismissed.ok) {
		const toast: ToastMessage = { id: crypto.randomUUID(), kind: "error", message: problemToast(dismissed.problem) };
		return json({ toast }, { status: httpStatus(dismissed.problem) });
	}
	const names = fieldText(form.get("names")).slice(0, maxNamesLength) || "The two applicants";
	const action = { label: "Undo", title: `Undo: ${names} are not duplicates`, to: undo, forMs: undoOfferedMs };
	session.flash(
		isDismissed
			? { kind: "success", message: `${names} are marked as not duplicates`, action }
			: { kind: "success", message: "The pair is no longer marked as not duplicates", settles: undo },
	);
	return redirect(safeReturn(fieldText(form.get("returnTo")), orgName) ?? list);
};
