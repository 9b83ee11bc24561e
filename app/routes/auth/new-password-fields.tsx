import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Button } from "#app/ui/button";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { PasswordField } from "#app/ui/form/password-field";
import { TextLink } from "#app/ui/text-link";
import { NewPasswordForm } from "#worker/services/auth/contract";

interface NewPasswordFieldsProps {
	lastResult: SubmissionResult | null;
	loginTo: string;
}

/** The new password, twice. One checkbox shows both. */
export const NewPasswordFields = ({ lastResult, loginTo }: NewPasswordFieldsProps) => {
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
