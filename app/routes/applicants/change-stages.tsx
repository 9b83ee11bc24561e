import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { isUnanswered, unlessUnanswered } from "#app/api/unanswered";
import { formatCount } from "#app/format/numbers";
import { BatchOutcomes } from "#app/routes/applicants/batch-outcomes";
import { BatchPreview, BatchSelect } from "#app/routes/applicants/batch-preview";
import { consequences, results } from "#app/routes/applicants/batch-sentences";
import {
	findLocations,
	isFindingLocations,
	noLocations,
	pageOfLocations,
} from "#app/routes/applicants/find-locations.server";
import { firstError } from "#app/routes/applicants/first-error";
import { listSearch, readListAddress } from "#app/routes/applicants/list-address";
import { StageChangeFields } from "#app/routes/applicants/stage-change-fields";
import { BatchStageForm } from "#app/routes/applicants/stage-change-form";
import { useAsShown } from "#app/routes/applicants/use-as-shown";
import { useKeptAnswer } from "#app/routes/applicants/use-kept-answer";
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
	const ids = address.selected;
	const to = params.get("to") ?? "";
	const applicationId = address.application ?? orThrow(await api.call(defaultApplication, {})).id;
	const application = orThrow(await api.call(getApplication, { params: { id: applicationId } }));
	const [workflow, locations, preview] = await Promise.all([
		api.call(getWorkflow, { params: { id: application.workflow.id } }),
		pageOfLocations(api),
		to && ids.length > 0 ? api.call(previewBatch, { body: { candidateIds: [...ids], stageId: to } }) : null,
	]);
	return json({
		ids,
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
	const submission = parseWithValibot(form, { schema: BatchStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found });
	if (submission.status !== "success") {
		const error = firstError(submission) ?? undefined;
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { id: candidateIds, stageId, reason, locationId, asOf, idempotencyKey } = submission.value;
	const body = { candidateIds, stageId, reason, locationId: locationId ?? null, asOf };
	const answer = await api.call(updateApplicants, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus(answer.problem) });
	}
	const { moved, stage, taskId } = answer.value;
	const summary = taskId ? "Applicants are being moved" : `${formatCount(moved, "applicant")} moved to ${stage.name}`;
	if (form.get("stay")) return json({ result: null, outcome: answer.value, found, summary });
	if (!taskId && moved < candidateIds.length) return json({ result: null, outcome: answer.value, found, summary });
	session.flash({ kind: "success", message: summary });
	return redirect(`/${orgName}/applicants${listSearch(readListAddress(new URL(args.request.url).searchParams))}`);
};

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
	const { ids, steps, locations, preview, idempotencyKey } = useLoaderData<typeof loader>();
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
				closeTo={closeTo}
				dialogUrl={`${pathname}?${params}`}
			/>
		);
	const errors = errorsElsewhere(
		form.allErrors,
		locations.locations.length > 0 ? ["reason", "locationId"] : ["reason"],
	);
	const isEmpty = fieldText(fields.reason.value).trim() === "";
	const nobodyMoves = preview?.ok && preview.value.moves === 0 && !isUnanswered(answer);
	return (
		<Dialog
			title="Change Applicant Status"
			description={`${formatCount(ids.length, "applicant")} selected`}
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
				{step && (
					<SignedInForm method="post" id={formId} onSubmit={form.onSubmit} noValidate className="grid gap-4">
						{ids.map((id) => (
							<input key={id} type="hidden" name="id" value={id} />
						))}
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
						/>
					</SignedInForm>
				)}
			</div>
			<AskBeforeDiscard when={!isEmpty} about="Your comment has not been sent." />
		</Dialog>
	);
};
export default ChangeStages;

export const ErrorBoundary = () => <ProblemPage />;
