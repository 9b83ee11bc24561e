import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { useNavigation } from "@remix-run/react";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { ResetRequestForm } from "#worker/services/auth/contract";

interface ResetRequestDialogProps {
	lastResult: SubmissionResult | null;
	closeTo: string;
}

/** 'Forgot your password? Reset It' (§2): asks for the address that a link is mailed to. */
export const ResetRequestDialog = ({ lastResult, closeTo }: ResetRequestDialogProps) => {
	const navigation = useNavigation();
	const isSubmitting = navigation.state !== "idle" && navigation.formData?.get("intent") === "request-reset";
	const [form, fields] = useForm({
		id: "request-reset",
		lastResult,
		shouldValidate: "onSubmit",
		shouldRevalidate: "onSubmit",
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: ResetRequestForm }),
	});
	return (
		<Dialog
			title="Reset your password"
			description="Enter your email address, and we will mail you a link to create a new password."
			closeTo={closeTo}
			width={440}
			footer={
				<>
					<LinkButton to={closeTo} preventScrollReset>
						Cancel
					</LinkButton>
					<Button form={form.id} variant="primary" pending={isSubmitting}>
						Reset password
					</Button>
				</>
			}
		>
			<Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-3.5">
				<input type="hidden" name="intent" value="request-reset" />
				<FormErrors id={form.errorId} errors={form.errors} />
				<TextField
					name={fields.username.name}
					id={fields.username.id}
					type="email"
					label="Email address"
					placeholder="Enter Email Address"
					defaultValue={fields.username.initialValue}
					errors={fields.username.errors}
					autoComplete="email"
					maxLength={320}
					autoFocusInDialog
				/>
			</Form>
		</Dialog>
	);
};
