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
import { BulkDialog, bulkForm } from "#app/list/bulk/bulk-dialog";
import { consequences, results } from "#app/list/bulk/bulk-sentences";
import { choiceOf } from "#app/list/bulk/chosen-rows";
import { confirmAbove, wrongCount } from "#app/list/bulk/confirm-count";
import { findLocations, isFindingLocations, noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { beginWithReason, offeredReasons } from "#app/list/load-reasons.server";
import { AddToRelease } from "#app/routes/stage-changes/add-to-release";
import { addToRelease, findOpenRelease, saveRelease } from "#app/routes/stage-changes/prepare-release.server";
import { SentWithStage } from "#app/routes/stage-changes/sent-with-stage";
import { LetterStays, NeverSubmitted, StageChangeFields } from "#app/routes/stage-changes/stage-change-fields";
import { BulkStageForm } from "#app/routes/stage-changes/stage-change-form";
import { isOfWholeInstitution } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { fieldText } from "#app/ui/form/field-text";
import { FormErrors } from "#app/ui/form/form-errors";
import { useHydrated } from "#app/ui/use-hydrated";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { Problem } from "#worker/contract/problems";
import { StageChangeInput } from "#worker/services/stage-changes/change.contract";
import { previewStageChange, updateApplicants } from "#worker/services/stage-changes/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

export const meta = titledOver("Change Applicant Status");

/** Loads the steps, and the consequences of moving the selected applicants to one of them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, updateApplicants);
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
		// why: a list that criteria have made says by which ones (process-ai).
		comment: new URL(args.request.url).searchParams.get("comment") ?? "",
		bulk,
		reasons,
		steps: orThrow(workflow).steps.map((step) => ({ ...step, current: false })),
		mayRelease: isOfWholeInstitution(user),
		into: isOfWholeInstitution(user) && bulk.to !== "" ? await findOpenRelease(api, application.id, bulk.to) : null,
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
	const { bulk, steps, locations, reasons, comment, mayRelease, into } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const hydrated = useHydrated();
	const preview = bulk.preview?.ok ? bulk.preview.value : undefined;
	const step = steps.find(({ id }) => id === bulk.to);
	const [form, fields] = useForm({
		id: "bulk-stage",
		lastResult: answer?.result,
		defaultValue: { stageId: step?.id ?? "", locationId: "", reason: comment },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: BulkStageForm }),
		shouldRevalidate: "onInput",
	});
	const errors = errorsElsewhere(form.allErrors, [
		...(locations.locations.length > 0 ? ["locationId"] : []),
		"reason",
		...(preview && preview.willChange > confirmAbove ? ["confirmed"] : []),
	]);
	const typed = fieldText(fields.reason.value).trim();
	const isEmpty = typed === "";
	return (
		<>
			<BulkDialog
				title="Change Applicant Status"
				path="stage"
				kind="stage"
				submitLabel="Comment & Proceed"
				bulk={bulk}
				isBlocked={hydrated && isEmpty}
				about={into && <AddToRelease into={into} chosen={bulk.chosen} total={preview?.total} />}
				besides={
					mayRelease &&
					preview && (
						<Button
							form={bulkForm("stage")}
							name="release"
							value="1"
							disabled={hydrated && isEmpty}
							className="order-first"
						>
							Prepare a release
						</Button>
					)
				}
				form={{ onSubmit: form.onSubmit, noValidate: true }}
				confirmed={{ typed: fieldText(fields.confirmed.initialValue), errors: fields.confirmed.errors }}
				choice={
					<TargetSelect
						label="New stage"
						placeholder="Choose a stage"
						options={steps.map(({ id, name, needsApproval }) => ({
							value: id,
							label: needsApproval ? `${name} (by a release)` : name,
						}))}
						chosen={bulk.to}
					/>
				}
			>
				<FormErrors errors={errors} />
				{preview && <Hindrances hindrances={preview.hindrances} />}
				{preview && <NeverSubmitted count={preview.unsubmitted} />}
				{preview && preview.withLetter > 0 && (
					<LetterStays
						about={`${formatCount(preview.withLetter, "applicant has a letter", "applicants have letters")} that stay${preview.withLetter === 1 ? "s" : ""} in force`}
						stageName={preview.name}
					/>
				)}
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
								looked={{
									stepId: step.id,
									emails: preview.emails,
									willChange: preview.willChange,
									messages: preview.messages,
								}}
								isCounted
								isSilent={fields.doNotNotify.initialValue !== undefined}
							/>
						)}
					</StageChangeFields>
				)}
			</BulkDialog>
			<AskBeforeDiscard when={!isEmpty && typed !== comment.trim()} about="Your comment has not been sent." />
		</>
	);
};
export default ChangeStages;

/** The rules of the workflow that keep some of the selected applicants where they are. */
const Hindrances = ({ hindrances }: { hindrances: readonly { reason: string; applicants: number }[] }) =>
	hindrances.length > 0 && (
		<Callout tone="warning">
			<p>The workflow does not allow all of them to be moved:</p>
			<ul className="grid gap-0.5">
				{hindrances.map(({ reason, applicants }) => (
					<li key={reason}>
						{formatCount(applicants, "applicant")}: {reason}
					</li>
				))}
			</ul>
		</Callout>
	);

/** Moves the selected applicants in one change and responds with each outcome (§4). */
const saveStageChanges = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, updateApplicants);
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BulkStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found, error: null });
	const refuse = ({ error, ...problem }: Problem) => {
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus({ error, ...problem }) });
	};
	if (form.get("into")) {
		const added = await addToRelease(args, form);
		return added.ok ? added.value : refuse(added.problem);
	}
	if (submission.status !== "success") {
		const error = firstError(submission);
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { asOf, idempotencyKey, expected } = submission.value;
	const { searchParams } = new URL(args.request.url);
	const chosen = { ids: submission.value.id, isAll: submission.value.all === "1" };
	const rows = choiceOf(searchParams, chosen, expected);
	const input = v.parse(StageChangeInput, submission.value);
	if (form.get("release")) {
		const prepared = await saveRelease(args, { rows, input, idempotencyKey });
		return prepared.ok ? prepared.value : refuse(prepared.problem);
	}
	const wrong = form.get("stay") ? undefined : wrongConfirmation(submission.value);
	if (wrong) {
		const result = submission.reply({ fieldErrors: { confirmed: [wrong] } });
		return json({ result, outcome: null, found, error: wrong }, { status: 422 });
	}
	const answer = await api.call(updateApplicants, { body: { ...rows, ...input, asOf } }, { idempotencyKey });
	if (!answer.ok) return refuse(answer.problem);
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
