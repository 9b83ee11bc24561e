import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { useNavigation } from "@remix-run/react";
import { type ComponentPropsWithoutRef, useId, useState } from "react";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
import { NewPasswordForm } from "#worker/services/auth/contract";

export const passwordHint =
	"At least 8 characters, with an uppercase and a lowercase letter, a number and a special character.";

interface NewPasswordFieldsProps {
	lastResult: SubmissionResult | null;
	loginTo: string;
	/** The text of the button. */
	label: string;
}

/** The new password, twice; one checkbox shows both. */
export const NewPasswordFields = ({ lastResult, loginTo, label }: NewPasswordFieldsProps) => {
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
				{label}
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
