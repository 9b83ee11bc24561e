import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Send } from "lucide-react";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { scheduleChoices } from "#app/routes/report-schedules/schedule-choices.server";
import { scheduleScreen } from "#app/routes/report-schedules/screen";
import { may, mayCall } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { reportSchedule } from "#worker/services/report-schedules/contract";

export const meta = titledOver("Report schedule");

export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, reportSchedule, scheduleScreen, { loadChoices: scheduleChoices });

export const action = (args: ActionFunctionArgs) => saveRecord(args, reportSchedule, scheduleScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(scheduleScreen);

const ScheduleDialog = () => {
	const { orgName, user } = useShell();
	return (
		<RecordDialog screen={scheduleScreen}>
			{({ id, problem }) => (
				<div className="mt-5 grid justify-items-start gap-4">
					{problem && <Callout tone="warning">{problem}</Callout>}
					{mayCall(user, may.sendReports) && (
						<LinkButton
							to={`/${orgName}/notifications/reports/${id}/send`}
							icon={Send}
							size="small"
							replace
							preventScrollReset
						>
							Send now
						</LinkButton>
					)}
				</div>
			)}
		</RecordDialog>
	);
};
export default ScheduleDialog;

export const ErrorBoundary = () => <RecordProblem screen={scheduleScreen} />;
