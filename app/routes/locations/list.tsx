import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { locationScreen } from "#app/routes/locations/screen";
import { titled } from "#app/shell/titled";
import { locationRecord } from "#worker/services/locations/contract";

export const meta = titled("Locations");

export const loader = (args: LoaderFunctionArgs) => loadRecords(args, locationRecord, locationScreen);

export const { handle, shouldRevalidate } = showsRecords(locationScreen);

const Locations = () => <RecordList screen={locationScreen} />;
export default Locations;

export const ErrorBoundary = () => <RecordProblem screen={locationScreen} />;
