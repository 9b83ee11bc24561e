import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { RecordInput } from "#app/records/record-field";
import { RemovedMeanwhile, SavedMeanwhile } from "#app/records/saved-meanwhile";
import { showsRecords } from "#app/records/screen";
import { useLastThere } from "#app/records/use-last-there";
import { describeStep } from "#app/routes/workflows/describe-step";
import { editDraft, loadDraft } from "#app/routes/workflows/edit-draft.server";
import { workflowScreen } from "#app/routes/workflows/screen";
import { StageRules } from "#app/routes/workflows/stage-rules";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { stageRequirements } from "#worker/contract/stage-rules";
import { stageOffersTemplates, stageTypes } from "#worker/contract/stage-types";
import {
	fieldsOfStep,
	getWorkflow,
	listWorkflowChoices,
	StepFields,
	type WorkflowStep,
} from "#worker/services/workflows/contract";
import { saveWorkflowDraft, WorkflowDraft } from "#worker/services/workflows/drafts.contract";

export const meta = titledOver("Stage");

/** Loads the stage as the draft has it, or a new one, with what it can be given. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, saveWorkflowDraft);
	const { recordId = "", stepId } = args.params;
	const [draft, choices] = await Promise.all([loadDraft(api, args), api.call(listWorkflowChoices, {}).then(orThrow)]);
	const found = draft.steps.find(({ id }) => id === stepId);
	const isGone = !found && stepId !== "new";
	const inUse = (choice: { id: string; active: boolean }, chosen: string | undefined) =>
		choice.active || choice.id === chosen;
	const toChoice = ({ id, name, active = true }: { id: string; name: string; active?: boolean }) => ({
		value: id,
		label: active ? name : `${name} (not in use)`,
	});
	const data = {
		isGone,
		step: found ? fieldsOfStep(found) : null,
		version: draft.version,
		closeTo: `/${orgName}/workflow/${recordId}`,
		sendsSms: choices.sendsSms,
		choices: {
			emailTemplateId: choices.emailTemplates.filter((one) => inUse(one, found?.emailTemplate?.id)).map(toChoice),
			pdfTemplateId: choices.pdfTemplates.filter((one) => inUse(one, found?.pdfTemplate?.id)).map(toChoice),
			smsTemplateId: choices.smsTemplates.filter((one) => inUse(one, found?.smsTemplate?.id)).map(toChoice),
			roleIds: choices.roles.map((one) => toChoice(one)),
			nextStepIds: draft.steps.filter(({ id }) => id !== stepId).map((one) => toChoice(one)),
		},
	};
	return json(data, { status: isGone ? 404 : 200 });
};

const { entries } = StepFields;

const StageForm = v.object({
	name: entries.name,
	type: entries.type,
	emailTemplateId: entries.emailTemplateId,
	pdfTemplateId: entries.pdfTemplateId,
	smsTemplateId: entries.smsTemplateId,
	/** Whether only some stages may follow. */
	limitsNext: v.optional(v.boolean(), false),
	nextStepIds: v.optional(v.array(v.string()), []),
	roleIds: v.optional(v.array(v.string()), []),
	requirements: v.optional(v.array(v.picklist(stageRequirements)), []),
	needsApproval: v.optional(v.boolean(), false),
	version: seenVersion,
});

interface Answer {
	result: ReturnType<typeof replyWithProblem>;
	meanwhile: Meanwhile<WorkflowDraft> | null;
}

