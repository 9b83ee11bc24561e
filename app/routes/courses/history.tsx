import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { courseChoices } from "#app/routes/courses/course-choices.server";
import { courseScreen } from "#app/routes/courses/screen";
import { titledOver } from "#app/shell/titled";
import { courseRecord } from "#worker/services/courses/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, courseRecord, courseScreen, courseChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, courseRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const CourseHistory = () => <RecordHistory screen={courseScreen} />;
export default CourseHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
