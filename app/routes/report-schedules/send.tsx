import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { idempotencyKey } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { scheduleScreen } from "#app/routes/report-schedules/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { getReportSchedule, sendReportNow } from "#worker/services/report-schedules/contract";

export const meta = titledOver("Send report");

const SendForm = v.object({ idempotencyKey });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, sendReportNow);
	const schedule = orThrow(await api.call(getReportSchedule, { params: { id: args.params.recordId ?? "" } }));
	return json({ schedule, closeTo: `/${orgName}/notifications/reports`, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, sendReportNow);
	const form = await readSignedInForm(args.request, args.context);
	const read = v.safeParse(SendForm, Object.fromEntries(form));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const sent = await api.call(sendReportNow, { params: { id: args.params.recordId ?? "" } }, read.output);
	if (!sent.ok && sent.problem.status === 404) orThrow(sent);
	if (!sent.ok) return json({ error: sent.problem.error }, { status: httpStatus(sent.problem) });
	const people = formatCount(sent.value.recipients, "person", "people");
	session.flash({ kind: "success", message: `The report is being sent to ${people}` });
	return redirect(`/${orgName}/notifications/reports`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = showsRecords(scheduleScreen);

/** Asks whether to send the report of a schedule now. */
const SendSchedule = () => {
	const { schedule, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ConfirmDialog
			title="Send report now"
			submitLabel="Send report"
			formId="send-report"
			isHarmless
			closeTo={closeTo}
			idempotencyKey={idempotencyKey}
			error={answer?.error}
		>
			Send “{schedule.name}” to {schedule.staff.map(({ name }) => name).join(", ") || "nobody"}? It is sent at its next
			time nevertheless.
		</ConfirmDialog>
	);
};
export default SendSchedule;

export const ErrorBoundary = () => <RecordProblem screen={scheduleScreen} />;
