import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus } from "#app/api/problem-response";
import { beginSession } from "#app/routes/auth/begin-session.server";
import { storedRedirect } from "#app/routes/auth/stored-redirect.server";
import { readForm } from "#app/session/read-form.server";
import { firstPermittedPage } from "#app/shell/navigation";
import { LoginForm, login } from "#worker/services/auth/contract";

/** §5 Login, §8 Login failure. The password is never sent back. */
const hideFields = ["password"];

export const submitLogin = async ({ request, params, context }: ActionFunctionArgs) => {
	const organisation = params.orgName ?? "";
	const submission = parseWithValibot(await readForm(request, context), { schema: LoginForm });
	if (submission.status !== "success") return json(submission.reply({ hideFields }), { status: 422 });
	const answer = await context.api.call(login, { body: { ...submission.value, organisation } });
	if (!answer.ok)
		return json(replyWithProblem(submission, answer.problem, { hideFields }), { status: httpStatus(answer.problem) });
	await beginSession(context, answer.value);
	throw redirect(
		storedRedirect(request, organisation) ?? firstPermittedPage(answer.value.user.privileges, organisation),
	);
};
