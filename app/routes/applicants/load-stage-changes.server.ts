import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { choiceOf, readChosen, rowsPage } from "#app/routes/applicants/chosen";
import { noLocations, pageOfLocations } from "#app/routes/applicants/find-locations.server";
import { readListAddress } from "#app/routes/applicants/list-address";
import { offeredReasons } from "#app/routes/applicants/load-reasons.server";
import { requireUser } from "#app/session/require-user.server";
import { previewBatch } from "#worker/services/applicants/batch.contract";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

const permissions = ["candidate:u"] as const;

/** The chosen applicants, the steps, and in numbers what moving them to the chosen step would do. */
export const loadStageChanges = async (args: LoaderFunctionArgs) => {
	await requireUser(args, permissions);
	const { api } = args.context;
	const params = new URL(args.request.url).searchParams;
	const address = readListAddress(params);
	const chosen = readChosen(params);
	const to = params.get("to") ?? "";
	const applicationId = address.application ?? orThrow(await api.call(defaultApplication, {})).id;
	const application = orThrow(await api.call(getApplication, { params: { id: applicationId } }));
	const [workflow, locations, preview, reasons] = await Promise.all([
		api.call(getWorkflow, { params: { id: application.workflow.id } }),
		pageOfLocations(api),
		to && (chosen.isAll || chosen.ids.length > 0)
			? api.call(previewBatch, { body: { ...choiceOf(params, chosen), stageId: to, ...rowsPage(params) } })
			: null,
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
