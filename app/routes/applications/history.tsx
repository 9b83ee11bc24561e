import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { historyChoices } from "#app/routes/applications/application-choices.server";
import { applicationScreen, applicationScreenIn } from "#app/routes/applications/screen";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { applicationRecord } from "#worker/services/applications/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, applicationRecord, applicationScreen, historyChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, applicationRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(applicationScreen);

const ApplicationHistory = () => {
	const { organisation } = useShell();
	return <RecordHistory screen={applicationScreenIn(organisation.timeZone)} />;
};
export default ApplicationHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
