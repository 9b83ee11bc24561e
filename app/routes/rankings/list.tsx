import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { rankingScreen } from "#app/routes/rankings/screen";
import { titled } from "#app/shell/titled";
import { rankingSchemeRecord } from "#worker/services/rankings/contract";

export const meta = titled("Rankings");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, rankingSchemeRecord, rankingScreen);
export const { handle, shouldRevalidate } = showsRecords(rankingScreen);

const Rankings = () => <RecordList screen={rankingScreen} />;
export default Rankings;

export const ErrorBoundary = () => <RecordProblem screen={rankingScreen} />;
