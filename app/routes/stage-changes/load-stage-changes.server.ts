import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { askedOfBatch, shownApplication } from "#app/list/bulk/read-batch-address.server";
import { noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { offeredReasons } from "#app/list/load-reasons.server";
import { requireAccess } from "#app/session/require-user.server";
import { previewBatch } from "#worker/services/stage-changes/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

/** The chosen applicants, the steps, and in numbers what moving them to the chosen step would do. */
export const loadStageChanges = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewBatch);
	const { api } = args.context;
	const { params, chosen, isAnybodyChosen, choice, to } = askedOfBatch(args.request);
	const application = await shownApplication(api, params);
	const [workflow, locations, preview, reasons] = await Promise.all([
		api.call(getWorkflow, { params: { id: application.workflow.id } }),
		pageOfLocations(api),
		to && isAnybodyChosen ? api.call(previewBatch, { body: { ...choice, stageId: to } }) : null,
		offeredReasons(args.context),
	]);
	return json({
		chosen,
		reasons,
		steps: orThrow(workflow).steps.map((step) => ({ ...step, current: false })),
		locations: locations.ok ? locations.value : noLocations,
		preview,
		idempotencyKey: crypto.randomUUID(),
	});
};
