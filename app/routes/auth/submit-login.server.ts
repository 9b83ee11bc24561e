import { parseWithValibot } from "@conform-to/valibot";
import { type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus } from "#app/api/problem-response";
import { beginSession } from "#app/routes/auth/begin-session.server";
import { firstPermittedPage } from "#app/shell/navigation";
import { LoginForm, login } from "#worker/services/auth/contract";

interface LoginArgs {
	form: FormData;
	context: AppLoadContext;
	orgName: string;
	to: string | undefined;
}

/** §5 Login, §8 Login failure. The password is never sent back. */
const hideFields = ["password"];

export const submitLogin = async ({ form, context, orgName, to }: LoginArgs) => {
	const submission = parseWithValibot(form, { schema: LoginForm });
	if (submission.status !== "success")
		return json({ intent: "login" as const, result: submission.reply({ hideFields }) }, { status: 422 });
	const answer = await context.api.call(login, { body: { ...submission.value, organisation: orgName } });
	if (!answer.ok)
		return json(
			{ intent: "login" as const, result: replyWithProblem(submission, answer.problem, { hideFields }) },
			{ status: httpStatus(answer.problem) },
		);
	await beginSession(context, answer.value);
	throw redirect(to ?? firstPermittedPage(answer.value.user.privileges, orgName));
};
