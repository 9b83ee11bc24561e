import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { pageOfLocations } from "#app/list/find-locations.server";
import { LocationField } from "#app/list/location-field";
import { noLocationChoice } from "#app/list/no-location";
import { withPlace } from "#app/list/with-place";
import { AssignmentDialog } from "#app/routes/assignments/assignment-dialog";
import { PostingForm, unsentAssignment } from "#app/routes/assignments/assignment-form";
import { saveAssignment } from "#app/routes/assignments/save-assignment.server";
import { requireAccess } from "#app/session/require-user.server";
import { useProblemToast } from "#app/shell/notifications/use-problem-toast";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { screenProblems } from "#worker/contract/screen-problems";
import { noLocation } from "#worker/contract/unassigned";
import { updateApplicant } from "#worker/services/applicants/change.contract";

export const meta = titledOver("Post to location");

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

export const action = (args: ActionFunctionArgs) =>
	saveAssignment(args, {
		schema: PostingForm,
		failed: screenProblems.internal.message,
		kind: "location",
		verb: "is posted to",
		targetOf: ({ location }) => location?.name ?? noLocation,
	});

export const clientAction = keepPage<typeof action>(unsentAssignment(PostingForm));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Post / change posting, and its end (§2 Modals, §9: 600 px). */
const PostToLocation = () => {
	const { applicant, first, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const current = applicant.location?.id ?? "";
	const [form, { locationId }] = useForm({
		id: "post-to-location",
		lastResult: answer?.result,
		defaultValue: { locationId: current },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: PostingForm }),
	});
	// §8: the message of the server, as a toast too; without scripts it stands in the dialog.
	useProblemToast(answer?.refused ?? undefined);
	const [chosen, setChosen] = useState(fieldText(locationId.initialValue));
	const title = applicant.location ? "Change posting" : "Post Applicant";
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
			field="locationId"
			applicant={applicant}
			idempotencyKey={idempotencyKey}
			answer={answer}
			isUnchanged={chosen === "" || chosen === current}
			submitLabel={title}
		>
			<LocationField
				key={locationId.key}
				field={locationId}
				first={first}
				// why: who is posted to no location has no posting to take back.
				besides={applicant.location ? noLocationChoice : undefined}
				currentId={current}
				found={answer?.found}
				label="Location"
				placeholder="Choose a location"
				required
				autoFocusInDialog
				onChosen={setChosen}
			/>
		</AssignmentDialog>
	);
};
export default PostToLocation;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
