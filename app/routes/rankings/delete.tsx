import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { rankingScreen } from "#app/routes/rankings/screen";
import { titledOver } from "#app/shell/titled";
import { rankingSchemeRecord } from "#worker/services/rankings/contract";

export const meta = titledOver("Delete ranking scheme");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, rankingSchemeRecord, rankingScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, rankingSchemeRecord, rankingScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(rankingScreen);

const DeleteRanking = () => <DeleteRecord screen={rankingScreen} />;
export default DeleteRanking;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