/** Adds the stage at the end of the draft, or changes it where it is. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowDraft);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: StageForm });
	if (submission.status !== "success")
		return json<Answer>({ result: submission.reply(), meanwhile: null }, { status: 422 });
	const { recordId = "", stepId } = args.params;
	const { version, limitsNext, nextStepIds, ...typed } = submission.value;
	const rules = { ...typed, nextStepIds: limitsNext ? nextStepIds : null };
	// why also its id: a live stage that the draft no longer has is the same one when it is added again.
	const live = stepId === "new" ? undefined : await findLive(api, recordId, stepId);
	const again = live && { id: live.id, attachmentIds: live.attachments.map(({ id }) => id) };
	let isKnown = false;
	const saved = await editDraft(api, args, {
		version,
		edit: (steps) => {
			isKnown = steps.some(({ id }) => id === stepId);
			return isKnown
				? steps.map((step) => (step.id === stepId ? { ...step, ...rules } : step))
				: [...steps, { ...rules, attachmentIds: [], ...again }];
		},
	});
	if (!saved.ok) {
		const { fields = {}, ...rest } = saved.problem;
		// why: what is wrong with the stages is said of all of them, and the form has one.
		const refused = { ...rest, error: Object.values(fields)[0]?.[0] ?? rest.error };
		const meanwhile = readMeanwhile(saved.problem, WorkflowDraft);
		return json<Answer>(
			{ result: replyWithProblem(submission, refused), meanwhile },
			{ status: httpStatus(saved.problem) },
		);
	}
	session.flash({ kind: "success", message: `“${typed.name}” was ${isKnown ? "saved" : "added"}` });
	const id = isKnown ? stepId : saved.value.steps.at(-1)?.id;
	return redirect(`/${orgName}/workflow/${recordId}#stage-${id}`);
};

const findLive = async ({ call }: { call: ApiCall }, id: string, stepId = ""): Promise<WorkflowStep | undefined> => {
	const { steps } = orThrow(await call(getWorkflow, { params: { id } }));
	return steps.find((step) => step.id === stepId);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: StageForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const formId = "stage";

const types = Object.entries(stageTypes).map(([value, { label }]) => ({ value, label }));
const offering = types.filter(({ value }) => stageOffersTemplates(value)).map(({ label }) => label);
const onlyAt = `Stages of these types send them: ${offering.join(", ")}.`;

/** A stage: its name and type, what it sends, and its rules. */
const Stage = () => {
	const loaded = useLoaderData<typeof loader>();
	const { isGone } = loaded;
	const { step, version, closeTo, choices, sendsSms } = useLastThere(loaded);
	const { result, meanwhile = null } = useKeptAnswer<typeof action>() ?? {};
	const [isTyped, setTyped] = useState(false);
	const isAwaiting = useIsAwaiting();
	const typed = result?.initialValue as Record<string, unknown> | undefined;
	const stored = step && { ...step, limitsNext: step.nextStepIds !== null, nextStepIds: step.nextStepIds ?? [] };
	const values: Record<string, unknown> = typed ?? stored ?? {};
	const about = (name: string) => ({ value: values[name], errors: result?.error?.[name] ?? null, timeZone: "UTC" });
	const theirs = meanwhile?.current.steps.find(({ id }) => id === step?.id);
	// why: a type that the table does not know can stay.
	const known = step && !types.some(({ value }) => value === step.type) ? [{ value: step.type, label: step.type }] : [];
	return (
		<Dialog
			title={step ? `Stage “${step.name}”` : isGone ? "Stage" : "New stage"}
			closeTo={closeTo}
			growsDown
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					{step || isGone ? "Save" : "Add stage"}
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate onInput={() => setTyped(true)} className="grid gap-4">
				<FormErrors errors={meanwhile ? null : (result?.error?.[""] ?? null)} />
				{isGone && !meanwhile && <RemovedMeanwhile>Save to add it again.</RemovedMeanwhile>}
				<SavedMeanwhile
					version={version}
					meanwhile={
						meanwhile && {
							version: meanwhile.version,
							values: theirs
								? describeStep(theirs, meanwhile.current.steps)
								: step || isGone
									? [["Stage", "It was removed. Save to add it again."]]
									: [["Stages", meanwhile.current.steps.map(({ name }) => name).join(", ")]],
						}
					}
				/>
				<RecordInput field={{ name: "name", label: "Name" }} {...about("name")} choices={[]} isFirst />
				<RecordInput
					field={{
						as: "choice",
						name: "type",
						label: "Type",
						placeholder: "Choose a type",
						description:
							"It gives the stage its colour and icon, and says what it means. One stage is of the type “Apply”.",
					}}
					{...about("type")}
					choices={[...known, ...types]}
					isFirst={false}
				/>
				<RecordInput
					field={{
						as: "choice",
						name: "emailTemplateId",
						label: "Email",
						placeholder: "No email",
						isOptional: true,
						description: onlyAt,
					}}
					{...about("emailTemplateId")}
					choices={choices.emailTemplateId}
					isFirst={false}
				/>
				<RecordInput
					field={{ as: "choice", name: "pdfTemplateId", label: "Letter", placeholder: "No letter", isOptional: true }}
					{...about("pdfTemplateId")}
					choices={choices.pdfTemplateId}
					isFirst={false}
				/>
				<RecordInput
					field={{
						as: "choice",
						name: "smsTemplateId",
						label: "SMS",
						placeholder: "No SMS",
						isOptional: true,
						...(!sendsSms && { description: "SMS is switched off: nothing is sent until it is set up." }),
					}}
					{...about("smsTemplateId")}
					choices={choices.smsTemplateId}
					isFirst={false}
				/>
				<StageRules about={about} choices={choices} hasRules={hasRules(values)} />
			</SignedInForm>
			<AskBeforeDiscard when={isTyped} about="The stage has not been saved." />
		</Dialog>
	);
};
export default Stage;

const hasRules = ({ limitsNext, roleIds, requirements, needsApproval }: Record<string, unknown>): boolean =>
	Boolean(limitsNext || needsApproval) || [roleIds ?? []].flat().length > 0 || [requirements ?? []].flat().length > 0;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
