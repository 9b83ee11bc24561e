import type { SubmissionResult } from "@conform-to/react";
import { Link, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Checkbox } from "#app/ui/checkbox";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer, useFocusAfterRefusal } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { useHydrated } from "#app/ui/use-hydrated";

interface LoginFormProps {
	lastResult: SubmissionResult | null;
	resetTo: string;
	/** Null when no Google sign-in is configured. */
	googleUrl: string | null;
	/** What was typed: opening the dialog of a reset, and closing it, keep it. */
	username: string;
	onUsername(username: string): void;
	/** Nothing else on the page has to be read first. */
	takesFocus: boolean;
}

/** Email and password, or Google (§2). Validated only on submit (§5). */
export const LoginForm = ({ lastResult, resetTo, googleUrl, username, onUsername, takesFocus }: LoginFormProps) => {
	const { formData } = useNavigation();
	const isAwaiting = useIsAwaiting();
	const isSubmitting = isAwaiting && formData?.has("password");
	const [isShown, setIsShown] = useState(false);
	const hydrated = useHydrated();
	const { formErrors, errorsOf, typed } = serverAnswer(lastResult);
	const form = useRef<HTMLFormElement>(null);
	useFocusAfterRefusal(form, lastResult, "password");
	return (
		<>
			<Form
				ref={form}
				method="post"
				id="login"
				noValidate
				aria-describedby={formErrors ? "login-errors" : undefined}
				className="grid gap-3.5"
			>
				<FormErrors id="login-errors" errors={formErrors} />
				<TextField
					key={typed("username")}
					name="username"
					label="Username"
					defaultValue={typed("username") || username}
					onChange={(event) => onUsername(event.target.value)}
					errors={errorsOf("username")}
					autoComplete="username"
					// why not on a later page: there the heading has the focus, so that it is read out.
					autoFocus={takesFocus && !hydrated}
					autoCapitalize="none"
					spellCheck={false}
					inputMode="email"
					maxLength={320}
				/>
				<TextField
					name="password"
					type={isShown ? "text" : "password"}
					label="Password"
					errors={errorsOf("password")}
					autoComplete="current-password"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={200}
				/>
				<div className="-mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm">
					{/* why invisible: it keeps its place until scripts run, so that nothing moves. */}
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
						<img src="/google-mark.svg" alt="" width={16} height={16} className="shrink-0" />
						Login with Google
					</a>
				</>
			)}
		</>
	);
};
