import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatNumber } from "#app/format/numbers";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import { useCarried } from "#app/list/use-selection";
import { activeTemplates, formFieldsOf, type Recipients } from "#app/routes/emails/load-email.server";
import { readChoices } from "#app/routes/emails/read-choices.server";
import { answerSms } from "#app/routes/emails/sms/answer-sms.server";
import { SmsDialog } from "#app/routes/emails/sms/sms-dialog";
import { unsentSms } from "#app/routes/emails/sms/unsent-sms";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { previewSms, sendSms } from "#worker/services/emails/sms.contract";

export const meta = titledOver("Send SMS");

/** Loads the choices of recipients from the list (§4), each with how many have no usable number. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, previewSms);
	const unreached = new Map<Recipients, number>();
	const [read, templates] = await Promise.all([
		readChoices(args, async (body) => {
			const { recipients, unreachable } = orThrow(await api.call(previewSms, { body }));
			unreached.set(body, unreachable.missing);
			return recipients;
		}),
		activeTemplates(api, "sms"),
	]);
	const modeOf = ({ candidateIds, matching, stageId }: Recipients) => {
		if (candidateIds.length > 0) return "selected";
		if (matching) return "matching";
		return stageId ? "stage" : "all";
	};
	const missing = new Map([...unreached].map(([recipients, count]) => [modeOf(recipients), count] as const));
	const choices = read.choices.map(({ label, ...choice }) => {
		const without = missing.get(choice.mode) ?? 0;
		return { ...choice, label: without > 0 ? `${label}, ${formatNumber(without)} without a usable number` : label };
	});
	const formFields = await formFieldsOf(api, read.applicationId);
	return json({ ...read, choices, templates, formFields, idempotencyKey: crypto.randomUUID() });
};

/** Previews the SMS, or sends it and redirects to the list. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, sendSms);
	const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
	return answerSms(args, `/${orgName}/applicants${search}`);
};

export const clientAction = keepPage<typeof action>(unsentSms);

export const { handle, shouldRevalidate } = shows({ applicants: true });

const SendManySms = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname, search } = useLocation();
	const [params] = useSearchParams();
	const carried = useCarried(data.ids);
	return (
		<SmsDialog
			key={search}
			{...data}
			answer={answer}
			description="One SMS to each applicant."
			closeTo={pathname.replace(/\/sms$/, "") + withSelected(listSearch(readListAddress(params)), carried)}
		/>
	);
};
export default SendManySms;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
