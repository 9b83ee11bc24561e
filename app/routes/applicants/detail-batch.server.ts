import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { detailConsequences, detailResults } from "#app/routes/applicants/batch-sentences";
import { listSearch, readListAddress } from "#app/routes/applicants/list-address";
import type { Result } from "#worker/contract/result";
import {
	type DetailChange,
	type DetailOfMany,
	previewDetails,
	updateDetails,
} from "#worker/services/applicants/batch.contract";

type Context = Pick<ActionFunctionArgs["context"], "api">;

export interface DetailPreview {
	/** What the course or the location is called. */
	name: string;
	sentence: string;
	changes: number;
	asOf: number;
}

/** What a dialog's choice would do to the selection, in a sentence; null without a choice or a selection. */
export const previewOf = async ({ api }: Context, body: DetailOfMany): Promise<Result<DetailPreview> | null> => {
	const chosen = "courseId" in body ? body.courseId : body.locationId;
	if (chosen === "" || body.candidateIds.length === 0) return null;
	const preview = await api.call(previewDetails, { body });
	if (!preview.ok) return preview;
	const { name, changes, asOf } = preview.value;
	return { ok: true, value: { name, changes, asOf, sentence: detailConsequences(preview.value) } };
};

/** Changes a selection: leads back to the list when everybody was changed, else says what happened to each. */
export const saveDetails = async (
	{ request, params, context }: ActionFunctionArgs,
	body: DetailChange,
	idempotencyKey: string | undefined,
) => {
	const answer = await context.api.call(updateDetails, { body }, { idempotencyKey });
	if (!answer.ok) {
		const { error } = answer.problem;
		return json({ error, outcome: null }, { status: httpStatus(answer.problem) });
	}
	const { name, changed, outcomes } = answer.value;
	const summary = detailResults(name, outcomes);
	if (changed < body.candidateIds.length) return json({ error: null, outcome: { name, changed, outcomes, summary } });
	context.session.flash({ kind: "success", message: summary });
	return redirect(`/${params.orgName}/applicants${listSearch(readListAddress(new URL(request.url).searchParams))}`);
};
