import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { httpStatus } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { chosenFields, matchingOf, readChosen, rowsPage } from "#app/list/bulk/batch-target";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { shownApplication } from "#app/list/bulk/read-batch-address.server";
import { firstError } from "#app/list/first-error";
import { listSearch, readListAddress } from "#app/list/list-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { Id } from "#worker/contract/ids";
import { notices } from "#worker/contract/notices";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { notifyStage, previewNotify } from "#worker/services/emails/notify.contract";

const NotifyForm = v.object({
	applicationId: Id,
	stepId: v.pipe(v.string("Choose a stage"), Id),
	...chosenFields,
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});

/** The stages that write, and to how many at the chosen one their email would go again. */
export const loadStages = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewNotify);
	const { api } = args.context;
	const params = new URL(args.request.url).searchParams;
	const address = readListAddress(params);
	const application = await shownApplication(api, params);
	const { id: applicationId } = application;
	const steps = application.workflow.steps.filter(({ type }) => stageOffersTemplates(type));
	const shown = steps.filter(({ id, type }) => id === address.stage || type === address.stage);
	const to = params.get("to") ?? (shown.length === 1 ? shown[0]?.id : undefined) ?? "";
	const chosen = readChosen(params);
	const asked = { applicationId, stepId: to, ids: chosen.ids, matching: matchingOf(params, chosen) };
	const preview = to ? await api.call(previewNotify, { body: { ...asked, ...rowsPage(params) } }) : null;
	return json({ applicationId, steps, to, chosen, preview, idempotencyKey: crypto.randomUUID() });
};

/** Sends it, and goes back to the list (§7 POST /candidates/notify). */
export const notifyAgain = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, notifyStage);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: NotifyForm });
	if (submission.status !== "success") return json({ error: firstError(submission) }, { status: 422 });
	const { id: ids, all, applicationId, stepId, count, confirmed = "", idempotencyKey } = submission.value;
	const wrong = wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} are written to`);
	if (wrong) return json({ error: wrong }, { status: 422 });
	const { searchParams } = new URL(args.request.url);
	const matching = matchingOf(searchParams, { isAll: all === "1" });
	const body = { applicationId, stepId, ids, matching, expectedRecipients: count };
	const sent = await args.context.api.call(notifyStage, { body }, { idempotencyKey });
	if (!sent.ok) return json({ error: sent.problem.error }, { status: httpStatus(sent.problem) });
	args.context.session.flash({ kind: "success", message: notices.emailsStarted });
	return redirect(`/${orgName}/applicants${listSearch(readListAddress(searchParams))}`);
};
