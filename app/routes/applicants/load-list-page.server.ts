import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { hasWholeNumbers, readListAddress } from "#app/list/list-address";
import { loadList } from "#app/routes/applicants/load-list.server";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { problem } from "#worker/contract/problems";
import { listApplicants } from "#worker/services/applicants/contract";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { updateApplicants } from "#worker/services/stage-changes/contract";

/** Applicants of an application (§2 Applicants): tabs of stages, filters, rows. */
export const loadListPage = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listApplicants);
	const params = new URL(args.request.url).searchParams;
	// why: the first page in answer to a page that cannot be would be taken for it.
	if (!hasWholeNumbers(params)) throw problemResponse(problem("invalid_query"));
	const address = readListAddress(params);
	const list = (await loadList(args.context, address)) ?? null;
	const mayMove = mayCall(user, updateApplicants);
	const mayEmail = mayCall(user, sendEmail);
	// why: the frame, the picker and the tabs stay, yet the answer is not that of a list that is there.
	const status = list && !list.applicants.ok ? httpStatus(list.applicants.problem) : 200;
	return json({ list, orgName, mayMove, mayEmail, now: Date.now() }, { status });
};
