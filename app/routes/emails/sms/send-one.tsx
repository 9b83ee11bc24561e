import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { tabOfOrigin } from "#app/list/sheet/sheet-tabs";
import { activeTemplates, formFieldsOf } from "#app/routes/emails/load-email.server";
import { answerSms } from "#app/routes/emails/sms/answer-sms.server";
import { SmsDialog } from "#app/routes/emails/sms/sms-dialog";
import { UnreachableWarning } from "#app/routes/emails/sms/sms-preview";
import { unsentSms } from "#app/routes/emails/sms/unsent-sms";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { previewSms, sendSms } from "#worker/services/emails/sms.contract";

export const meta = titledOver("Send SMS");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewSms);
	const { api } = args.context;
	const [found, templates] = await Promise.all([
		args.context.applicant(args.params.applicantId ?? ""),
		activeTemplates(api, "sms"),
	]);
	const applicant = orThrow(found);
	const body = { applicationId: applicant.applicationId, candidateIds: [applicant.id] };
	const [previewed, formFields] = await Promise.all([
		api.call(previewSms, { body }),
		formFieldsOf(api, applicant.applicationId),
	]);
	const { shown, unreachable } = orThrow(previewed);
	return json({
		applicant,
		templates,
		formFields,
		number: shown?.to ?? null,
		unreachable,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Previews the SMS, or sends it and redirects to the tab from which it was opened. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, sendSms);
	const params = new URL(args.request.url).searchParams;
	const sheet = `/${orgName}/applicants/${args.params.applicantId ?? ""}`;
	return answerSms(args, sheet + tabOfOrigin(params) + readSheetSearch(params));
};

export const clientAction = keepPage<typeof action>(unsentSms);

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Send SMS to the open applicant. */
const SendSms = () => {
	const { applicant, templates, formFields, number, unreachable, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const name = fullName(applicant);
	return (
		<SmsDialog
			key={applicant.id}
			description={`To ${name}${number ? ` ${number}` : ""}`}
			closeTo={pathname.replace(/\/sms$/, tabOfOrigin(params)) + readSheetSearch(params)}
			applicationId={applicant.applicationId}
			ids={[applicant.id]}
			choices={[{ mode: "selected", label: name, count: 1 }]}
			initial="selected"
			templates={templates}
			formFields={formFields}
			warning={answer?.preview ? null : <UnreachableWarning unreachable={unreachable} />}
			idempotencyKey={idempotencyKey}
			answer={answer}
		/>
	);
};
export default SendSms;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
