import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import { formatCount } from "#app/format/numbers";
import { shownApplicationId } from "#app/list/bulk/bulk.server";
import { choiceOf, chosenFields } from "#app/list/bulk/chosen-rows";
import { fieldText } from "#app/ui/form/field-text";
import { problem } from "#worker/contract/problems";
import { ok } from "#worker/contract/result";
import type { StageChangeInput } from "#worker/services/stage-changes/change.contract";
import {
	addReleaseRows,
	getRelease,
	listReleases,
	prepareRelease,
} from "#worker/services/stage-changes/release.contract";

/** Finds the newest release to a stage that the user is preparing, to which applicants can be added. */
export const findOpenRelease = async (api: ApiClient, applicationId: string, stageId: string) => {
	const listed = await readAll((page) => api.call(listReleases, { query: { ...page, state: "prepared" } }));
	// why nothing when it fails: a release can be prepared without it.
	const found = listed.ok
		? listed.value.find((one) => one.applicationId === applicationId && one.stageId === stageId)
		: undefined;
	return found ? { id: found.id, total: found.total, stageName: found.stageName } : null;
};

interface Wanted {
	rows: ReturnType<typeof choiceOf>;
	input: StageChangeInput;
	idempotencyKey: string | undefined;
}

/** Prepares a release with the selected applicants instead of moving them, and redirects to it. */
export const saveRelease = async (
	{ request, params: { orgName }, context: { api, session } }: ActionFunctionArgs,
	{ rows, input, idempotencyKey }: Wanted,
) => {
	const applicationId = await shownApplicationId(api, new URL(request.url).searchParams);
	const prepared = await api.call(prepareRelease, { body: { ...rows, ...input, applicationId } }, { idempotencyKey });
	if (!prepared.ok) return prepared;
	const { id, total } = prepared.value;
	session.flash({ kind: "success", message: `A release with ${formatCount(total, "applicant")} was prepared` });
	return ok(redirect(`/${orgName}/releases/${id}`));
};

/** Adds the selected applicants to a release that is being prepared, and redirects to it. */
export const addToRelease = async (
	{ request, params: { orgName }, context: { api, session } }: ActionFunctionArgs,
	form: FormData,
) => {
	const sent = parseWithValibot(form, { schema: v.object(chosenFields) });
	if (sent.status !== "success") return { ok: false as const, problem: problem("malformed") };
	const { id: ids, all, expected, idempotencyKey } = sent.value;
	const params = { id: fieldText(form.get("into")) };
	const { version } = orThrow(await api.call(getRelease, { params }));
	const rows = choiceOf(new URL(request.url).searchParams, { ids, isAll: all === "1" }, expected);
	const added = await api.call(addReleaseRows, { params, body: { ...rows, version } }, { idempotencyKey });
	if (!added.ok) return added;
	session.flash({ kind: "success", message: `The release has ${formatCount(added.value.total, "applicant")} now` });
	return ok(redirect(`/${orgName}/releases/${params.id}`));
};
