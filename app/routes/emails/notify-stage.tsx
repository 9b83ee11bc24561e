import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import {
	askedOfBulk,
	type BulkPreviewing,
	freshKey,
	saveBulk,
	shownApplication,
	shownApplicationId,
	withSentence,
} from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { notifySentence } from "#app/list/bulk/bulk-sentences";
import { choiceOf, rowsPage } from "#app/list/bulk/chosen-rows";
import { withReviewed } from "#app/list/bulk/reviewed";
import { StageMailPreview } from "#app/list/bulk/stage-mail-preview";
import { listSearch, readListAddress } from "#app/list/list-address";
import { LettersWarning } from "#app/routes/emails/letters-warning";
import { sentToast } from "#app/routes/emails/sent-toast";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import { isNarrow } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { notifyStage, previewNotify } from "#worker/services/emails/notify.contract";

export const meta = titledOver("Notify again");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, notifyStage);
	const { params, stage, chosen } = readAsked(args);
	const { id: applicationId, workflow } = await shownApplication(api, params);
	const steps = workflow.steps.filter(({ type }) => stageOffersTemplates(type));
	const shown = steps.filter(({ id, type }) => id === stage || type === stage);
	const to = params.get("to") ?? (shown.length === 1 ? shown[0]?.id : undefined) ?? "";
	const preview = to ? withSentence(await previewTo(args, to, applicationId), notifySentence) : null;
	return json({ applicationId, steps, bulk: { chosen, to, preview, ...freshKey() } });
};

const readAsked = ({ request }: LoaderFunctionArgs) => {
	const { params, isAnybodyChosen, chosen } = askedOfBulk(request);
	const { stage, ...others } = readListAddress(params);
	// why: on a filtered list without a selection, those that it shows are meant, and not all at the stage.
	const isOfList = !isAnybodyChosen && isNarrow(others);
	return { params, stage, chosen: isOfList ? { ids: [], isAll: true } : chosen };
};

const previewTo = (args: LoaderFunctionArgs, to: string, applicationId: string) => {
	const { params, chosen } = readAsked(args);
	const recipients = recipientsOf(choiceOf(params, chosen), applicationId, to);
	const body = { applicationId, stepId: to, ...recipients, ...rowsPage(params) };
	return args.context.api.call(previewNotify, { body });
};

const previewing = (args: ActionFunctionArgs): BulkPreviewing<EndpointResponse<typeof previewNotify>> => ({
	preview: async (_, to) =>
		previewTo(args, to, await shownApplicationId(args.context.api, new URL(args.request.url).searchParams)),
	sentence: notifySentence,
});

/** Starts the mailing and redirects to the list (§7 POST /candidates/notify). */
export const action = (args: ActionFunctionArgs) =>
	saveBulk(args, {
		endpoint: notifyStage,
		chooseTarget: "Choose a stage",
		previewing: previewing(args),
		mayBeEverybody: true,
		consequence: (count) => formatCount(count, "applicant are written to", "applicants are written to"),
		run: ({ rows, to, count, form }, key) => {
			const applicationId = fieldText(form.get("applicationId"));
			const body = { applicationId, stepId: to, ...recipientsOf(rows, applicationId, to), expectedRecipients: count };
			return args.context.api.call(notifyStage, { body }, key);
		},
		done: (sent) => {
			args.context.session.flash(sentToast(sent, args.params.orgName));
			const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
			return redirect(`/${args.params.orgName}/applicants${search}`);
		},
	});

/**
 * Returns the recipients in the shape of the services: all at the stage where nobody is chosen. why the application: the
 * list's address may leave it out.
 */
const recipientsOf = (rows: ReturnType<typeof choiceOf>, applicationId: string, stage: string) => {
	if (!("candidateIds" in rows)) return { ids: [], matching: rows.matching && { ...rows.matching, applicationId } };
	const { candidateIds = [] } = rows;
	return candidateIds.length > 0 ? { ids: candidateIds } : { ids: [], matching: { applicationId, stage } };
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Notify again: sends a stage's email to the applicants at it. */
const NotifyStage = () => {
	const { applicationId, steps, ...loaded } = useLoaderData<typeof loader>();
	const bulk = withReviewed(loaded.bulk, useKeptAnswer<typeof action>());
	const { shown = null, emptyFields = [], letters = null } = bulk.preview?.ok ? bulk.preview.value : {};
	return (
		<BulkDialog
			title="Notify again"
			path="notify"
			kind="notify"
			submitLabel="Send Email"
			icon={Send}
			everybody="All who are at a stage"
			bulk={bulk}
			about={
				shown && (
					<>
						<EmptyFieldsWarning fields={emptyFields} />
						{letters && <LettersWarning letters={letters} />}
						<StageMailPreview mail={shown} file={letters?.shown} />
					</>
				)
			}
			choice={(form) => (
				<TargetSelect
					label="Stage"
					placeholder="Choose a stage"
					options={steps.map(({ id, name }) => ({ value: id, label: name }))}
					chosen={bulk.to}
					form={form}
				/>
			)}
		>
			<input type="hidden" name="applicationId" value={applicationId} />
		</BulkDialog>
	);
};
export default NotifyStage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
