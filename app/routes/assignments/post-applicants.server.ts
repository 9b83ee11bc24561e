import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { BatchPostingForm } from "#app/list/bulk/assignment-form";
import { choiceOf } from "#app/list/bulk/batch-target";
import { previewOf, saveDetails } from "#app/list/bulk/bulk.server";
import { askedOfBatch } from "#app/list/bulk/read-batch-address.server";
import { findLocations, pageOfLocations, withPlace } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { previewDetails, updateDetails } from "#worker/services/assignments/contract";

/** The chosen applicants, the first places, or those looked for, and what posting them there would do. */
export const loadPosting = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewDetails);
	const { api } = args.context;
	const { params, chosen, choice, to } = askedOfBatch(args.request);
	const [listed, found, preview] = await Promise.all([
		pageOfLocations(api),
		findLocations(params, api),
		previewOf(args.context, { ...choice, locationId: to }),
	]);
	// why: what is chosen stays chosen while another is looked for.
	const first = withPlace(orThrow(listed), preview?.ok ? { id: to, name: preview.value.name } : null);
	return json({ chosen, to, first, found, preview, idempotencyKey: crypto.randomUUID() });
};

/** Posts the selection in one piece and says what became of each (§4 Posting). */
export const postSelection = async (args: ActionFunctionArgs) => {
	await requireAccess(args, updateDetails);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: BatchPostingForm });
	if (submission.status !== "success") return json({ error: firstError(submission), outcome: null }, { status: 422 });
	const { id: ids, all, expected, locationId, asOf, ...confirmed } = submission.value;
	const choice = choiceOf(new URL(args.request.url).searchParams, { ids, isAll: all === "1" }, expected);
	return saveDetails(args, { ...choice, locationId, asOf }, confirmed);
};
