import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer, useFocusAfterRefusal } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";

interface ResetRequestDialogProps {
	lastResult: SubmissionResult | null;
	closeTo: string;
}

const formId = "request-reset";

/** 'Forgot your password? Reset It' (§2): asks for the address that a link is mailed to. */
export const ResetRequestDialog = ({ lastResult, closeTo }: ResetRequestDialogProps) => {
	const navigation = useNavigation();
	const isSubmitting = navigation.state !== "idle" && navigation.formData?.get("intent") === "request-reset";
	const { formErrors, errorsOf, typed } = serverAnswer(lastResult);
	const form = useRef<HTMLFormElement>(null);
	useFocusAfterRefusal(form, lastResult, "username");
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
					<Button form={formId} variant="primary" pending={isSubmitting}>
						Reset password
					</Button>
				</>
			}
		>
			<Form ref={form} method="post" id={formId} noValidate className="grid gap-3.5">
				<input type="hidden" name="intent" value="request-reset" />
				<FormErrors errors={formErrors} />
				<TextField
					key={typed("username")}
					name="username"
					type="email"
					label="Email address"
					placeholder="Enter Email Address"
					defaultValue={typed("username")}
					errors={errorsOf("username")}
					autoComplete="email"
					maxLength={320}
					autoFocusInDialog
				/>
			</Form>
		</Dialog>
	);
};
