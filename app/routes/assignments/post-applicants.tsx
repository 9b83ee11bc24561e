import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams, useSubmit } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useMissing } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { withReviewed } from "#app/list/bulk/reviewed";
import { findLocations, pageOfLocations } from "#app/list/find-locations.server";
import { LocationField } from "#app/list/location-field";
import { locationOf, noLocationChoice } from "#app/list/no-location";
import { withPlace } from "#app/list/with-place";
import { loadAssignment, saveAssignments } from "#app/routes/assignments/assignment-bulk.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { updateAssignments } from "#worker/services/assignments/contract";

const toLocation = (choice: string) => ({ locationId: locationOf(choice) });

export const meta = titledOver("Post applicants");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateAssignments);
	const [listed, found, bulk] = await Promise.all([
		pageOfLocations(api),
		findLocations(new URL(args.request.url).searchParams, api),
		loadAssignment(args, "location", toLocation),
	]);
	return json({ bulk, first: orThrow(listed), found });
};

export const action = (args: ActionFunctionArgs) => saveAssignments(args, "location", toLocation);

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Post applicants (§2 Modals, §9: 600 px) for a selection. */
const PostApplicants = () => {
	const { first, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const bulk = withReviewed(loaded.bulk, answer);
	// why: the chosen location stays chosen during another search.
	const chosen =
		bulk.preview?.ok && bulk.to !== noLocationChoice.value ? { id: bulk.to, name: bulk.preview.value.name } : null;
	const missing = useMissing("to", "Choose a location");
	const submit = useSubmit();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const look = (place: string) => {
		if (place === bulk.to) return;
		const address = new URLSearchParams(params);
		address.set("to", place);
		submit(address, { action: pathname, replace: true, preventScrollReset: true });
	};
	return (
		<BulkDialog
			title="Post applicants"
			path="posting"
			width={600}
			kind="location"
			submitLabel="Post applicants"
			bulk={bulk}
			choice={(form) => (
				<div className="grid min-w-0 flex-1 gap-4">
					<LocationField
						field={{ name: "to", initialValue: bulk.to, errors: missing }}
						form={form}
						first={withPlace(first, chosen)}
						besides={noLocationChoice}
						found={answer?.found ?? loaded.found}
						label="Location"
						placeholder="Choose a location"
						required
						autoFocusInDialog={bulk.to === ""}
						onChosen={look}
					/>
				</div>
			)}
		/>
	);
};
export default PostApplicants;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
