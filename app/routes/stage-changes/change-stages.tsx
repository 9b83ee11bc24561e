import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { leadOn, loadBulk, shownApplication, startedToast } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { consequences, results } from "#app/list/bulk/bulk-sentences";
import { choiceOf } from "#app/list/bulk/chosen-rows";
import { confirmAbove, wrongCount } from "#app/list/bulk/confirm-count";
import { findLocations, isFindingLocations, noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { beginWithReason, offeredReasons } from "#app/list/load-reasons.server";
import { SentWithStage } from "#app/routes/stage-changes/sent-with-stage";
import { NeverSubmitted, StageChangeFields } from "#app/routes/stage-changes/stage-change-fields";
import { BulkStageForm } from "#app/routes/stage-changes/stage-change-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { fieldText } from "#app/ui/form/field-text";
import { FormErrors } from "#app/ui/form/form-errors";
import { useHydrated } from "#app/ui/use-hydrated";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { previewStageChange, StageChangeInput, updateApplicants } from "#worker/services/stage-changes/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

export const meta = titledOver("Change Applicant Status");

/** Loads the steps, and the consequences of moving the selected applicants to one of them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateApplicants);
	const application = await shownApplication(api, new URL(args.request.url).searchParams);
	const [workflow, locations, reasons, bulk] = await Promise.all([
		api.call(getWorkflow, { params: { id: application.workflow.id } }),
		pageOfLocations(api),
		offeredReasons(args.context),
		loadBulk<EndpointResponse<typeof previewStageChange>>(args.request, {
			preview: (rows, stageId) => api.call(previewStageChange, { body: { ...rows, stageId } }),
			sentence: consequences,
		}),
	]);
	return json({
		...{ bulk, reasons, steps: orThrow(workflow).steps.map((step) => ({ ...step, current: false })) },
		locations: locations.ok ? locations.value : noLocations,
	});
};

export const action = (args: ActionFunctionArgs) => saveStageChanges(args);

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: BulkStageForm }), problem),
	outcome: null,
	found: null,
	error: problem.error,
}));

export const { handle, shouldRevalidate } = shows({ applicants: true, reasons: true });

/** Change Applicant Status for a selection (§4). */
const ChangeStages = () => {
	const { bulk, steps, locations, reasons } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const hydrated = useHydrated();
	const preview = bulk.preview?.ok ? bulk.preview.value : undefined;
	const step = steps.find(({ id }) => id === bulk.to);
	const [form, fields] = useForm({
		id: "bulk-stage",
		lastResult: answer?.result,
		defaultValue: { stageId: step?.id ?? "", locationId: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: BulkStageForm }),
		shouldRevalidate: "onInput",
	});
	const errors = errorsElsewhere(form.allErrors, [
		...(locations.locations.length > 0 ? ["locationId"] : []),
		"reason",
		...(preview && preview.willChange > confirmAbove ? ["confirmed"] : []),
	]);
	const isEmpty = fieldText(fields.reason.value).trim() === "";
	return (
		<>
			<BulkDialog
				title="Change Applicant Status"
				path="stage"
				kind="stage"
				submitLabel="Comment & Proceed"
				bulk={bulk}
				isBlocked={hydrated && isEmpty}
				form={{ onSubmit: form.onSubmit, noValidate: true }}
				confirmed={{ typed: fieldText(fields.confirmed.initialValue), errors: fields.confirmed.errors }}
				choice={
					<TargetSelect
						label="New stage"
						placeholder="Choose a stage"
						options={steps.map(({ id, name }) => ({ value: id, label: name }))}
						chosen={bulk.to}
					/>
				}
			>
				<FormErrors errors={errors} />
				{preview && <NeverSubmitted count={preview.unsubmitted} />}
				{step && (
					<StageChangeFields
						fields={fields}
						steps={steps}
						locations={locations}
						found={answer?.found}
						chosen={step}
						reasons={reasons}
					>
						{preview && (
							<SentWithStage
								looked={{ stepId: step.id, emails: preview.emails, messages: preview.messages }}
								isCounted
								isSilent={fields.doNotNotify.initialValue !== undefined}
							/>
						)}
					</StageChangeFields>
				)}
			</BulkDialog>
			<AskBeforeDiscard when={!isEmpty} about="Your comment has not been sent." />
		</>
	);
};
export default ChangeStages;

/** Moves the selected applicants in one change and responds with each outcome (§4). */
const saveStageChanges = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, updateApplicants);
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BulkStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found, error: null });
	if (submission.status !== "success") {
		const error = firstError(submission);
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { asOf, idempotencyKey, expected } = submission.value;
	const { searchParams } = new URL(args.request.url);
	const chosen = { ids: submission.value.id, isAll: submission.value.all === "1" };
	const wrong = form.get("stay") ? undefined : wrongConfirmation(submission.value);
	if (wrong) {
		const result = submission.reply({ fieldErrors: { confirmed: [wrong] } });
		return json({ result, outcome: null, found, error: wrong }, { status: 422 });
	}
	const body = {
		...choiceOf(searchParams, chosen, expected),
		...v.parse(StageChangeInput, submission.value),
		asOf,
	};
	const answer = await api.call(updateApplicants, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus(answer.problem) });
	}
	const { name, changed, taskId, outcomes } = answer.value;
	const whole = `${formatCount(changed, "applicant")} moved to ${name}`;
	const words = { kind: "stage", underway: "Applicants are being moved", whole } as const;
	const toast = startedToast(args, answer.value, words);
	if (!form.get("stay") && (taskId || changed === outcomes.length)) return leadOn(args, toast, taskId);
	const outcome = { name, changed, taskId, outcomes, summary: results(name, outcomes) };
	return json({ result: null, outcome, found, error: null, summary: taskId ? words.underway : whole, toast });
};

const wrongConfirmation = ({ count, confirmed = "" }: { count?: number | undefined; confirmed?: string | undefined }) =>
	wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} move`);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
