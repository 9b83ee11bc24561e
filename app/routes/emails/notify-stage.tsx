import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Send } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { BatchPreview, BatchSelect } from "#app/list/bulk/batch-preview";
import { describeChosen, notifySentence } from "#app/list/bulk/batch-sentences";
import { ChosenInputs } from "#app/list/bulk/batch-target-inputs";
import { ConfirmCount } from "#app/list/bulk/confirm-field";
import { PreviewList } from "#app/list/bulk/preview-list";
import { StageMailPreview } from "#app/list/bulk/stage-mail-preview";
import { listSearch, readListAddress } from "#app/list/list-address";
import { loadStages, notifyAgain } from "#app/routes/emails/notify-stage.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";

export const loader = (args: LoaderFunctionArgs) => loadStages(args);

export const action = (args: ActionFunctionArgs) => notifyAgain(args);

/** Sends the form from its dialog, which stays where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const formId = "notify-stage";

/** Notify again: the email of a stage to those who are at it. */
const NotifyStage = () => {
	const { applicationId, steps, to, chosen, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const recipients = preview?.ok ? preview.value.recipients : 0;
	return (
		<Dialog
			title="Notify again"
			description={
				chosen.isAll || chosen.ids.length > 0
					? describeChosen(chosen, preview?.ok ? preview.value.total : undefined)
					: "All who are at a stage"
			}
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
				{preview?.ok && <PreviewList rows={preview.value.rows} total={preview.value.total} kind="notify" />}
				{preview?.ok && preview.value.shown && <StageMailPreview shown={preview.value.shown} />}
				<SignedInForm method="post" id={formId} preventScrollReset>
					<input type="hidden" name="applicationId" value={applicationId} />
					<input type="hidden" name="stepId" value={to} />
					<input type="hidden" name="idempotencyKey" value={key} />
					<ChosenInputs {...chosen} total={undefined} />
					{preview?.ok && <ConfirmCount count={recipients} typed="" errors={undefined} />}
				</SignedInForm>
			</div>
		</Dialog>
	);
};
export default NotifyStage;

export const ErrorBoundary = () => <ProblemPage />;
