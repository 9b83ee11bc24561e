import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { locationScreen } from "#app/routes/locations/screen";
import { titledOver } from "#app/shell/titled";
import { locationRecord } from "#worker/services/locations/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, locationRecord, locationScreen);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, locationRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(locationScreen);

const LocationHistory = () => <RecordHistory screen={locationScreen} />;
export default LocationHistory;

export const ErrorBoundary = () => <RecordProblem screen={locationScreen} />;
