import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { findLocations, isFindingLocations, pageOfLocations, withPlace } from "#app/list/find-locations.server";
import { LocationField } from "#app/list/location-field";
import { useSeenVersion } from "#app/list/sheet/use-seen-version";
import { AssignmentDialog } from "#app/routes/assignments/assignment-dialog";
import { PostingForm } from "#app/routes/assignments/assignment-form";
import { saveAssignment } from "#app/routes/assignments/save-assignment.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { fieldText } from "#app/ui/form/field-text";
import { screenProblems } from "#worker/contract/screen-problems";
import { updateApplicant } from "#worker/services/applicants/change.contract";

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, updateApplicant);
	const [applicant, listed] = await Promise.all([
		args.context.applicant(args.params.applicantId ?? ""),
		pageOfLocations(args.context.api),
	]);
	const { location } = orThrow(applicant);
	const first = withPlace(orThrow(listed), location);
	return json({ applicant: orThrow(applicant), first, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, updateApplicant);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: PostingForm });
	const found = await findLocations(form, args.context.api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, stale: null, found });
	if (submission.status !== "success") return json({ result: submission.reply(), stale: null, found }, { status: 422 });
	const { idempotencyKey, ...body } = submission.value;
	return saveAssignment(args, {
		submission,
		body,
		idempotencyKey,
		found,
		failed: screenProblems.internal.message,
		kind: "location",
		done: (applicant) => {
			const targetName = applicant.location?.name ?? "";
			return { message: `${fullName(applicant)} is posted to ${targetName}`, targetName };
		},
	});
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: PostingForm }), problem),
	stale: null,
	found: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Post / change posting (§2 Modals, §9: 600 px). */
const PostToLocation = () => {
	const { applicant, first, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const version = useSeenVersion(applicant, answer);
	const current = applicant.location?.id ?? "";
	const [form, { locationId }] = useForm({
		id: "post-to-location",
		lastResult: answer?.result,
		defaultValue: { locationId: current },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: PostingForm }),
	});
	const [chosen, setChosen] = useState(fieldText(locationId.initialValue));
	const title = applicant.location ? "Change Posting" : "Post Applicant";
	return (
		<AssignmentDialog
			title={title}
			description={
				applicant.location
					? `${fullName(applicant)} is posted to ${applicant.location.name}`
					: `${fullName(applicant)} is not posted yet`
			}
			path="posting"
			width={600}
			form={form}
			shown={["locationId"]}
			version={version}
			idempotencyKey={useKeptKey(idempotencyKey, answer)}
			stale={answer?.stale}
			isUnchanged={chosen === current && !isUnanswered(answer)}
			submitLabel={title}
		>
			<LocationField
				key={locationId.key}
				field={locationId}
				first={first}
				currentId={current}
				found={answer?.found}
				label="Location"
				placeholder="Choose a location"
				required
				onChosen={setChosen}
			/>
		</AssignmentDialog>
	);
};
export default PostToLocation;

export const ErrorBoundary = () => <ProblemPage />;
