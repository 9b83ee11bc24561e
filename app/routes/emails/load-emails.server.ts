import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readTabPage, tabPages } from "#app/list/sheet/tab-page";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import { problemToast } from "#worker/contract/screen-problems";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { listEmails, resendEmail } from "#worker/services/emails/contract";
import { sendEmail } from "#worker/services/emails/sending.contract";

/** What was written to the applicant, newest first, with its delivery (§2 Email history). */
export const loadEmails = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, may.seeApplicants, listEmails);
	const { applicantId = "" } = args.params;
	const page = readTabPage(new URL(args.request.url).searchParams, tabPages.emails);
	const emails = await args.context.api.call(listEmails, {
		params: { id: applicantId },
		query: { page: String(page) },
	});
	const { data, ...list } = orThrow(emails);
	return json({
		...list,
		data: data.map((email) => ({ ...email, message: readRichText(email.message) })),
		here: `/${orgName}/applicants/${applicantId}`,
		mayWrite: mayCall(user, sendEmail),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Sends a mail again that could not be sent. */
export const resendFailed = async (args: ActionFunctionArgs) => {
	await requireAccess(args, resendEmail);
	const form = await readSignedInForm(args.request, args.context);
	const resent = await args.context.api.call(
		resendEmail,
		{ params: { id: args.params.applicantId ?? "" }, body: { emailId: fieldText(form.get("emailId")) } },
		{ idempotencyKey: fieldText(form.get("idempotencyKey")) },
	);
	if (!resent.ok) return json({ error: problemToast(resent.problem) }, { status: httpStatus(resent.problem) });
	args.context.session.flash({ kind: "success", message: "The email is being sent again" });
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};
