import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { levelsField } from "#app/routes/admin-levels/screen";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { levelsRecord } from "#worker/services/admin-levels/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, levelsRecord, { path: "admin-levels-item/levels", isOfWhole: true });
export const action = (args: ActionFunctionArgs) => restoreRecord(args, levelsRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = shows({ "set-up": () => "admin_level" });

/** Who changed the levels; a former state of them can be restored. */
const LevelsHistory = () => <RecordHistory screen={{ nameOf: () => "the levels", fields: [levelsField] }} />;
export default LevelsHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
