import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { useActionData, useNavigation, useOutletContext } from "@remix-run/react";
import { useRef } from "react";
import { httpStatus } from "#app/api/problem-response";
import { storedRedirect } from "#app/routes/auth/stored-redirect.server";
import { readForm } from "#app/session/read-form.server";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer, useFocusAfterRefusal } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { notices } from "#worker/contract/notices";
import { screenProblems } from "#worker/contract/screen-problems";
import { ResetRequestForm, requestPasswordReset } from "#worker/services/auth/contract";

export const meta = titledOver("Reset your password");

/** §5 Reset-request modal, §8 Reset success and failure. The response is the same whether or not the account exists. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const organisation = params.orgName ?? "";
	const submission = parseWithValibot(await readForm(request, context), { schema: ResetRequestForm });
	if (submission.status !== "success") return json(submission.reply(), { status: 422 });
	const answer = await context.api.call(requestPasswordReset, { body: { ...submission.value, organisation } });
	if (!answer.ok) {
		const { code, error } = answer.problem;
		const message = code === "too_many_requests" ? error : screenProblems.reset_request_failed.message;
		return json(submission.reply({ formErrors: [message] }), { status: httpStatus(answer.problem) });
	}
	context.session.flash({ kind: "success", message: notices.resetRequested });
	const to = storedRedirect(request, organisation);
	return redirect(`/${encodeURIComponent(organisation)}${to ? `?to=${encodeURIComponent(to)}` : ""}`);
};

const formId = "request-reset";

/** What the login page hands to the dialog: its own address, and the username that was typed there. */
export interface ResetContext {
	closeTo: string;
	username: string;
}

/** 'Forgot your password? Reset It' (§2): a dialog above the login page. */
const RequestReset = () => {
	const { closeTo, username } = useOutletContext<ResetContext>();
	const lastResult = useActionData<typeof action>();
	const isSubmitting = useNavigation().formData !== undefined;
	const { formErrors, errorsOf, typed } = serverAnswer(lastResult);
	const form = useRef<HTMLFormElement>(null);
	useFocusAfterRefusal(form, lastResult ?? null, "username");
	return (
		<Dialog
			title="Reset your password"
			description="Enter your email address, and we will email you a link to create a new password."
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
				<FormErrors errors={formErrors} />
				<TextField
					key={typed("username")}
					name="username"
					type="email"
					label="Email address"
					placeholder="Enter Email Address"
					defaultValue={typed("username") || username}
					errors={errorsOf("username")}
					autoComplete="email"
					maxLength={320}
					autoFocusInDialog
				/>
			</Form>
		</Dialog>
	);
};
export default RequestReset;
