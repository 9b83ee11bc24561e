import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams, useSubmit } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { choiceOf, readChosen, rowsPage } from "#app/routes/applicants/chosen";
import { previewOf, saveDetails } from "#app/routes/applicants/detail-batch.server";
import { DetailBatchDialog } from "#app/routes/applicants/detail-batch-dialog";
import { BatchPostingForm } from "#app/routes/applicants/detail-change-form";
import { findLocations, pageOfLocations, withPlace } from "#app/routes/applicants/find-locations.server";
import { firstError } from "#app/routes/applicants/first-error";
import { LocationField } from "#app/routes/applicants/location-field";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";

const permissions = ["candidate:u"] as const;

/** The chosen applicants, the first places, or those looked for, and what posting them there would do. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, permissions);
	const { api } = args.context;
	const params = new URL(args.request.url).searchParams;
	const chosen = readChosen(params);
	const to = params.get("to") ?? "";
	const [listed, found, preview] = await Promise.all([
		pageOfLocations(api),
		findLocations(params, api),
		previewOf(args.context, { ...choiceOf(params, chosen), locationId: to, ...rowsPage(params) }),
	]);
	// why: what is chosen stays chosen while another is looked for.
	const first = withPlace(orThrow(listed), preview?.ok ? { id: to, name: preview.value.name } : null);
	return json({ chosen, to, first, found, preview, idempotencyKey: crypto.randomUUID() });
};

/** Posts the selection in one piece and says what became of each (§4 Posting). */
export const action = async (args: ActionFunctionArgs) => {
	await requireUser(args, permissions);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: BatchPostingForm });
	if (submission.status !== "success") return json({ error: firstError(submission), outcome: null }, { status: 422 });
	const { id: ids, all, expected, locationId, asOf, ...confirmed } = submission.value;
	const choice = choiceOf(new URL(args.request.url).searchParams, { ids, isAll: all === "1" }, expected);
	return saveDetails(args, { ...choice, locationId, asOf }, confirmed);
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const shouldRevalidate = unlessUnanswered;

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
