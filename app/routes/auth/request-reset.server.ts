import { parseWithValibot } from "@conform-to/valibot";
import { type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { notices } from "#worker/contract/notices";
import { problems } from "#worker/contract/problems";
import { ResetRequestForm, requestPasswordReset } from "#worker/services/auth/contract";

interface ResetRequestArgs {
	form: FormData;
	context: AppLoadContext;
	orgName: string;
	to: string | undefined;
}

/** §5 Reset-request modal, §8 Reset success and failure. The same answer whether or not there is such an account. */
export const requestReset = async ({ form, context, orgName, to }: ResetRequestArgs) => {
	const submission = parseWithValibot(form, { schema: ResetRequestForm });
	if (submission.status !== "success")
		return json({ intent: "request-reset" as const, result: submission.reply() }, { status: 422 });
	const answer = await context.api.call(requestPasswordReset, { body: { ...submission.value, organisation: orgName } });
	if (!answer.ok) {
		const { code, error } = answer.problem;
		const message = code === "too_many_requests" ? error : problems.reset_request_failed.message;
		return json(
			{ intent: "request-reset" as const, result: submission.reply({ formErrors: [message] }) },
			{ status: httpStatus(answer.problem) },
		);
	}
	context.session.flash({ kind: "success", message: notices.resetRequested });
	throw redirect(`/${encodeURIComponent(orgName)}${to ? `?to=${encodeURIComponent(to)}` : ""}`);
};
