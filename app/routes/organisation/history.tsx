import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { contactsField, logoField, platformChargeField, settingParts } from "#app/routes/organisation/setting-parts";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { settingsRecord } from "#worker/services/organisation/settings.contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, settingsRecord, { path: "configurations" });
export const action = (args: ActionFunctionArgs) => restoreRecord(args, settingsRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = shows({ organisation: true });

/** Who changed which settings; a former state of them can be restored. */
const SettingsHistory = () => {
	const { orgName } = useShell();
	const fields = [
		...Object.values(settingParts).flatMap((part) => part.fields),
		contactsField,
		logoField(orgName),
		platformChargeField,
	];
	return <RecordHistory screen={{ nameOf: () => "the settings", fields }} />;
};
export default SettingsHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
