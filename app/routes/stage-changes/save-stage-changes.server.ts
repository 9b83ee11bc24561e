import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { choiceOf } from "#app/list/bulk/batch-target";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { movedToast } from "#app/list/bulk/moved-toast";
import { findLocations, isFindingLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { listSearch, readListAddress } from "#app/list/list-address";
import { beginWithReason } from "#app/list/load-reasons.server";
import { BatchStageForm } from "#app/routes/stage-changes/stage-change-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { updateApplicants } from "#worker/services/stage-changes/contract";

/** Moves the selection in one piece and says what happened to each (§4). */
export const saveStageChanges = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, updateApplicants);
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BatchStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found });
	if (submission.status !== "success") {
		const error = firstError(submission) ?? undefined;
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { stageId, reason, reasonId, locationId, asOf, doNotNotify, idempotencyKey, expected } = submission.value;
	const { searchParams } = new URL(args.request.url);
	const chosen = { ids: submission.value.id, isAll: submission.value.all === "1" };
	const wrong = form.get("stay") ? undefined : wrongConfirmation(submission.value);
	if (wrong) {
		const result = submission.reply({ fieldErrors: { confirmed: [wrong] } });
		return json({ result, outcome: null, found, error: wrong }, { status: 422 });
	}
	const body = {
		...choiceOf(searchParams, chosen, expected),
		stageId,
		reason,
		reasonId,
		locationId: locationId ?? null,
		asOf,
		doNotNotify: Boolean(doNotNotify),
	};
	const answer = await api.call(updateApplicants, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus(answer.problem) });
	}
	const { moved, stage, taskId, move, outcomes } = answer.value;
	const [first] = outcomes.filter(({ outcome }) => outcome === "moved");
	const subject = moved === 1 && first?.name ? first.name : formatCount(moved, "applicant");
	const summary = taskId ? "Applicants are being moved" : `${formatCount(moved, "applicant")} moved to ${stage.name}`;
	const toast = movedToast(orgName, summary, move, { subject, stageName: stage.name, now: Date.now() });
	if (form.get("stay") || (!taskId && moved < outcomes.length))
		return json({ result: null, outcome: answer.value, found, summary, toast });
	session.flash(toast);
	return redirect(
		`/${orgName}/${taskId ? `batches/${taskId}` : `applicants${listSearch(readListAddress(searchParams))}`}`,
	);
};

const wrongConfirmation = ({ count, confirmed = "" }: { count?: number | undefined; confirmed?: string | undefined }) =>
	wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} move`);
