import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { placeChoices } from "#app/records/place-choices.server";
import { type LoadMore, type LoadOffers, openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { CourseApplicants, type PageOfApplicants } from "#app/routes/courses/course-applicants";
import { courseChoices } from "#app/routes/courses/course-choices.server";
import { OpenCourseStatus } from "#app/routes/courses/course-status";
import { courseScreen } from "#app/routes/courses/screen";
import { mayCall } from "#app/session/may-call";
import { titledOver } from "#app/shell/titled";
import { readPage } from "#app/ui/page/page-address";
import { type Course, courseRecord, listCourseApplicants } from "#worker/services/courses/contract";

export const meta = titledOver("{Course}");

export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, courseRecord, courseScreen, {
		loadChoices: courseChoices,
		loadOffers: placesOfCourse,
		loadMore: loadApplicants,
	});

const placesOfCourse: LoadOffers = async (api, row) => {
	const now = (row as Course | null)?.administrationLevelItem;
	return {
		administrationLevelItemId: await placeChoices(api, { resource: "course", ...(row && { now: now ?? null }) }),
	};
};

/** Reads a page of a course's applicants; null for users who may see the course alone. */
const loadApplicants: LoadMore = async (api, id, { user, url }): Promise<PageOfApplicants | null> => {
	if (!mayCall(user, listCourseApplicants)) return null;
	const { page } = readPage(new URLSearchParams({ page: url.searchParams.get("after") ?? "0" }));
	const found = await api.call(listCourseApplicants, { params: { id }, query: { page: String(page) } });
	const { data, resultTotal, size } = orThrow(found);
	return { applicants: data, total: resultTotal, page, size };
};

export const action = (args: ActionFunctionArgs) => saveRecord(args, courseRecord, courseScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const CourseDialog = () => (
	<RecordDialog screen={courseScreen}>
		{(course, applicants) => (
			<>
				<OpenCourseStatus course={course} />
				<CourseApplicants shown={applicants as PageOfApplicants | null} />
			</>
		)}
	</RecordDialog>
);
export default CourseDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
