import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { choose, countOf, pageOfChoice } from "#worker/runs/choose-rows";
import { rowOf } from "#worker/runs/preview-rows";
import type { previewSelection as endpoint } from "#worker/services/applicants/selection.contract";
import { readChosen } from "#worker/services/applicants/selection.queries";

/** How many of a selection are there, and a page of them by name; changes nothing. */
export const previewSelection = async (
	ctx: OrgContext,
	{ page, size, ...asked }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const choice = await choose(ctx, asked);
	if (!choice.ok) return choice;
	const total = countOf(choice.value);
	const ids = size === 0 ? [] : await pageOfChoice(ctx, choice.value, { page, size });
	const [named, listed] = await Promise.all([
		"ids" in choice.value ? readChosen(ctx, choice.value.ids) : undefined,
		readChosen(ctx, ids),
	]);
	const found = named?.size ?? total;
	const rows = ids.map((id) => rowOf(id, listed.get(id), listed.has(id) ? "moves" : "not_found"));
	return ok({ found, notFound: total - found, rows, total });
};
