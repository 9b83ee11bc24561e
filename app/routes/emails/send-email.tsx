import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { tabOfOrigin } from "#app/list/sheet/sheet-tabs";
import { answerEmail } from "#app/routes/emails/answer-email.server";
import { activeTemplates, formFieldsOf, unfillableFields } from "#app/routes/emails/load-email.server";
import { SendEmailDialog } from "#app/routes/emails/send-email-dialog";
import { unsentEmail } from "#app/routes/emails/unsent-email";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { previewEmail, sendEmail } from "#worker/services/emails/sending.contract";

export const meta = titledOver("Send Email");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewEmail);
	const { api } = args.context;
	const [found, templates] = await Promise.all([
		args.context.applicant(args.params.applicantId ?? ""),
		activeTemplates(api, "email"),
	]);
	const applicant = orThrow(found);
	const { applicationId, id } = applicant;
	const [unfillable, formFields] = await Promise.all([
		unfillableFields(api, { applicationId, candidateIds: [id] }),
		formFieldsOf(api, applicationId),
	]);
	return json({ applicant, templates, unfillable, formFields, idempotencyKey: crypto.randomUUID() });
};

/** Previews the mail, or sends it and redirects to the tab from which it was opened. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, sendEmail);
	const params = new URL(args.request.url).searchParams;
	const sheet = `/${orgName}/applicants/${args.params.applicantId ?? ""}`;
	return answerEmail(args, sheet + tabOfOrigin(params) + readSheetSearch(params));
};

export const clientAction = keepPage<typeof action>(unsentEmail);

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Send Email to the open applicant (§2 Applicant modals). */
const SendEmail = () => {
	const { applicant, templates, unfillable, formFields, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const name = fullName(applicant);
	return (
		<SendEmailDialog
			key={applicant.id}
			description={`To ${name} <${applicant.accountEmail}>`}
			closeTo={pathname.replace(/\/email$/, tabOfOrigin(params)) + readSheetSearch(params)}
			applicationId={applicant.applicationId}
			ids={[applicant.id]}
			choices={[{ mode: "selected", label: name, count: 1 }]}
			initial="selected"
			templates={templates}
			hasLetters={applicant.letter !== null}
			unfillable={unfillable}
			formFields={formFields}
			idempotencyKey={idempotencyKey}
			answer={answer}
		/>
	);
};
export default SendEmail;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
