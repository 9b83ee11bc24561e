import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { BatchOutcomes } from "#app/list/bulk/batch-outcomes";
import { BatchPreview, BatchSelect } from "#app/list/bulk/batch-preview";
import { consequences, describeChosen, results } from "#app/list/bulk/batch-sentences";
import { ChosenInputs } from "#app/list/bulk/batch-target-inputs";
import { confirmAbove } from "#app/list/bulk/confirm-count";
import { ConfirmCount } from "#app/list/bulk/confirm-field";
import { PreviewList } from "#app/list/bulk/preview-list";
import { listSearch, readListAddress } from "#app/list/list-address";
import { useAsShown } from "#app/list/use-as-shown";
import { loadStageChanges } from "#app/routes/stage-changes/load-stage-changes.server";
import { saveStageChanges } from "#app/routes/stage-changes/save-stage-changes.server";
import { SentWithStage } from "#app/routes/stage-changes/sent-with-stage";
import { StageChangeFields } from "#app/routes/stage-changes/stage-change-fields";
import { BatchStageForm } from "#app/routes/stage-changes/stage-change-form";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { FieldErrors } from "#app/ui/form/field";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { useHydrated } from "#app/ui/use-hydrated";

export const loader = (args: LoaderFunctionArgs) => loadStageChanges(args);

export const action = (args: ActionFunctionArgs) => saveStageChanges(args);

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: BatchStageForm }), problem),
	outcome: null,
	found: null,
	error: problem.error,
}));

export const { handle, shouldRevalidate } = shows({ applicants: true, reasons: true });

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
