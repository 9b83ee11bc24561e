import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ReasonForm } from "#app/routes/reasons/reason-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { countReasons, createReason, listReasons } from "#worker/services/reasons/contract";

/** The institution's reusable reasons, and for whom they were given. */
export const loadReasons = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, listReasons);
	const { api } = args.context;
	const [reasons, counts] = await Promise.all([
		api.call(listReasons, {}).then(orThrow),
		api.call(countReasons, { query: {} }).then(orThrow),
	]);
	return json({
		...{ reasons: reasons.data, counts: counts.data, here: `/${orgName}/reasons` },
		mayAdd: mayCall(user, createReason),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Adds a reason. */
export const addReason = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, createReason);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: ReasonForm });
	const typed = { text: String(form.get("text") ?? ""), isPrivate: form.has("isPrivate") };
	if (submission.status !== "success")
		return json({ typed, errors: submission.error?.text ?? [], error: null }, { status: 422 });
	const { text, isPrivate, idempotencyKey } = submission.value;
	const created = await args.context.api.call(
		createReason,
		{ body: { text, isPrivate: Boolean(isPrivate) } },
		{ idempotencyKey },
	);
	if (!created.ok) {
		const { fields, error } = created.problem;
		const errors = fields?.text ?? [];
		return json({ typed, errors, error: errors.length > 0 ? null : error }, { status: httpStatus(created.problem) });
	}
	args.context.session.flash({ kind: "success", message: `“${created.value.text}” was added` });
	return redirect(`/${orgName}/reasons`);
};
