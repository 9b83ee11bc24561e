import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { GoogleMark } from "#app/routes/auth/google-mark";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Checkbox } from "#app/ui/checkbox";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { PasswordField } from "#app/ui/form/password-field";
import { TextField } from "#app/ui/form/text-field";
import { useHydrated } from "#app/ui/use-hydrated";
import { LoginForm as LoginSchema } from "#worker/services/auth/contract";

interface LoginFormProps {
	lastResult: SubmissionResult | null;
	/** The same page with the reset request open. */
	resetTo: string;
	/** Left out where no Google sign-in is configured. */
	googleUrl: string | null;
}

/** Email and password, or Google (§2). Validated only on submit (§5). */
export const LoginForm = ({ lastResult, resetTo, googleUrl }: LoginFormProps) => {
	const navigation = useNavigation();
	const isSubmitting = navigation.state !== "idle" && navigation.formData?.get("intent") === "login";
	const [isShown, setIsShown] = useState(false);
	const hydrated = useHydrated();
	const [form, fields] = useForm({
		id: "login",
		lastResult,
		shouldValidate: "onSubmit",
		shouldRevalidate: "onSubmit",
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: LoginSchema }),
	});
	const ref = useRef<HTMLFormElement>(null);
	const isRefused = Boolean(lastResult?.error?.[""]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every answer.
	useEffect(() => {
		const password = ref.current?.elements.namedItem("password");
		if (!isRefused || !(password instanceof HTMLInputElement)) return;
		password.focus();
		password.select();
	}, [lastResult]);
	return (
		<>
			<Form
				ref={ref}
				method="post"
				id={form.id}
				onSubmit={form.onSubmit}
				noValidate
				aria-describedby={isRefused ? form.errorId : undefined}
				className="grid gap-3.5"
			>
				<input type="hidden" name="intent" value="login" />
				<FormErrors id={form.errorId} errors={form.errors} />
				<TextField
					name={fields.username.name}
					id={fields.username.id}
					label="Username"
					defaultValue={fields.username.initialValue}
					errors={fields.username.errors}
					autoComplete="username"
					autoCapitalize="none"
					spellCheck={false}
					inputMode="email"
					maxLength={320}
				/>
				<PasswordField
					name={fields.password.name}
					id={fields.password.id}
					label="Password"
					errors={fields.password.errors}
					maxLength={200}
					withoutShow
					shown={isShown}
				/>
				<div className="-mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm">
					{/* why: it keeps its place while it cannot work, so that nothing jumps. */}
					<label
						htmlFor="show-password"
						className={hydrated ? "inline-flex items-center gap-2" : "invisible inline-flex gap-2"}
					>
						<Checkbox
							id="show-password"
							checked={isShown}
							disabled={!hydrated}
							onChange={(event) => setIsShown(event.target.checked)}
						/>
						Show password
					</label>
					<Link to={resetTo} preventScrollReset className="rounded-sm text-accent hover:underline">
						Forgot your password? Reset It
					</Link>
				</div>
				<Button variant="primary" size="large" wide pending={isSubmitting} className="mt-0.5">
					Log in
				</Button>
			</Form>
			{googleUrl && (
				<>
					<div className="my-4 flex items-center gap-2.5 text-sm text-text-3">
						<span className="h-px flex-1 bg-line" />
						or
						<span className="h-px flex-1 bg-line" />
					</div>
					<a href={googleUrl} className={buttonClass({ size: "large", wide: true })}>
						<GoogleMark />
						Login with Google
					</a>
				</>
			)}
		</>
	);
};
