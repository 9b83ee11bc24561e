import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { courseChoices } from "#app/routes/courses/course-choices.server";
import { courseScreen } from "#app/routes/courses/screen";
import { titledInAlias } from "#app/shell/titled";
import { courseRecord } from "#worker/services/courses/contract";

export const meta = titledInAlias("{Courses}");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, courseRecord, courseScreen, courseChoices);
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const Courses = () => <RecordList screen={courseScreen} />;
export default Courses;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
