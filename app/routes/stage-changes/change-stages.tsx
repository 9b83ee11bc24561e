import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import {
	type BulkPreviewing,
	leadOn,
	loadBulk,
	reviewSent,
	shownApplication,
	startedToast,
} from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog, bulkForm } from "#app/list/bulk/bulk-dialog";
import { consequences, results } from "#app/list/bulk/bulk-sentences";
import { choiceOf } from "#app/list/bulk/chosen-rows";
import { confirmAbove, wrongCount } from "#app/list/bulk/confirm-count";
import { answerUnreviewed, replyReview, withReviewed } from "#app/list/bulk/reviewed";
import { findLocations, isFindingLocations, noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { beginWithReason, offeredReasons } from "#app/list/load-reasons.server";
import { AddToRelease } from "#app/routes/stage-changes/add-to-release";
import { lacksMore, lookFirst, mayLackMore } from "#app/routes/stage-changes/look-at-messages.server";
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

const previewing = ({
	context: { api },
}: LoaderFunctionArgs): BulkPreviewing<EndpointResponse<typeof previewStageChange>> => ({
	preview: (rows, stageId) => api.call(previewStageChange, { body: { ...rows, stageId } }),
	sentence: consequences,
});

/** Loads the steps, and the consequences of moving the selected applicants to one of them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, updateApplicants);
	const application = await shownApplication(api, new URL(args.request.url).searchParams);
	const [workflow, locations, reasons, bulk] = await Promise.all([
		api.call(getWorkflow, { params: { id: application.workflow.id } }),
		pageOfLocations(api),
		offeredReasons(args.context),
		loadBulk(args.request, previewing(args)),
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
	reviewed: null,
}));

export const { handle, shouldRevalidate } = shows({ applicants: true, reasons: true });

/** Change Applicant Status for a selection (§4). */
const ChangeStages = () => {
	const { steps, locations, reasons, comment, mayRelease, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const bulk = withReviewed(loaded.bulk, answer);
	const into = bulk.to === loaded.bulk.to ? loaded.into : null;
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
				choice={(form) => (
					<TargetSelect
						label="New stage"
						placeholder="Choose a stage"
						options={steps.map(({ id, name, needsApproval }) => ({
							value: id,
							label: needsApproval ? `${name} (by a release)` : name,
						}))}
						chosen={bulk.to}
						form={form}
					/>
				)}
			>
				<FormErrors errors={errors} />
				{preview && <Hindrances hindrances={preview.hindrances} />}
				{preview && <NeverSubmitted count={preview.unsubmitted} />}
				{preview && preview.withLetter > 0 && <LetterStays applicants={preview.withLetter} stageName={preview.name} />}
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
	const reason = await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BulkStageForm });
	const found = await findLocations(form, api);
	const stay = async (result: SubmissionResult, error: string | null, status = 200) => {
		const reviewed = await reviewSent(args.request, form, previewing(args));
		return json({ result, outcome: null, found, error, reviewed }, { status });
	};
	const refuse = ({ error, ...problem }: Problem) =>
		stay(submission.reply({ formErrors: [error] }), error, httpStatus({ error, ...problem }));
	if (isFindingLocations(form)) return stay({ initialValue: submission.reply().initialValue }, null);
	if (form.get("into")) {
		const added = await addToRelease(args, form);
		return added.ok ? added.value : refuse(added.problem);
	}
	const unreviewed = answerUnreviewed(form, { shown: "stageId", chosen: "to" });
	if (unreviewed) {
		const { error, status } = unreviewed;
		return stay(replyReview(submission.reply(), error), error, status);
	}
	if (submission.status !== "success") return stay(submission.reply(), firstError(submission), 422);
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
	if (wrong) return stay(submission.reply({ fieldErrors: { confirmed: [wrong] } }), wrong, 422);
	if (mayLackMore(form, reason)) {
		const previewed = await api.call(previewStageChange, { body: { ...rows, stageId: input.stageId } });
		if (!previewed.ok) return refuse(previewed.problem);
		if (lacksMore(form, reason, previewed.value)) return stay(submission.reply({ formErrors: [lookFirst] }), lookFirst);
	}
	const answer = await api.call(updateApplicants, { body: { ...rows, ...input, asOf } }, { idempotencyKey });
	if (!answer.ok) return refuse(answer.problem);
	const { name, changed, taskId, outcomes } = answer.value;
	const whole = `${formatCount(changed, "applicant")} moved to ${name}`;
	const words = { kind: "stage", underway: "Applicants are being moved", whole } as const;
	const toast = startedToast(args, answer.value, words);
	if (!form.get("stay") && (taskId || changed === outcomes.length)) return leadOn(args, toast, taskId);
	const outcome = { name, changed, taskId, outcomes, summary: results(name, outcomes) };
	const summary = taskId ? words.underway : whole;
	return json({ result: null, outcome, found, error: null, reviewed: null, summary, toast });
};

const wrongConfirmation = ({ count, confirmed = "" }: { count?: number | undefined; confirmed?: string | undefined }) =>
	wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} move`);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
