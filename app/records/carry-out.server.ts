import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import type { ApiCall } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import type { Guarded } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";

interface CarriedOut {
	call(api: { call: ApiCall }): Promise<Result<unknown>>;
	/** What is said afterwards. */
	message: string;
	/** The address that it leads to. */
	to: string;
}

/** Carries out what a dialog has asked about. A refusal is shown in the dialog. */
export const carryOut = async (args: ActionFunctionArgs, guard: Guarded, { call, message, to }: CarriedOut) => {
	const { api, session } = await requireAccess(args, guard);
	await readSignedInForm(args.request, args.context);
	const answer = await call(api);
	if (!answer.ok && answer.problem.status === 404) orThrow(answer);
	if (!answer.ok) return json({ error: answer.problem.error }, { status: httpStatus(answer.problem) });
	session.flash({ kind: "success", message });
	return redirect(to);
};
