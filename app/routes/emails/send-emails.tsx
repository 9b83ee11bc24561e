import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import { useCarried } from "#app/list/use-selection";
import { answerEmail } from "#app/routes/emails/answer-email.server";
import { activeTemplates, countRecipients, formFieldsOf, unfillableFields } from "#app/routes/emails/load-email.server";
import { readChoices } from "#app/routes/emails/read-choices.server";
import { SendEmailDialog } from "#app/routes/emails/send-email-dialog";
import { unsentEmail } from "#app/routes/emails/unsent-email";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { previewEmail, sendEmail } from "#worker/services/emails/sending.contract";

export const meta = titledOver("Send Email");

/** Loads the choices of recipients from the list (§4): the selected, those that match, the stage, the application. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, previewEmail);
	const { choices, initial, isNarrowed, ids, applicationId, stageId } = await readChoices(args, (recipients) =>
		countRecipients(api, recipients),
	);
	const [templates, unfillable, formFields] = await Promise.all([
		activeTemplates(api, "email"),
		unfillableFields(api, { applicationId, candidateIds: [] }),
		formFieldsOf(api, applicationId),
	]);
	return json({
		applicationId,
		stageId,
		ids,
		choices,
		templates,
		unfillable,
		formFields,
		initial,
		isNarrowed,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Previews the mail, or sends it and redirects to the list (§2 Send email). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, sendEmail);
	const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
	return answerEmail(args, `/${orgName}/applicants${search}`);
};

export const clientAction = keepPage<typeof action>(unsentEmail);

export const { handle, shouldRevalidate } = shows({ applicants: true });

const SendEmails = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname, search } = useLocation();
	const [params] = useSearchParams();
	const carried = useCarried(data.ids);
	return (
		<SendEmailDialog
			key={search}
			{...data}
			hasLetters
			answer={answer}
			description="One email to each applicant."
			closeTo={pathname.replace(/\/email$/, "") + withSelected(listSearch(readListAddress(params)), carried)}
		/>
	);
};
export default SendEmails;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
