import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Send } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { isUnanswered, unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { BatchPreview, BatchSelect } from "#app/routes/applicants/batch-preview";
import { notifySentence } from "#app/routes/applicants/batch-sentences";
import { wrongCount } from "#app/routes/applicants/confirm-count";
import { ConfirmCount } from "#app/routes/applicants/confirm-field";
import { firstError } from "#app/routes/applicants/first-error";
import { listSearch, maxSelected, readListAddress } from "#app/routes/applicants/list-address";
import { StageMailPreview } from "#app/routes/applicants/stage-mail-preview";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { Id } from "#worker/contract/ids";
import { notices } from "#worker/contract/notices";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";
import { notifyStage, previewNotify } from "#worker/services/emails/contract";

const permissions = ["candiemail:c"] as const;

const NotifyForm = v.object({
	applicationId: Id,
	stepId: v.pipe(v.string("Choose a stage"), Id),
	id: v.optional(v.pipe(v.array(Id), v.maxLength(maxSelected)), []),
	count: v.optional(v.pipe(v.number(), v.safeInteger())),
	confirmed: v.optional(v.string()),
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});

/** The stages that write, and to how many at the chosen one their email would go again. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, permissions);
	const { api } = args.context;
	const params = new URL(args.request.url).searchParams;
	const address = readListAddress(params);
	const applicationId = address.application ?? orThrow(await api.call(defaultApplication, {})).id;
	const application = orThrow(await api.call(getApplication, { params: { id: applicationId } }));
	const steps = application.workflow.steps.filter(({ type }) => stageOffersTemplates(type));
	const shown = steps.filter(({ id, type }) => id === address.stage || type === address.stage);
	const to = params.get("to") ?? (shown.length === 1 ? shown[0]?.id : undefined) ?? "";
	const ids = [...address.selected];
	const preview = to ? await api.call(previewNotify, { body: { applicationId, stepId: to, ids } }) : null;
	return json({ applicationId, steps, to, ids, preview, idempotencyKey: crypto.randomUUID() });
};

/** Sends it, and goes back to the list (§7 POST /candidates/notify). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: NotifyForm });
	if (submission.status !== "success") return json({ error: firstError(submission) }, { status: 422 });
	const { id: ids, count, confirmed = "", idempotencyKey, ...stage } = submission.value;
	const wrong = wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} are written to`);
	if (wrong) return json({ error: wrong }, { status: 422 });
	const body = { ...stage, ids, expectedRecipients: count };
	const sent = await args.context.api.call(notifyStage, { body }, { idempotencyKey });
	if (!sent.ok) return json({ error: sent.problem.error }, { status: httpStatus(sent.problem) });
	args.context.session.flash({ kind: "success", message: notices.emailsStarted });
	const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
	return redirect(`/${orgName}/applicants${search}`);
};

/** Sends the form from its dialog, which stays where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const shouldRevalidate = unlessUnanswered;

const formId = "notify-stage";

/** Notify again: the email of a stage to those who are at it. */
const NotifyStage = () => {
	const { applicationId, steps, to, ids, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const recipients = preview?.ok ? preview.value.recipients : 0;
	return (
		<Dialog
			title="Notify again"
			description={ids.length > 0 ? `${formatCount(ids.length, "applicant")} selected` : "All who are at a stage"}
			closeTo={pathname.replace(/\/notify$/, "") + listSearch(readListAddress(params))}
			footer={
				preview?.ok && (
					<Button
						form={formId}
						variant="primary"
						icon={Send}
						pending={navigation.formMethod === "POST"}
						disabled={recipients === 0 && !isUnanswered(answer)}
					>
						Send email
					</Button>
				)
			}
		>
			<div className="grid grid-cols-1 gap-4">
				<BatchPreview
					chosen={to || undefined}
					preview={
						preview?.ok
							? { ok: true, value: { sentence: notifySentence(preview.value), changes: recipients } }
							: preview
					}
					params={[...params]}
					action={pathname}
				>
					<BatchSelect
						label="Stage"
						placeholder="Choose a stage"
						options={steps.map(({ id, name }) => ({ value: id, label: name }))}
						chosen={to}
					/>
				</BatchPreview>
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				{preview?.ok && preview.value.shown && <StageMailPreview shown={preview.value.shown} />}
				<SignedInForm method="post" id={formId} preventScrollReset>
					<input type="hidden" name="applicationId" value={applicationId} />
					<input type="hidden" name="stepId" value={to} />
					<input type="hidden" name="idempotencyKey" value={key} />
					{ids.map((id) => (
						<input key={id} type="hidden" name="id" value={id} />
					))}
					{preview?.ok && <ConfirmCount count={recipients} typed="" errors={undefined} />}
				</SignedInForm>
			</div>
		</Dialog>
	);
};
export default NotifyStage;

export const ErrorBoundary = () => <ProblemPage />;
