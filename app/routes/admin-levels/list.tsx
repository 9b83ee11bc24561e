import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { structureScreen } from "#app/routes/admin-levels/screen";
import { structureChoices } from "#app/routes/admin-levels/structure-choices.server";
import { titled } from "#app/shell/titled";
import { levelItemRecord } from "#worker/services/admin-levels/contract";

export const meta = titled("Organisation Structure");
export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, levelItemRecord, structureScreen, structureChoices);
export const { handle, shouldRevalidate } = showsRecords(structureScreen);

const Structure = () => <RecordList screen={structureScreen} />;
export default Structure;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
