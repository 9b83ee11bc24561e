import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { undoToast } from "#app/list/bulk/undo-toast";
import { findLocations, isFindingLocations } from "#app/list/find-locations.server";
import { readSheetSearch } from "#app/list/list-address";
import { beginWithReason } from "#app/list/load-reasons.server";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readStale } from "#app/list/sheet/read-stale.server";
import { lacksMore, lookAtMessages, lookFirst, mayLackMore } from "#app/routes/stage-changes/look-at-messages.server";
import { StageChangeForm } from "#app/routes/stage-changes/stage-change-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import { fromSearch } from "#worker/contract/applicant-filter";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getNeighbours } from "#worker/services/applicants/contract";

/** Moves the applicant, or responds with the errors and the typed comment (§4, §5). */
export const saveStageChange = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateApplicant);
	const form = await readSignedInForm(args.request, args.context);
	const reason = await beginWithReason(form, args.context);
	const submission = parseWithValibot(form, { schema: StageChangeForm });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, stale: null, found, looked: null });
	const params = { id: args.params.applicantId ?? "" };
	const look = async () => {
		const found = await lookAtMessages(api, params.id, fieldText(form.get("stageId")));
		return found.ok ? found.value : null;
	};
	if (submission.status !== "success")
		return json({ result: submission.reply(), stale: null, found, looked: await look() }, { status: 422 });
	const { version, seen, idempotencyKey, ...typed } = submission.value;
	const isSeen = seen === typed.stageId;
	const looked = (isSeen ? mayLackMore(form, reason) : !typed.doNotNotify) ? await look() : null;
	if (looked && (isSeen ? lacksMore(form, reason, looked) : looked.messages.email || looked.messages.letter))
		return json({ result: submission.reply({ formErrors: [lookFirst] }), stale: null, found, looked });
	const goOn = await planNext(args, form);
	const moved = await api.call(updateApplicant, { params, body: { ...typed, version } }, { idempotencyKey });
	if (!moved.ok) {
		const { problem } = moved;
		const merged = problem.status === 404 ? await mergedMeanwhile(args.context, params.id) : null;
		if (merged !== null)
			return json(
				{ result: submission.reply({ formErrors: [merged] }), stale: null, found, looked: null },
				{ status: 409 },
			);
		if (problem.status === 404) orThrow(moved);
		const stale = problem.code === "stale_applicant" ? await readStale(api, params.id, problem, version) : null;
		const fieldErrors = Object.fromEntries(Object.entries(problem.fields ?? {}));
		const result = submission.reply({ formErrors: [problem.error], fieldErrors });
		return json({ result, stale, found, looked: await look() }, { status: httpStatus(problem) });
	}
	const { stage, run } = moved.value;
	const about = { kind: "stage", subject: fullName(moved.value), targetName: stage.name, now: Date.now() } as const;
	const toast = undoToast(orgName, `${about.subject} is now at ${stage.name}`, run, about);
	if (form.get("stay")) return json({ result: null, stale: null, found, looked: null, toast });
	session.flash(toast);
	return goOn();
};

/** Finds the next page. why first: a moved applicant may leave the list. */
const planNext = async ({ request, params, context }: ActionFunctionArgs, form: FormData) => {
	const { searchParams } = new URL(request.url);
	const applicantId = params.applicantId ?? "";
	const neighbours =
		form.get("goOn") === "on"
			? await context.api.call(getNeighbours, { params: { id: applicantId }, query: fromSearch(searchParams) })
			: undefined;
	const next = (neighbours?.ok && neighbours.value.nextId) || applicantId;
	return () => redirect(`/${params.orgName}/applicants/${next}${readSheetSearch(searchParams)}`);
};
