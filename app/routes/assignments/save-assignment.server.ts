import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { undoToast } from "#app/list/bulk/undo-toast";
import type { FoundLocations } from "#app/list/find-locations.server";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readStale } from "#app/list/sheet/read-stale.server";
import type { EndpointInput } from "#worker/contract/endpoint";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import type { Applicant } from "#worker/services/applicants/contract";

interface AssignmentToSave {
	submission: Submission<unknown>;
	body: EndpointInput<typeof updateApplicant>["body"];
	idempotencyKey: string | undefined;
	/** The message when the service failed (§8). */
	failed: string;
	kind: "course" | "location";
	/** Returns the message of the change, and the name of the new course or location. */
	done: (applicant: Applicant) => { message: string; targetName: string };
	found?: FoundLocations | null;
}

/** Changes one applicant and redirects to the sheet, or responds with the errors and the typed values. */
export const saveAssignment = async (
	{ params, request, context }: ActionFunctionArgs,
	{ submission, body, idempotencyKey, failed, kind, done, found = null }: AssignmentToSave,
) => {
	const { api, session } = context;
	const id = params.applicantId ?? "";
	const saved = await api.call(updateApplicant, { params: { id }, body }, { idempotencyKey });
	if (saved.ok) {
		const { message, targetName } = done(saved.value);
		const change = { kind, subject: fullName(saved.value), targetName, now: Date.now() };
		session.flash(undoToast(params.orgName ?? "", message, saved.value.run, change));
		return redirect(`/${params.orgName}/applicants/${id}${readSheetSearch(new URL(request.url).searchParams)}`);
	}
	const { problem } = saved;
	const merged = problem.status === 404 ? await mergedMeanwhile(context, id) : null;
	if (merged !== null)
		return json({ result: submission.reply({ formErrors: [merged] }), stale: null, found }, { status: 409 });
	if (problem.status === 404) orThrow(saved);
	const stale = problem.code === "stale_applicant" ? await readStale(api, id, problem, body.version) : null;
	const message = problem.code === "internal" ? failed : problem.error;
	return json({ result: submission.reply({ formErrors: [message] }), stale, found }, { status: httpStatus(problem) });
};
