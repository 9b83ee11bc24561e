import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { undoToast } from "#app/list/bulk/undo-toast";
import { findLocations, isFindingLocations } from "#app/list/find-locations.server";
import { readSheetSearch } from "#app/list/list-address";
import { locationOf } from "#app/list/no-location";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readStale } from "#app/list/sheet/read-stale.server";
import { type AssignmentForm, reviewerOf } from "#app/routes/assignments/assignment-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import type { Applicant } from "#worker/services/applicants/contract";

interface Assignment {
	schema: AssignmentForm;
	/** The message when the service failed (§8). */
	failed: string;
	kind: "course" | "location" | "reviewer";
	targetOf(applicant: Applicant): string;
	/** What is said of the applicant: "is now in". */
	verb: string;
}

/** Changes the course, location or reviewer of one applicant, or returns the errors and the typed values (§4, §5). */
export const saveAssignment = async (
	args: ActionFunctionArgs,
	{ schema, failed, kind, targetOf, verb }: Assignment,
) => {
	const { orgName, api, session } = await requireAccess(args, updateApplicant);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema });
	const found = await findLocations(form, api);
	if (isFindingLocations(form))
		return json({ result: { initialValue: submission.reply().initialValue }, stale: null, found, refused: null });
	if (submission.status !== "success")
		return json({ result: submission.reply(), stale: null, found, refused: null }, { status: 422 });
	const { idempotencyKey, ...typed } = submission.value;
	const body =
		"reviewerId" in typed
			? { ...typed, reviewerId: reviewerOf(typed.reviewerId) }
			: "locationId" in typed
				? { ...typed, locationId: locationOf(typed.locationId) }
				: typed;
	const id = args.params.applicantId ?? "";
	const saved = await api.call(updateApplicant, { params: { id }, body }, { idempotencyKey });
	if (saved.ok) {
		const change = { kind, subject: fullName(saved.value), targetName: targetOf(saved.value), now: Date.now() };
		const message = `${change.subject} ${verb} ${change.targetName}`;
		session.flash(undoToast(orgName, message, saved.value.run, change));
		return redirect(`/${orgName}/applicants/${id}${readSheetSearch(new URL(args.request.url).searchParams)}`);
	}
	const { problem } = saved;
	const merged = problem.status === 404 ? await mergedMeanwhile(args.context, id) : null;
	if (merged !== null)
		return json(
			{ result: submission.reply({ formErrors: [merged] }), stale: null, found, refused: null },
			{ status: 409 },
		);
	if (problem.status === 404) orThrow(saved);
	const stale = problem.code === "stale_applicant" ? await readStale(api, id, problem, body.version) : null;
	const message = problem.code === "internal" ? failed : problem.error;
	const refused = { problem: { code: problem.code, status: problem.status, error: message } };
	const result = submission.reply({ formErrors: [message] });
	return json({ result, stale, found, refused }, { status: httpStatus(problem) });
};
