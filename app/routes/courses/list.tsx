import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { loadRecords, type RecordsLoader } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { type RecordScreen, showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseChoices } from "#app/routes/courses/course-choices.server";
import { CourseActions, useStatusCommands } from "#app/routes/courses/course-status";
import { courseScreen } from "#app/routes/courses/screen";
import { switchStatus } from "#app/routes/courses/switch-status.server";
import { titledInAlias } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { type Course, courseRecord } from "#worker/services/courses/contract";

export const meta = titledInAlias("{Courses}");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, courseRecord, courseScreen, courseChoices);
export const action = (args: ActionFunctionArgs) => switchStatus(args);
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

/** The screen with a menu in each row. */
const withActions: RecordScreen<Course> = {
	...courseScreen,
	columns: (context) => [
		...courseScreen.columns(context),
		{ heading: "Action", width: 72, card: "end", clipped: false, cell: (course) => <CourseActions course={course} /> },
	],
};

const Courses = () => {
	const { rows } = useLoaderData<RecordsLoader>();
	const answer = useKeptAnswer<typeof action>();
	const { inWords } = useScreenTexts();
	useStatusCommands(rows as unknown as readonly Course[]);
	return (
		<div className="grid grid-cols-1 gap-4">
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{inWords(answer.error)}
				</Callout>
			)}
			<RecordList screen={withActions} />
		</div>
	);
};
export default Courses;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
