import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CircleCheck, MailCheck } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { problemInit } from "#app/api/problem-response";
import { LinkRefused } from "#app/routes/auth/link-refused";
import { mailedToken } from "#app/routes/auth/mailed-token.server";
import { NewPasswordFields, passwordHint } from "#app/routes/auth/new-password-fields";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { SelfSendingForm } from "#app/routes/auth/self-sending-form";
import { readForm } from "#app/session/read-form.server";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { MessagePage } from "#app/ui/page/message-page";
import { SplitPage } from "#app/ui/page/split-page";
import type { Problem } from "#worker/contract/problems";
import { screenProblems } from "#worker/contract/screen-problems";
import { confirmEmail, NewPasswordForm } from "#worker/services/auth/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Email verification · ${data?.organisation.name ?? "Matricula"}` },
];

/** §2 `/{orgName}/confirm`. Opening the link does not use it up: mail scanners open every link. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await requirePublicOrganisation(context, params.orgName);
	// why: an empty password is never valid, so this asks about the link and changes nothing.
	const body = { ...mailedToken(request), organisation: organisation.id, password: "" };
	const answer = await context.api.call(confirmEmail, { body });
	return json({ organisation, needsPassword: answer.ok && answer.value.needsPassword });
};

const hideFields = ["password", "confirmPassword"];

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const form = await readForm(request, context);
	const link = { ...mailedToken(request), organisation: params.orgName ?? "" };
	const verified = { isVerified: true, detail: null, lastResult: null };
	const refused = ({ code, error }: Problem) => ({
		isVerified: false,
		lastResult: null,
		detail: temporaryCodes.has(code) ? error : null,
	});
	if (!form.has("password")) {
		const answer = await context.api.call(confirmEmail, { body: link });
		return answer.ok ? json(verified) : json(refused(answer.problem), problemInit(answer.problem));
	}
	const submission = parseWithValibot(form, { schema: NewPasswordForm });
	const again = (lastResult: SubmissionResult) => ({ isVerified: false, detail: null, lastResult });
	if (submission.status !== "success") return json(again(submission.reply({ hideFields })), { status: 422 });
	const answer = await context.api.call(confirmEmail, { body: { ...link, password: submission.value.password } });
	if (answer.ok) return json(verified);
	const { problem } = answer;
	return problem.code === "verification_failed"
		? json(refused(problem), problemInit(problem))
		: json(again(replyWithProblem(submission, problem, { hideFields })), problemInit(problem));
};

const temporaryCodes = new Set<string>(["network", "too_many_requests", "internal"]);

const ConfirmEmail = () => {
	const { organisation, needsPassword } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	if (needsPassword && (!answer || answer.lastResult))
		return (
			<SplitPage
				organisation={organisation}
				title="Create your password"
				description={`You then log in to ${organisation.name} with your email address. ${passwordHint}`}
			>
				<NewPasswordFields
					lastResult={answer?.lastResult ?? null}
					loginTo={`/${organisation.id}`}
					label="Create password"
				/>
			</SplitPage>
		);
	if (!answer)
		return (
			<MessagePage
				icon={MailCheck}
				title="Verify your email address"
				action={<SelfSendingForm label="Verify email address" />}
			>
				<p role="status">One more step before you can log in to {organisation.name}.</p>
			</MessagePage>
		);
	const login = `/${organisation.id}`;
	return answer.isVerified ? (
		<MessagePage
			icon={CircleCheck}
			tone="success"
			title="Verification Successful"
			action={
				<LinkButton to={login} variant="primary">
					Log in
				</LinkButton>
			}
		>
			<p role="status">Your email address is verified. You can log in to {organisation.name} now.</p>
		</MessagePage>
	) : (
		<LinkRefused
			title={screenProblems.verification_failed.message}
			detail={answer.detail ?? undefined}
			loginTo={login}
			help={organisation.supportEmail ? undefined : `Ask ${organisation.name} for help.`}
		>
			{organisation.supportEmail && (
				<a href={`mailto:${organisation.supportEmail}`} className={buttonClass({ variant: "primary" })}>
					Contact Support
				</a>
			)}
		</LinkRefused>
	);
};
export default ConfirmEmail;

export { waitHeaders as headers } from "#app/api/problem-response";
export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
