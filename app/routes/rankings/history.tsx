import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ApiCall } from "#app/api/client";
import type { Choices } from "#app/records/load-records.server";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { rankingScreen } from "#app/routes/rankings/screen";
import { titledOver } from "#app/shell/titled";
import type { Choice } from "#app/ui/form/choice";
import type { RecordChange } from "#worker/contract/records";
import { readWords } from "#worker/services/assistant/contract";
import { rankingSchemeRecord } from "#worker/services/rankings/contract";

/** Names the courses of a history's seats; none where the application is gone. */
const readCourseNames = async (
	{ call }: { call: ApiCall },
	changes: readonly RecordChange[] = [],
): Promise<Choice[]> => {
	const state = changes.flatMap(({ before, after }) => [after, before]).find(Boolean);
	const applicationId = state?.applicationId;
	if (typeof applicationId !== "string") return [];
	const words = await call(readWords, { query: { app_id: applicationId } });
	return words.ok ? words.value.courses.map(({ id, name }) => ({ value: id, label: name })) : [];
};

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
