import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { noLocations, pageOfLocations } from "#app/list/find-locations.server";
import { readSheetSearch } from "#app/list/list-address";
import { offeredReasons } from "#app/list/load-reasons.server";
import { StaleApplicant } from "#app/list/sheet/stale-applicant";
import { useSeenVersion } from "#app/list/sheet/use-seen-version";
import { lookAtMessages } from "#app/routes/stage-changes/look-at-messages.server";
import { saveStageChange } from "#app/routes/stage-changes/save-stage-change.server";
import { type LookedAt, SentWithStage, useMessages } from "#app/routes/stage-changes/sent-with-stage";
import { StageChangeFields } from "#app/routes/stage-changes/stage-change-fields";
import { StageChangeForm } from "#app/routes/stage-changes/stage-change-form";
import { isOfWholeInstitution } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { StageBadge } from "#app/shell/stage-badge";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { Later } from "#app/ui/later";
import { SkeletonLines } from "#app/ui/page/skeleton";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplication } from "#worker/services/applications/contract";
import { listNextStages } from "#worker/services/stage-changes/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

export const meta = titledOver("Change Applicant Status");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateApplicant);
	const to = new URL(args.request.url).searchParams.get("to") ?? "";
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const later = openLater(args);
	const looked = later.ask(() => lookAtMessages(api, applicant.id, to));
	const [application, nextStages, locations, reasons] = await Promise.all([
		api.call(getApplication, { params: { id: applicant.applicationId } }),
		api.call(listNextStages, { params: { id: applicant.id } }),
		pageOfLocations(api),
		offeredReasons(args.context),
	]);
	const { stages } = orThrow(nextStages);
	const workflow = orThrow(await api.call(getWorkflow, { params: { id: orThrow(application).workflow.id } }));
	const decided = {
		applicant,
		steps: workflow.steps.map((step) => ({
			...step,
			current: step.id === applicant.stageId,
			reason: stages.find(({ id }) => id === step.id)?.reason ?? null,
		})),
		locations: locations.ok ? locations.value : noLocations,
		reasons,
		idempotencyKey: crypto.randomUUID(),
	};
	return later.respond(decided, { looked });
};

export const action = (args: ActionFunctionArgs) => saveStageChange(args);

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: StageChangeForm }), problem),
	stale: null,
	found: null,
	looked: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true, reasons: true });

const formId = "change-stage";

/** Change Applicant Status (§2 Applicant modals). */
const ChangeStage = () => {
	const { applicant, steps, locations, reasons, idempotencyKey, looked } = useLoaderData<typeof loader>();
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
	const messages = {
		address: location.pathname,
		stepId: fieldText(fields.stageId.value),
		isSilent: fields.doNotNotify.initialValue !== undefined,
	};
	const isEmpty = fieldText(fields.reason.value).trim() === "";
	const { orgName, user } = useShell();
	const releaseTo = `/${orgName}/applicants/stage?application=${applicant.applicationId}&id=${applicant.id}`;
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
			growsDown
			cancel
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
				<FormErrors errors={errors} />
				{steps.some(({ needsApproval }) => needsApproval) && isOfWholeInstitution(user) && (
					<p className="text-text-2">
						Some stages need a second person. <TextLink to={releaseTo}>Prepare a release</TextLink>
					</p>
				)}
				<StageChangeFields
					fields={fields}
					steps={steps}
					locations={locations}
					found={answer?.found}
					reasons={reasons}
					from={{ type: applicant.stage.type, hasLetter: applicant.letter !== null }}
				>
					<Later
						part={looked}
						skeleton={<SkeletonLines lines={3} label="Loading what the stage sends" />}
						without={<SentWithChosen {...messages} known={[answer?.looked]} />}
					>
						{(loaded) => <SentWithChosen {...messages} known={[answer?.looked, loaded]} />}
					</Later>
				</StageChangeFields>
				<NextApplicantChoice />
			</SignedInForm>
			<AskBeforeDiscard when={!isEmpty} about="Your comment has not been sent." />
		</Dialog>
	);
};
export default ChangeStage;

interface SentWithChosenProps {
	address: string;
	stepId: string;
	known: readonly (LookedAt | null | undefined)[];
	isSilent: boolean;
}

const SentWithChosen = ({ address, stepId, known, isSilent }: SentWithChosenProps) => {
	const looked = useMessages(address, stepId, known);
	return looked ? <SentWithStage looked={looked} isSilent={isSilent} /> : null;
};

/** Offers to go on to the next applicant after this move; only the key for it ticks it beforehand. */
const NextApplicantChoice = () => {
	const [params] = useSearchParams();
	return (
		<div className="flex items-center gap-2.5">
			<Checkbox id="go-on" name="goOn" defaultChecked={params.get("goOn") === "on"} />
			<label htmlFor="go-on">Then open the next applicant</label>
		</div>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
