import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Choices } from "#app/records/load-records.server";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { readCourseNames } from "#app/routes/rankings/course-names.server";
import { rankingScreen } from "#app/routes/rankings/screen";
import { titledOver } from "#app/shell/titled";
import { rankingSchemeRecord } from "#worker/services/rankings/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, rankingSchemeRecord, rankingScreen, async (api, changes): Promise<Choices> => {
		return { quotas: await readCourseNames(api, changes) };
	});
export const action = (args: ActionFunctionArgs) => restoreRecord(args, rankingSchemeRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(rankingScreen);

const RankingHistory = () => <RecordHistory screen={rankingScreen} />;
export default RankingHistory;

export const ErrorBoundary = () => <RecordProblem screen={rankingScreen} />;
