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
import { type ComponentPropsWithoutRef, useId, useState } from "react";
import { replyWithProblem } from "#app/api/form-answer";
import { problemInit } from "#app/api/problem-response";
import { LinkRefused } from "#app/routes/auth/link-refused";
import { mailedToken } from "#app/routes/auth/mailed-token.server";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { readForm } from "#app/session/read-form.server";
import { Button, LinkButton } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SplitPage } from "#app/ui/page/split-page";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
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

type PasswordFieldProps = FieldProps &
	Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "children" | "type"> & {
		/** Leaves out the checkbox: a form of two passwords has one, beside the first. */
		withoutShow?: boolean;
		/** Shown or hidden by another field's checkbox. */
		shown?: boolean;
		onShownChange?: (shown: boolean) => void;
	};

/** A password, with 'Show password' (§2) where JavaScript runs. */
const PasswordField = (props: PasswordFieldProps) => {
	const { field, control } = splitField(props);
	const { withoutShow = false, shown, onShownChange, ...input } = control;
	const [ownShown, setOwnShown] = useState(false);
	const hydrated = useHydrated();
	const isShown = shown ?? ownShown;
	const ownId = useId();
	const id = field.id ?? ownId;
	return (
		<div className="grid gap-2">
			<Field {...field} id={id}>
				{(wiring) => (
					<input
						autoComplete="current-password"
						spellCheck={false}
						autoCapitalize="none"
						{...input}
						{...wiring}
						type={isShown ? "text" : "password"}
						className={inputClass}
					/>
				)}
			</Field>
			{!withoutShow && (
				// why: it keeps its place while it cannot work, so that nothing jumps.
				<div className={classNames("flex items-center gap-2", !hydrated && "invisible")}>
					<Checkbox
						id={`${id}-show`}
						checked={isShown}
						disabled={!hydrated}
						onChange={(event) => {
							setOwnShown(event.target.checked);
							onShownChange?.(event.target.checked);
						}}
					/>
					<label htmlFor={`${id}-show`}>Show password</label>
				</div>
			)}
		</div>
	);
};

export { waitHeaders as headers } from "#app/api/problem-response";
export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
