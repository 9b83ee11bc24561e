import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { type Choice, choose, countOf, pageOfChoice } from "#worker/runs/choose-rows";
import { rowOf } from "#worker/runs/preview-rows";
import { countHolders, isAt } from "#worker/services/applicants/matching.queries";
import { findOfferingApplications, hasCourse, readChosen } from "#worker/services/applicants/selection.queries";
import type { Detail } from "#worker/services/assignments/assignment";
import { decideDetail, findDetail, findOffering } from "#worker/services/assignments/change-assignments";
import type { DetailOfMany, previewDetails as endpoint } from "#worker/services/assignments/contract";

/** What giving a selection a detail would do, in numbers and row by row; changes nothing. */
export const previewDetails = async (
	ctx: OrgContext,
	{ candidateIds, matching, expected, page, size, ...target }: DetailOfMany,
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	// why before it is read: what changes meanwhile counts as changed since.
	const asOf = ctx.now();
	const [detail, choice] = await Promise.all([
		findDetail(ctx, target),
		choose(ctx, { candidateIds, matching, expected }),
	]);
	if (!detail.ok) return detail;
	if (!choice.ok) return choice;
	const [counts, rows] = await Promise.all([
		countDecisions(ctx, choice.value, detail.value),
		listRows(ctx, choice.value, detail.value, { page, size }),
	]);
	return ok({ name: detail.value.name, ...counts, rows, total: countOf(choice.value), asOf });
};

const countDecisions = async (ctx: OrgContext, choice: Choice, detail: Detail) => {
	if ("ids" in choice) {
		const [chosen, offering] = await Promise.all([readChosen(ctx, choice.ids), findOffering(ctx, choice.ids, detail)]);
		const decisions = choice.ids.map((id) => decideDetail(chosen.get(id), detail, offering));
		const count = (wanted: string) => decisions.filter((decision) => decision === wanted).length;
		return {
			changes: count("moves"),
			alreadyThere: count("already_there"),
			notAllowed: count("not_allowed"),
			notFound: count("not_found"),
		};
	}
	const { scope, count } = choice;
	const [alreadyThere, isOffered] = await Promise.all([
		countHolders(ctx, scope, isAt[detail.field](detail.id)),
		detail.field === "location" || hasCourse(ctx, scope.applicationId, detail.id),
	]);
	const others = count - alreadyThere;
	return { changes: isOffered ? others : 0, alreadyThere, notAllowed: isOffered ? 0 : others, notFound: 0 };
};

const listRows = async (
	ctx: OrgContext,
	choice: Choice,
	detail: Detail,
	{ page, size }: { page: number; size: number },
) => {
	const ids = size === 0 ? [] : await pageOfChoice(ctx, choice, { page, size });
	if (ids.length === 0) return [];
	const [chosen, offering] = await Promise.all([
		readChosen(ctx, ids),
		detail.field === "course" ? findOfferingApplications(ctx, ids, detail.id) : undefined,
	]);
	return ids.map((id) => rowOf(id, chosen.get(id), decideDetail(chosen.get(id), detail, offering)));
};
