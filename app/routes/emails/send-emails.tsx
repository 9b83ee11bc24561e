import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { shownApplication } from "#app/list/bulk/bulk.server";
import { listSearch, readListAddress } from "#app/list/list-address";
import { answerEmail } from "#app/routes/emails/answer-email.server";
import type { RecipientChoice, RecipientMode } from "#app/routes/emails/email-form";
import { countRecipients, emailTemplates, unfillableFields } from "#app/routes/emails/load-email.server";
import { SendEmailDialog } from "#app/routes/emails/send-email-dialog";
import { unsentEmail } from "#app/routes/emails/unsent-email";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { isNarrow, matchingOf } from "#worker/contract/applicant-filter";
import { previewEmail, sendEmail } from "#worker/services/emails/sending.contract";

export const meta = titledOver("Send Email");

/** Loads the choices of recipients from the list (§4): the selected, those that match, the stage, the application. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, previewEmail);
	const params = new URL(args.request.url).searchParams;
	const address = readListAddress(params);
	const application = await shownApplication(api, params);
	const { id: applicationId } = application;
	const ids = [...address.selected];
	const stage = stageNamed(application.workflow.steps, address.stage);
	// why without the stage: the stage is a choice of its own, unless its type is that of several.
	const isNarrowed = isNarrow({ ...address, stage: stage ? undefined : address.stage });
	const isAll = params.get("all") === "1";
	const [selected, matching, atStage, all, templates, unfillable] = await Promise.all([
		ids.length > 0 ? countRecipients(api, { applicationId, candidateIds: ids }) : 0,
		isNarrowed || isAll
			? countRecipients(api, { applicationId, candidateIds: [], matching: matchingOf(address, applicationId) })
			: 0,
		stage ? countRecipients(api, { applicationId, stageId: stage.id, candidateIds: [] }) : 0,
		countRecipients(api, { applicationId, candidateIds: [] }),
		emailTemplates(api),
		unfillableFields(api, { applicationId, candidateIds: [] }),
	]);
	const choices: RecipientChoice[] = [
		{ mode: "selected", label: "Selected", count: selected },
		...(isNarrowed || isAll ? [{ mode: "matching" as const, label: "All that match", count: matching }] : []),
		...(stage ? [{ mode: "stage" as const, label: `All at ${stage.name}`, count: atStage }] : []),
		{ mode: "all", label: `All of ${application.title}`, count: all },
	];
	return json({
		...{ applicationId, stageId: stage?.id, ids, choices, templates, unfillable },
		initial: initialOf({ isAll, isSelected: ids.length > 0, isNarrowed, isStage: stage !== undefined }),
		isNarrowed,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Returns the choice that stands for what is selected, otherwise for what the list shows. */
const initialOf = (list: {
	isAll: boolean;
	isSelected: boolean;
	isNarrowed: boolean;
	isStage: boolean;
}): RecipientMode => {
	if (list.isAll) return "matching";
	if (list.isSelected) return "selected";
	if (list.isNarrowed) return "matching";
	return list.isStage ? "stage" : "all";
};

/** Returns the step that the list shows, by id or by type; undefined when several have that type. */
const stageNamed = (steps: readonly { id: string; name: string; type: string }[], stage: string | undefined) => {
	const named = steps.filter(({ id, type }) => id === stage || type === stage);
	return named.length === 1 ? named[0] : undefined;
};

/** Previews the mail, or sends it and redirects to the list (§2 Send email). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, sendEmail);
	const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
	return answerEmail(args, `/${orgName}/applicants${search}`);
};

export const clientAction = keepPage<typeof action>(unsentEmail);

export const { handle, shouldRevalidate } = shows({ applicants: true });

const SendEmails = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname, search } = useLocation();
	const [params] = useSearchParams();
	return (
		<SendEmailDialog
			key={search}
			{...data}
			hasLetters
			answer={answer}
			description="One email to each applicant."
			closeTo={pathname.replace(/\/email$/, "") + listSearch(readListAddress(params))}
		/>
	);
};
export default SendEmails;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
