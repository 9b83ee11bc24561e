import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus } from "#app/api/problem-response";
import { LinkRefused } from "#app/routes/auth/link-refused";
import { mailedToken } from "#app/routes/auth/mailed-token.server";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { readForm } from "#app/session/read-form.server";
import { Button, LinkButton } from "#app/ui/button";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { PasswordField } from "#app/ui/form/password-field";
import { SplitPage } from "#app/ui/page/split-page";
import { TextLink } from "#app/ui/text-link";
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
		return json(replyWithProblem(submission, answer.problem, { hideFields }), { status: httpStatus(answer.problem) });
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
		<SplitPage
			organisation={organisation}
			title="Create a new password"
			description="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
		>
			<NewPasswordFields lastResult={lastResult ?? null} loginTo={loginTo} />
		</SplitPage>
	);
};
export default ResetPassword;

interface NewPasswordFieldsProps {
	lastResult: SubmissionResult | null;
	loginTo: string;
}

/** The new password, twice; one checkbox shows both. */
const NewPasswordFields = ({ lastResult, loginTo }: NewPasswordFieldsProps) => {
	const isSubmitting = useNavigation().state !== "idle";
	const [isShown, setIsShown] = useState(false);
	const [form, fields] = useForm({
		id: "new-password",
		lastResult,
		shouldValidate: "onSubmit",
		shouldRevalidate: "onInput",
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: NewPasswordForm }),
	});
	return (
		<Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-3.5">
			<FormErrors id={form.errorId} errors={form.errors} />
			<PasswordField
				name={fields.password.name}
				id={fields.password.id}
				label="New password"
				errors={fields.password.errors}
				autoComplete="new-password"
				maxLength={200}
				shown={isShown}
				onShownChange={setIsShown}
			/>
			<PasswordField
				name={fields.confirmPassword.name}
				id={fields.confirmPassword.id}
				label="Confirm password"
				errors={fields.confirmPassword.errors}
				autoComplete="new-password"
				maxLength={200}
				withoutShow
				shown={isShown}
			/>
			<Button variant="primary" size="large" wide pending={isSubmitting} className="mt-1.5">
				Change password
			</Button>
			<p className="text-center">
				<TextLink to={loginTo}>Back to login</TextLink>
			</p>
		</Form>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
