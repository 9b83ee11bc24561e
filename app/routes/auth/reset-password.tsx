import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { problemInit } from "#app/api/problem-response";
import { LinkRefused } from "#app/routes/auth/link-refused";
import { mailedToken } from "#app/routes/auth/mailed-token.server";
import { NewPasswordFields, passwordHint } from "#app/routes/auth/new-password-fields";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { readForm } from "#app/session/read-form.server";
import { LinkButton } from "#app/ui/button";
import { SplitPage } from "#app/ui/page/split-page";
import { notices } from "#worker/contract/notices";
import { screenProblems } from "#worker/contract/screen-problems";
import { NewPasswordForm, resetPassword } from "#worker/services/auth/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Create a new password · ${data?.organisation.name ?? "Matricula"}` },
];

/** §2 `/{orgName}/reset-request`. Opening the link does not use it up. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await requirePublicOrganisation(context, params.orgName);
	// why: an empty password is never valid, so this checks the link and changes nothing.
	const body = { ...mailedToken(request), organisation: organisation.id, password: "" };
	const answer = await context.api.call(resetPassword, { body });
	const isBroken = !answer.ok && (answer.problem.code === "reset_failed" || answer.problem.fields?.token !== undefined);
	const refusal = isBroken ? screenProblems.reset_failed.message : null;
	return json({ organisation, refusal }, { status: refusal ? 410 : 200 });
};

/** §5 New password; §8 Reset failure and success. It does not log in: access to the mail alone is not enough. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const hideFields = ["password", "confirmPassword"];
	const submission = parseWithValibot(await readForm(request, context), { schema: NewPasswordForm });
	if (submission.status !== "success") return json(submission.reply({ hideFields }), { status: 422 });
	const organisation = params.orgName ?? "";
	const { password } = submission.value;
	const answer = await context.api.call(resetPassword, { body: { ...mailedToken(request), organisation, password } });
	if (!answer.ok)
		return json(replyWithProblem(submission, answer.problem, { hideFields }), problemInit(answer.problem));
	context.session.flash({ kind: "success", message: notices.passwordChanged });
	return redirect(`/${encodeURIComponent(organisation)}`);
};

const ResetPassword = () => {
	const { organisation, refusal } = useLoaderData<typeof loader>();
	const lastResult = useActionData<typeof action>();
	const loginTo = `/${organisation.id}`;
	if (refusal)
		return (
			<LinkRefused title={refusal} loginTo={loginTo}>
				<LinkButton to={`${loginTo}/forgot-password`} variant="primary">
					Ask for a new link
				</LinkButton>
			</LinkRefused>
		);
	return (
		<SplitPage organisation={organisation} title="Create a new password" description={passwordHint}>
			<NewPasswordFields lastResult={lastResult ?? null} loginTo={loginTo} label="Change password" />
		</SplitPage>
	);
};
export default ResetPassword;

export { waitHeaders as headers } from "#app/api/problem-response";
export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
