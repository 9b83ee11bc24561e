import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { shownApplication } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { withReviewed } from "#app/list/bulk/reviewed";
import { loadAssignment, saveAssignments } from "#app/routes/assignments/assignment-bulk.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { capitalise } from "#worker/contract/text/capitalise";
import { updateAssignments } from "#worker/services/assignments/contract";

const toCourse = (courseId: string) => ({ courseId });

export const meta = titledOver("Change {course}");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, updateAssignments);
	const [{ courses }, bulk] = await Promise.all([
		shownApplication(args.context.api, new URL(args.request.url).searchParams),
		loadAssignment(args, "course", toCourse),
	]);
	return json({ bulk, courses: courses.filter(({ reach }) => reach === "changed").map(({ course }) => course) });
};

export const action = (args: ActionFunctionArgs) => saveAssignments(args, "course", toCourse);

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const ChangeCourses = () => {
	const { courses, ...loaded } = useLoaderData<typeof loader>();
	const bulk = withReviewed(loaded.bulk, useKeptAnswer<typeof action>());
	const alias = useShell().organisation.aliases.course;
	return (
		<BulkDialog
			title={`Change Applicant ${capitalise(alias)}`}
			path="course"
			kind="course"
			submitLabel={`Change ${alias}`}
			bulk={bulk}
			choice={(form) => (
				<TargetSelect
					label={`New ${alias}`}
					placeholder={`Choose a ${alias}`}
					options={courses.map(({ id, code, title }) => ({ value: id, label: `${code} ${title}` }))}
					chosen={bulk.to}
					form={form}
				/>
			)}
		/>
	);
};
export default ChangeCourses;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
