import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import type { Guarded } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";

const PublishForm = v.object({ version: seenVersion, idempotencyKey });
type Posted = v.InferOutput<typeof PublishForm>;

interface Publishing<T> {
	/** What is published: "form". */
	one: string;
	call(api: { call: ApiCall }, posted: Posted): Promise<Result<T>>;
	/** What is said of a refusal; its own text when left out. */
	refusal?: (problem: Problem) => string;
	/** What is said afterwards. */
	message(published: T): string;
	/** The address that it leads to. */
	to: string;
}

/** Publishes a draft as the user saw it. A refusal is shown in the dialog, and the draft stays. */
export const publishDraft = async <T>(args: ActionFunctionArgs, guard: Guarded, publishing: Publishing<T>) => {
	const { one, call, refusal = ({ error }) => error, message, to } = publishing;
	const { api, session } = await requireAccess(args, guard);
	const read = v.safeParse(PublishForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const published = await call(api, read.output);
	if (!published.ok && published.problem.status === 404) orThrow(published);
	if (!published.ok) {
		const error =
			published.problem.code === "changed_meanwhile"
				? `Somebody else has changed the ${one}. Review the changes and publish it again.`
				: refusal(published.problem);
		return json({ error }, { status: httpStatus(published.problem) });
	}
	session.flash({ kind: "success", message: message(published.value) });
	return redirect(to);
};
