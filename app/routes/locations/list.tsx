import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { locationScreen } from "#app/routes/locations/screen";
import { ProblemPage } from "#app/shell/problem-page";
import { titled } from "#app/shell/titled";
import { screenProblems } from "#worker/contract/screen-problems";
import { locationRecord } from "#worker/services/locations/contract";

export const meta = titled("Locations");

export const loader = (args: LoaderFunctionArgs) => loadRecords(args, locationRecord, locationScreen);

export const { handle, shouldRevalidate } = showsRecords(locationScreen);

const Locations = () => <RecordList screen={locationScreen} />;
export default Locations;

const failed = { title: "Failed to Fetch Organization Location", message: screenProblems.internal.message };
export const ErrorBoundary = () => <ProblemPage texts={{ 500: failed }} />;
