import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json } from "@remix-run/cloudflare";
import * as v from "valibot";
import { httpStatus } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { leadOn, startedToast } from "#app/list/bulk/bulk.server";
import { results } from "#app/list/bulk/bulk-sentences";
import { choiceOf } from "#app/list/bulk/chosen-rows";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { findLocations, isFindingLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { beginWithReason } from "#app/list/load-reasons.server";
import { BulkStageForm } from "#app/routes/stage-changes/stage-change-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { StageChangeInput, updateApplicants } from "#worker/services/stage-changes/contract";

/** Moves the selected applicants in one change and responds with each outcome (§4). */
export const saveStageChanges = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, updateApplicants);
	const form = await readSignedInForm(args.request, args.context);
	await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: BulkStageForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, outcome: null, found, error: null });
	if (submission.status !== "success") {
		const error = firstError(submission);
		return json({ result: submission.reply(), outcome: null, found, error }, { status: 422 });
	}
	const { asOf, idempotencyKey, expected } = submission.value;
	const { searchParams } = new URL(args.request.url);
	const chosen = { ids: submission.value.id, isAll: submission.value.all === "1" };
	const wrong = form.get("stay") ? undefined : wrongConfirmation(submission.value);
	if (wrong) {
		const result = submission.reply({ fieldErrors: { confirmed: [wrong] } });
		return json({ result, outcome: null, found, error: wrong }, { status: 422 });
	}
	const body = {
		...choiceOf(searchParams, chosen, expected),
		...v.parse(StageChangeInput, submission.value),
		asOf,
	};
	const answer = await api.call(updateApplicants, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		const result = submission.reply({ formErrors: [error] });
		return json({ result, outcome: null, found, error }, { status: httpStatus(answer.problem) });
	}
	const { name, changed, taskId, outcomes } = answer.value;
	const whole = `${formatCount(changed, "applicant")} moved to ${name}`;
	const words = { kind: "stage", underway: "Applicants are being moved", whole } as const;
	const toast = startedToast(args, answer.value, words);
	if (!form.get("stay") && (taskId || changed === outcomes.length)) return leadOn(args, toast, taskId);
	const outcome = { name, changed, taskId, outcomes, summary: results(name, outcomes) };
	return json({ result: null, outcome, found, error: null, summary: taskId ? words.underway : whole, toast });
};

const wrongConfirmation = ({ count, confirmed = "" }: { count?: number | undefined; confirmed?: string | undefined }) =>
	wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} move`);
