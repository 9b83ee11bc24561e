import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { isUnanswered, unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { BatchOutcomes } from "#app/routes/applicants/batch-outcomes";
import { BatchPreview, BatchSelect } from "#app/routes/applicants/batch-preview";
import { consequences, describeChosen, results } from "#app/routes/applicants/batch-sentences";
import { choiceOf, readChosen, rowsPage } from "#app/routes/applicants/chosen";
import { ChosenInputs } from "#app/routes/applicants/chosen-inputs";
import { confirmAbove, wrongCount } from "#app/routes/applicants/confirm-count";
import { ConfirmCount } from "#app/routes/applicants/confirm-field";
import {
	findLocations,
	isFindingLocations,
	noLocations,
	pageOfLocations,
} from "#app/routes/applicants/find-locations.server";
import { firstError } from "#app/routes/applicants/first-error";
import { listSearch, readListAddress } from "#app/routes/applicants/list-address";
import { beginWithReason, offeredReasons } from "#app/routes/applicants/load-reasons.server";
import { movedToast } from "#app/routes/applicants/moved-toast";
import { PreviewList } from "#app/routes/applicants/preview-list";
import { SentWithStage } from "#app/routes/applicants/sent-with-stage";
import { StageChangeFields } from "#app/routes/applicants/stage-change-fields";
import { BatchStageForm } from "#app/routes/applicants/stage-change-form";
import { useAsShown } from "#app/routes/applicants/use-as-shown";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { FieldErrors } from "#app/ui/form/field";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { useHydrated } from "#app/ui/use-hydrated";
import { previewBatch, updateApplicants } from "#worker/services/applicants/batch.contract";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

const permissions = ["candidate:u"] as const;

/** The chosen applicants, the steps, and in numbers what moving them to the chosen step would do. */
export const loader = async (args: LoaderFunctionArgs) => {
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

/** Moves the selection in one piece and says what happened to each (§4). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BatchStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found });
	if (submission.status !== "success") {
		const error = firstError(submission) ?? undefined;
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { stageId, reason, reasonId, locationId, asOf, doNotNotify, idempotencyKey, expected } = submission.value;
	const { searchParams } = new URL(args.request.url);
	const chosen = { ids: submission.value.id, isAll: submission.value.all === "1" };
	const wrong = form.get("stay") ? undefined : wrongConfirmation(submission.value);
	if (wrong) {
		const result = submission.reply({ fieldErrors: { confirmed: [wrong] } });
		return json({ result, outcome: null, found, error: wrong }, { status: 422 });
	}
	const body = {
		...choiceOf(searchParams, chosen, expected),
		stageId,
		reason,
		reasonId,
		locationId: locationId ?? null,
		asOf,
		doNotNotify: Boolean(doNotNotify),
	};
	const answer = await api.call(updateApplicants, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus(answer.problem) });
	}
	const { moved, stage, taskId, move, outcomes } = answer.value;
	const [first] = outcomes.filter(({ outcome }) => outcome === "moved");
	const subject = moved === 1 && first?.name ? first.name : formatCount(moved, "applicant");
	const summary = taskId ? "Applicants are being moved" : `${formatCount(moved, "applicant")} moved to ${stage.name}`;
	const toast = movedToast(orgName, summary, move, { subject, stageName: stage.name, now: Date.now() });
	if (form.get("stay") || (!taskId && moved < outcomes.length))
		return json({ result: null, outcome: answer.value, found, summary, toast });
	session.flash(toast);
	return redirect(
		`/${orgName}/${taskId ? `batches/${taskId}` : `applicants${listSearch(readListAddress(searchParams))}`}`,
	);
};

const wrongConfirmation = ({ count, confirmed = "" }: { count?: number | undefined; confirmed?: string | undefined }) =>
	wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} move`);

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: BatchStageForm }), problem),
	outcome: null,
	found: null,
	error: problem.error,
}));

export const shouldRevalidate = unlessUnanswered;

const formId = "change-stages";

const ChangeStages = () => {
	const { chosen, steps, locations, reasons, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const hydrated = useHydrated();
	const asOf = useAsShown(preview?.ok ? preview.value.asOf : undefined, answer);
	const step = steps.find(({ id }) => id === params.get("to"));
	const [form, fields] = useForm({
		id: formId,
		lastResult: answer?.result,
		defaultValue: { stageId: step?.id ?? "", locationId: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: BatchStageForm }),
		shouldRevalidate: "onInput",
	});
	const closeTo = pathname.replace(/\/stage$/, "") + listSearch(readListAddress(params));
	if (answer?.outcome)
		return (
			<BatchOutcomes
				title={`${formatCount(answer.outcome.moved, "applicant")} moved to ${answer.outcome.stage.name}`}
				summary={results(answer.outcome.stage.name, answer.outcome.outcomes)}
				rows={answer.outcome.outcomes}
				kind="stage"
				toast={answer.toast}
				closeTo={closeTo}
				dialogUrl={`${pathname}?${params}`}
			/>
		);
	const errors = errorsElsewhere(form.allErrors, [
		...(locations.locations.length > 0 ? ["locationId"] : []),
		"reason",
		...(preview?.ok && preview.value.moves > confirmAbove ? ["confirmed"] : []),
	]);
	const isEmpty = fieldText(fields.reason.value).trim() === "";
	const nobodyMoves = preview?.ok && preview.value.moves === 0 && !isUnanswered(answer);
	return (
		<Dialog
			title="Change Applicant Status"
			description={describeChosen(chosen, preview?.ok ? preview.value.total : undefined)}
			closeTo={closeTo}
			footer={
				step && (
					<Button
						form={formId}
						variant="primary"
						pending={navigation.formMethod === "POST"}
						disabled={nobodyMoves || (hydrated && isEmpty)}
					>
						Comment & Proceed
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				<BatchPreview
					chosen={step?.id}
					preview={
						preview?.ok
							? { ok: true, value: { sentence: consequences(preview.value), changes: preview.value.moves } }
							: preview
					}
					params={[...params]}
					action={pathname}
				>
					<BatchSelect
						label="New stage"
						placeholder="Choose a stage"
						options={steps.map(({ id, name }) => ({ value: id, label: name }))}
						chosen={step?.id}
					/>
				</BatchPreview>
				{preview?.ok && <PreviewList rows={preview.value.rows} total={preview.value.total} kind="stage" />}
				{step && (
					<SignedInForm method="post" id={formId} onSubmit={form.onSubmit} noValidate className="grid gap-4">
						<ChosenInputs {...chosen} total={preview?.ok ? preview.value.total : undefined} />
						<input type="hidden" name="idempotencyKey" value={key} />
						{asOf !== undefined && <input type="hidden" name="asOf" value={asOf} />}
						{errors.length > 0 && (
							<div role="alert">
								<FieldErrors errors={errors} />
							</div>
						)}
						<StageChangeFields
							fields={fields}
							steps={steps}
							locations={locations}
							found={answer?.found}
							chosen={step}
							reasons={reasons}
						>
							{preview?.ok && (
								<SentWithStage
									looked={{ stepId: step.id, emails: preview.value.emails, messages: preview.value.messages }}
									isSilent={fields.doNotNotify.initialValue !== undefined}
								/>
							)}
						</StageChangeFields>
						{preview?.ok && (
							<ConfirmCount
								count={preview.value.moves}
								typed={fieldText(fields.confirmed.initialValue)}
								errors={fields.confirmed.errors}
							/>
						)}
					</SignedInForm>
				)}
			</div>
			<AskBeforeDiscard when={!isEmpty} about="Your comment has not been sent." />
		</Dialog>
	);
};
export default ChangeStages;

export const ErrorBoundary = () => <ProblemPage />;
