import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import {
	findLocations,
	isFindingLocations,
	noLocations,
	pageOfLocations,
} from "#app/routes/applicants/find-locations.server";
import { planNext } from "#app/routes/applicants/go-on.server";
import { GoOnChoice } from "#app/routes/applicants/go-on-choice";
import { readSheetSearch } from "#app/routes/applicants/list-address";
import { beginWithReason, offeredReasons } from "#app/routes/applicants/load-reasons.server";
import { lookAtMessages } from "#app/routes/applicants/look-at-messages.server";
import { movedToast } from "#app/routes/applicants/moved-toast";
import { readStale } from "#app/routes/applicants/read-stale.server";
import { SentWithStage } from "#app/routes/applicants/sent-with-stage";
import { StageChangeFields } from "#app/routes/applicants/stage-change-fields";
import { StageChangeForm } from "#app/routes/applicants/stage-change-form";
import { StaleApplicant } from "#app/routes/applicants/stale-applicant";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { useMessages } from "#app/routes/applicants/use-messages";
import { useSeenVersion } from "#app/routes/applicants/use-seen-version";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { ProblemPage } from "#app/shell/problem-page";
import { StageBadge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { FieldErrors } from "#app/ui/form/field";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { useHydrated } from "#app/ui/use-hydrated";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplication } from "#worker/services/applications/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

const permissions = ["candidate:u"] as const;

/** The applicant, the steps they can be moved to, each with its templates, and the places they can be posted to. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, permissions);
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

/** Moves the applicant, or says why not with the typed comment kept (§4, §5). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: StageChangeForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, stale: null, found, looked: null });
	const params = { id: args.params.applicantId ?? "" };
	const look = () => lookAtMessages(api, params.id, fieldText(form.get("stageId")));
	if (submission.status !== "success")
		return json({ result: submission.reply(), stale: null, found, looked: await look() }, { status: 422 });
	const { stageId, reason, reasonId, locationId, version, doNotNotify, seen, idempotencyKey } = submission.value;
	const looked = doNotNotify || seen === stageId ? null : await look();
	if (looked?.messages.email || looked?.messages.letter)
		return json({ result: submission.reply({ formErrors: [lookFirst] }), stale: null, found, looked });
	const where = { stageId, locationId: locationId ?? null, version };
	const body = { ...where, reason, reasonId, doNotNotify: Boolean(doNotNotify) };
	const goOn = await planNext(args, form);
	const moved = await api.call(updateApplicant, { params, body }, { idempotencyKey });
	if (!moved.ok) {
		const { problem } = moved;
		if (problem.status === 404) orThrow(moved);
		const stale = problem.code === "stale_applicant" ? await readStale(api, params.id, problem, version) : null;
		const fieldErrors = Object.fromEntries(Object.entries(problem.fields ?? {}));
		const result = submission.reply({ formErrors: [problem.error], fieldErrors });
		return json({ result, stale, found, looked: await look() }, { status: httpStatus(problem) });
	}
	const { stage, move } = moved.value;
	const about = { subject: fullName(moved.value), stageName: stage.name, now: Date.now() };
	const toast = movedToast(orgName, `${about.subject} is now at ${stage.name}`, move, about);
	if (form.get("stay")) return json({ result: null, stale: null, found, looked: null, toast });
	session.flash(toast);
	return goOn();
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: StageChangeForm }), problem),
	stale: null,
	found: null,
	looked: null,
}));

export const shouldRevalidate = unlessUnanswered;

/** Said where a stage sends something that was not shown before: nobody is written to by surprise. */
const lookFirst = "Look at what this stage sends, then proceed.";

const formId = "change-stage";

/** Change Applicant Status (§2 Applicant modals). */
const ChangeStage = () => {
	const { applicant, steps, locations, reasons, idempotencyKey, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const navigation = useNavigation();
	const location = useLocation();
	const [params] = useSearchParams();
	const hydrated = useHydrated();
	const version = useSeenVersion(applicant, answer);
	const [form, fields] = useForm({
		id: formId,
		lastResult: answer?.result,
		defaultValue: { stageId: params.get("to") ?? "", locationId: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: StageChangeForm }),
		shouldRevalidate: "onInput",
	});
	const shown = locations.locations.length > 0 ? ["stageId", "reason", "locationId"] : ["stageId", "reason"];
	const errors = answer?.stale ? [] : errorsElsewhere(form.allErrors, shown);
	const looked = useMessages(location.pathname, fieldText(fields.stageId.value), [answer?.looked, loaded.looked]);
	const isEmpty = fieldText(fields.reason.value).trim() === "";
	const isPending = navigation.formAction?.startsWith(location.pathname) ?? false;
	return (
		<Dialog
			title="Change Applicant Status"
			description={
				<>
					{fullName(applicant)} is at <StageBadge type={applicant.stage.type} name={applicant.stage.name} />
				</>
			}
			closeTo={`${location.pathname.replace(/\/stage$/, "")}${readSheetSearch(params)}`}
			footer={
				<Button form={formId} variant="primary" pending={isPending} disabled={hydrated && isEmpty}>
					{answer?.stale ? "Apply mine on top" : "Comment & Proceed"}
				</Button>
			}
		>
			<SignedInForm method="post" id={formId} onSubmit={form.onSubmit} noValidate className="grid gap-4">
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{answer?.stale && <StaleApplicant stale={answer.stale} />}
				{errors.length > 0 && (
					<div role="alert">
						<FieldErrors errors={errors} />
					</div>
				)}
				<StageChangeFields fields={fields} steps={steps} locations={locations} found={answer?.found} reasons={reasons}>
					{looked && <SentWithStage looked={looked} isSilent={fields.doNotNotify.initialValue !== undefined} />}
				</StageChangeFields>
				<GoOnChoice />
			</SignedInForm>
			<AskBeforeDiscard when={!isEmpty} about="Your comment has not been sent." />
		</Dialog>
	);
};
export default ChangeStage;

export const ErrorBoundary = () => <ProblemPage />;
