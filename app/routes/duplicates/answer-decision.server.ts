import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess, safeReturn } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { decideDuplicate } from "#worker/services/duplicates/contract";

/** How long the palette and `z` take back that two applicants are two persons; the list of them takes it back for ever. */
const takenBackForMs = 600_000;

const namesLength = 300;

/** Says that two applicants are two persons, with a way back, or has them looked at again. */
export const answerDecision = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, decideDuplicate);
	const { session, api } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	const { pathname, searchParams } = new URL(args.request.url);
	// why: a toast's form carries nothing but its address.
	const [firstId = "", secondId = ""] = searchParams.get("undo")?.split(",") ?? [
		fieldText(form.get("firstId")),
		fieldText(form.get("secondId")),
	];
	const areDifferent = !searchParams.has("undo") && form.get("areDifferent") === "true";
	searchParams.delete("undo");
	const list = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
	searchParams.set("undo", `${firstId},${secondId}`);
	const undo = `${pathname}?${searchParams}`;
	const decided = await api.call(decideDuplicate, { body: { firstId, secondId, areDifferent } });
	if (!decided.ok) {
		const toast: ToastMessage = { id: crypto.randomUUID(), kind: "error", message: problemToast(decided.problem) };
		return json({ toast }, { status: httpStatus(decided.problem) });
	}
	const names = fieldText(form.get("names")).slice(0, namesLength);
	session.flash(
		areDifferent
			? {
					kind: "success",
					message: `${names || "They"} are kept as two persons`,
					action: {
						label: "Undo",
						title: `Undo: ${names || "the pair"} are two persons`,
						to: undo,
						forMs: takenBackForMs,
					},
				}
			: { kind: "success", message: "They are among the possible duplicates again", settles: undo },
	);
	return redirect(safeReturn(fieldText(form.get("returnTo")), orgName) ?? list);
};
