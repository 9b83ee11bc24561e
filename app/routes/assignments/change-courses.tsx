import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { BatchSelect } from "#app/list/bulk/batch-preview";
import { DetailBatchDialog } from "#app/list/bulk/bulk-dialog";
import { changeSelection, loadCourses } from "#app/routes/assignments/change-courses.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";

export const loader = (args: LoaderFunctionArgs) => loadCourses(args);

export const action = (args: ActionFunctionArgs) => changeSelection(args);

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Change Applicant Course for a selection. */
const ChangeCourses = () => {
	const { chosen, to, courses, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const alias = useShell().organisation.aliases.course;
	return (
		<DetailBatchDialog
			title="Change Applicant Course"
			path="course"
			name="courseId"
			chosen={chosen}
			kind="course"
			preview={preview}
			idempotencyKey={idempotencyKey}
			answer={useKeptAnswer<typeof action>()}
			submitLabel={`Change ${alias}`}
		>
			<BatchSelect
				label={`New ${alias}`}
				placeholder={`Choose a ${alias}`}
				options={courses.map(({ id, code, title }) => ({ value: id, label: `${code} ${title}` }))}
				chosen={to}
			/>
		</DetailBatchDialog>
	);
};
export default ChangeCourses;

export const ErrorBoundary = () => <ProblemPage />;
