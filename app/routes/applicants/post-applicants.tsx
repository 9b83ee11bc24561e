import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { previewOf, saveDetails } from "#app/routes/applicants/detail-batch.server";
import { DetailBatchDialog } from "#app/routes/applicants/detail-batch-dialog";
import { BatchPostingForm } from "#app/routes/applicants/detail-change-form";
import { firstError } from "#app/routes/applicants/first-error";
import { readListAddress } from "#app/routes/applicants/list-address";
import { useKeptAnswer } from "#app/routes/applicants/use-kept-answer";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { TextField } from "#app/ui/form/text-field";
import { maxPageSize } from "#worker/contract/page";
import { listLocations } from "#worker/services/locations/contract";

const permissions = ["candidate:u"] as const;

/** The chosen applicants, the places there are, by name when one is looked for, and what posting them there would do. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, permissions);
	const { api } = args.context;
	const params = new URL(args.request.url).searchParams;
	const ids = [...readListAddress(params).selected];
	const to = params.get("to") ?? "";
	const name = params.get("locationName")?.trim() ?? "";
	const [listed, preview] = await Promise.all([
		api.call(listLocations, { query: { size: String(maxPageSize), name } }),
		previewOf(args.context, { candidateIds: ids, locationId: to }),
	]);
	const found = orThrow(listed).data;
	// why: what is chosen stays chosen while another is looked for.
	const isMissing = preview?.ok && !found.some(({ id }) => id === to);
	const locations = isMissing ? [{ id: to, name: preview.value.name }, ...found] : found;
	return json({ ids, locations, name, preview, idempotencyKey: crypto.randomUUID() });
};

/** Posts the selection in one piece and says what became of each (§4 Posting). */
export const action = async (args: ActionFunctionArgs) => {
	await requireUser(args, permissions);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: BatchPostingForm });
	if (submission.status !== "success") return json({ error: firstError(submission), outcome: null }, { status: 422 });
	const { id: candidateIds, locationId, idempotencyKey } = submission.value;
	return saveDetails(args, { candidateIds, locationId }, idempotencyKey);
};

/** Post applicants (§2 Modals, §9: 600 px) for a selection. */
const PostApplicants = () => {
	const { ids, locations, name, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const isLong = locations.length >= maxPageSize || name !== "";
	return (
		<DetailBatchDialog
			title="Post Applicants"
			path="posting"
			width={600}
			name="locationId"
			label="Location"
			placeholder="Choose a location"
			options={locations.map((location) => ({ value: location.id, label: location.name }))}
			ids={ids}
			preview={preview}
			idempotencyKey={idempotencyKey}
			answer={useKeptAnswer<typeof action>()}
			submitLabel="Post applicants"
		>
			{isLong && <FindLocation name={name} count={locations.length} />}
		</DetailBatchDialog>
	);
};
export default PostApplicants;

/** Narrows the choices where there are more than a list can hold. */
const FindLocation = ({ name, count }: { name: string; count: number }) => {
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	return (
		<Form method="get" action={pathname} preventScrollReset className="flex items-end gap-2">
			{[...params]
				.filter(([key]) => key !== "locationName")
				.map(([key, value]) => (
					<input key={`${key} ${value}`} type="hidden" name={key} value={value} />
				))}
			<TextField
				name="locationName"
				type="search"
				label="Find a location"
				className="flex-1"
				defaultValue={name}
				aside={name === "" ? `The first ${maxPageSize} are listed` : `${count} found`}
			/>
			<Button>Find</Button>
		</Form>
	);
};

export const ErrorBoundary = () => <ProblemPage />;
