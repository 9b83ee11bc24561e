import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams, useSubmit } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { DetailBatchDialog } from "#app/list/bulk/bulk-dialog";
import { LocationField } from "#app/list/location-field";
import { loadPosting, postSelection } from "#app/routes/assignments/post-applicants.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";

export const loader = (args: LoaderFunctionArgs) => loadPosting(args);

export const action = (args: ActionFunctionArgs) => postSelection(args);

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Post applicants (§2 Modals, §9: 600 px) for a selection. */
const PostApplicants = () => {
	const { chosen, to, first, found, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const submit = useSubmit();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const look = (place: string) => {
		if (place === to) return;
		const address = new URLSearchParams(params);
		address.set("to", place);
		submit(address, { action: pathname, replace: true, preventScrollReset: true });
	};
	return (
		<DetailBatchDialog
			title="Post Applicants"
			path="posting"
			width={600}
			name="locationId"
			chosen={chosen}
			kind="location"
			preview={preview}
			idempotencyKey={idempotencyKey}
			answer={useKeptAnswer<typeof action>()}
			submitLabel="Post applicants"
		>
			<div className="grid min-w-0 flex-1 gap-4">
				<LocationField
					field={{ name: "to", initialValue: to }}
					first={first}
					found={found}
					label="Location"
					placeholder="Choose a location"
					required
					onChosen={look}
				/>
			</div>
		</DetailBatchDialog>
	);
};
export default PostApplicants;

export const ErrorBoundary = () => <ProblemPage />;
