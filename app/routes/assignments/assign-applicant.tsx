import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { AssignmentDialog } from "#app/routes/assignments/assignment-dialog";
import { nobody, ReviewerForm, unsentAssignment } from "#app/routes/assignments/assignment-form";
import { reviewerChoices } from "#app/routes/assignments/reviewer-choices.server";
import { saveAssignment } from "#app/routes/assignments/save-assignment.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { fieldText } from "#app/ui/form/field-text";
import { wired } from "#app/ui/form/wired";
import { screenProblems } from "#worker/contract/screen-problems";
import { updateApplicant } from "#worker/services/applicants/change.contract";

export const meta = titledOver("Assign to a reviewer");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, user } = await requireAccess(args, updateApplicant);
	const [found, choices] = await Promise.all([
		args.context.applicant(args.params.applicantId ?? ""),
		reviewerChoices(api, user.id, [args.params.applicantId ?? ""]),
	]);
	const applicant = orThrow(found);
	// why: one who is assigned to nobody cannot be taken from anybody.
	const offered = applicant.reviewer ? choices : choices.filter(({ value }) => value !== nobody);
	return json({ applicant, choices: offered, idempotencyKey: crypto.randomUUID() });
};

export const action = (args: ActionFunctionArgs) =>
	saveAssignment(args, {
		schema: ReviewerForm,
		failed: screenProblems.internal.message,
		kind: "reviewer",
		verb: "is assigned to",
		targetOf: ({ reviewer }) => reviewer?.name ?? nobody,
	});

export const clientAction = keepPage<typeof action>(unsentAssignment(ReviewerForm));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Makes a user responsible for the applicant; they are notified. */
const AssignApplicant = () => {
	const { applicant, choices, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { reviewer } = applicant;
	const current = reviewer?.id ?? "";
	const [form, { reviewerId }] = useForm({
		id: "assign-applicant",
		lastResult: answer?.result,
		defaultValue: { reviewerId: current },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: ReviewerForm }),
	});
	const [chosen, setChosen] = useState(fieldText(reviewerId.initialValue));
	const left = reviewer && !reviewer.isActive ? ", who can no longer sign in" : "";
	return (
		<AssignmentDialog
			title="Assign to a reviewer"
			description={`${fullName(applicant)} is assigned to ${reviewer?.name ?? nobody}${left}`}
			path="reviewer"
			form={form}
			field="reviewerId"
			applicant={applicant}
			idempotencyKey={idempotencyKey}
			answer={answer}
			isUnchanged={chosen === "" || chosen === current}
			submitLabel="Assign"
		>
			<ComboboxField
				key={reviewerId.key}
				{...wired(reviewerId)}
				label="Reviewer"
				description="They are notified, unless it is you. Applicants are not notified."
				placeholder="Choose a user"
				required
				autoFocusInDialog
				options={choices}
				onChosen={setChosen}
				emptyText="Nobody has that name."
			/>
		</AssignmentDialog>
	);
};
export default AssignApplicant;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
