import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { courseScreen } from "#app/routes/courses/screen";
import { titledOver } from "#app/shell/titled";
import { courseRecord } from "#worker/services/courses/contract";

export const meta = titledOver("Delete {course}");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, courseRecord, courseScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, courseRecord, courseScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const DeleteCourse = () => <DeleteRecord screen={courseScreen} />;
export default DeleteCourse;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
