import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { detailConsequences, detailResults } from "#app/list/bulk/batch-sentences";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { listSearch, readListAddress } from "#app/list/list-address";
import type { EndpointInput } from "#worker/contract/endpoint";
import type { Result } from "#worker/contract/result";
import { previewDetails, updateDetails } from "#worker/services/assignments/contract";

type Context = Pick<ActionFunctionArgs["context"], "api">;

export interface DetailPreview {
	/** What the course or the location is called. */
	name: string;
	sentence: string;
	changes: number;
	asOf: number;
	total: number;
	rows: { id: string; name: string | null; applicationNumber: string | null; outcome: string }[];
}

type AskedDetail = EndpointInput<typeof previewDetails>["body"];

/** What a dialog's choice would do to the selection, in a sentence; null without a choice or a selection. */
export const previewOf = async ({ api }: Context, body: AskedDetail): Promise<Result<DetailPreview> | null> => {
	const chosen = "courseId" in body ? body.courseId : body.locationId;
	if (chosen === "" || (body.matching === undefined && !body.candidateIds?.length)) return null;
	const preview = await api.call(previewDetails, { body });
	if (!preview.ok) return preview;
	const { name, changes, asOf, total, rows } = preview.value;
	return { ok: true, value: { name, changes, asOf, total, rows, sentence: detailConsequences(preview.value) } };
};

interface Confirmed {
	idempotencyKey?: string | undefined;
	/** How many the page said change, and what was typed to confirm it. */
	count?: number | undefined;
	confirmed?: string | undefined;
}

/** Changes a selection: leads back to the list when everybody was changed, else says what happened to each. */
export const saveDetails = async (
	{ request, params, context }: ActionFunctionArgs,
	body: EndpointInput<typeof updateDetails>["body"],
	{ idempotencyKey, count, confirmed = "" }: Confirmed,
) => {
	const wrong = wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} change`);
	if (wrong) return json({ error: wrong, outcome: null }, { status: 422 });
	const answer = await context.api.call(updateDetails, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		return json({ error, outcome: null }, { status: httpStatus(answer.problem) });
	}
	const { name, changed, outcomes, taskId } = answer.value;
	if (taskId) {
		context.session.flash({ kind: "success", message: "Applicants are being changed" });
		return redirect(`/${params.orgName}/batches/${taskId}`);
	}
	const summary = detailResults(name, outcomes);
	if (changed < outcomes.length) return json({ error: null, outcome: { name, changed, outcomes, summary } });
	context.session.flash({ kind: "success", message: summary });
	return redirect(`/${params.orgName}/applicants${listSearch(readListAddress(new URL(request.url).searchParams))}`);
};
