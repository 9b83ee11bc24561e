import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type LoadChoices, loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { groupItemChoices } from "#app/routes/applications/application-choices.server";
import { applicationScreen } from "#app/routes/applications/screen";
import { titled } from "#app/shell/titled";
import { applicationRecord } from "#worker/services/applications/contract";

export const meta = titled("Applications");

const filterChoices: LoadChoices = async (api) => ({
	groupItemId: await groupItemChoices(api),
	active: [
		{ value: "true", label: "Active" },
		{ value: "false", label: "Inactive" },
	],
	status: [
		{ value: "open", label: "Open" },
		{ value: "upcoming", label: "Not yet open" },
		{ value: "closed", label: "Closed" },
	],
});

export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, applicationRecord, applicationScreen, filterChoices);
export const { handle, shouldRevalidate } = showsRecords(applicationScreen);

const Applications = () => <RecordList screen={applicationScreen} />;
export default Applications;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
