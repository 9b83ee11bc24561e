import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { askedOfBulk } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { withReviewed } from "#app/list/bulk/reviewed";
import { loadAssignment, saveAssignments } from "#app/routes/assignments/assignment-bulk.server";
import { reviewerOf } from "#app/routes/assignments/assignment-form";
import { reviewerChoices } from "#app/routes/assignments/reviewer-choices.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { updateAssignments } from "#worker/services/assignments/contract";

const toReviewer = (choice: string) => ({ reviewerId: reviewerOf(choice) });

export const meta = titledOver("Assign to a reviewer");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, user } = await requireAccess(args, updateAssignments);
	const { chosen } = askedOfBulk(args.request);
	const [choices, bulk] = await Promise.all([
		reviewerChoices(api, user.id, chosen.isAll ? [] : chosen.ids),
		loadAssignment(args, "reviewer", toReviewer),
	]);
	return json({ bulk, choices });
};

export const action = (args: ActionFunctionArgs) => saveAssignments(args, "reviewer", toReviewer);

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Makes a user responsible for a selection of applicants; they are notified once for all. */
const AssignApplicants = () => {
	const { choices, ...loaded } = useLoaderData<typeof loader>();
	const bulk = withReviewed(loaded.bulk, useKeptAnswer<typeof action>());
	return (
		<BulkDialog
			title="Assign to a reviewer"
			path="reviewer"
			kind="reviewer"
			submitLabel="Assign"
			bulk={bulk}
			choice={(form) => (
				<TargetSelect label="Reviewer" placeholder="Choose a user" options={choices} chosen={bulk.to} form={form} />
			)}
		/>
	);
};
export default AssignApplicants;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
