import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import type { FoundLocations } from "#app/list/find-locations.server";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readStale } from "#app/list/sheet/read-stale.server";
import type { EndpointInput } from "#worker/contract/endpoint";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import type { Applicant } from "#worker/services/applicants/contract";

interface DetailToSave {
	submission: Submission<unknown>;
	body: EndpointInput<typeof updateApplicant>["body"];
	idempotencyKey: string | undefined;
	/** What the service did not say itself (§8). */
	failed: string;
	/** Said when it is done. */
	done: (applicant: Applicant) => string;
	found?: FoundLocations | null;
}

/** Changes one applicant and leads back to the sheet, or answers the dialog why not, with what was chosen kept. */
export const saveDetail = async (
	{ params, request, context }: ActionFunctionArgs,
	{ submission, body, idempotencyKey, failed, done, found = null }: DetailToSave,
) => {
	const { api, session } = context;
	const id = params.applicantId ?? "";
	const saved = await api.call(updateApplicant, { params: { id }, body }, { idempotencyKey });
	if (saved.ok) {
		session.flash({ kind: "success", message: done(saved.value) });
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
