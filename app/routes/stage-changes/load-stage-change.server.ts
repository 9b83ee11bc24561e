import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { offeredReasons } from "#app/list/load-reasons.server";
import { lookAtMessages } from "#app/routes/stage-changes/look-at-messages.server";
import { requireAccess } from "#app/session/require-user.server";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplication } from "#worker/services/applications/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

/** The applicant, the steps they can be moved to, each with its templates, and the places they can be posted to. */
export const loadStageChange = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, updateApplicant);
	const { api } = args.context;
	const to = new URL(args.request.url).searchParams.get("to") ?? "";
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const [application, locations, looked, reasons] = await Promise.all([
		api.call(getApplication, { params: { id: applicant.applicationId } }),
		pageOfLocations(api),
		lookAtMessages(api, applicant.id, to),
		offeredReasons(args.context),
	]);
	const workflow = orThrow(await api.call(getWorkflow, { params: { id: orThrow(application).workflow.id } }));
	return json({
		applicant,
		steps: workflow.steps.map((step) => ({ ...step, current: step.id === applicant.stageId })),
		locations: locations.ok ? locations.value : noLocations,
		looked,
		reasons,
		idempotencyKey: crypto.randomUUID(),
	});
};
