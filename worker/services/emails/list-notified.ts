import type { OrgContext } from "#worker/context";
import { type Audience, countAudience, pageOfAudience } from "#worker/services/emails/audience.queries";

interface Page {
	page: number;
	size: number;
}

/** Of those chosen, how many are written to because they are at the stage and how many are not; a page of them by name. */
export const listNotified = async (ctx: OrgContext, audience: Audience, asked: Page) => {
	const chosen = { ...audience, isAtStage: false };
	const [recipients, there, rows] = await Promise.all([
		countAudience(ctx, audience),
		countAudience(ctx, chosen),
		asked.size === 0 ? [] : listRows(ctx, chosen, asked),
	]);
	const total = audience.candidateIds.length || there;
	return { recipients, elsewhere: there - recipients, notFound: total - there, rows, total };
};

const listRows = async (ctx: OrgContext, chosen: Audience, { page, size }: Page) => {
	const toRow = ({ stepId, ...about }: Found) => ({
		...about,
		outcome: stepId === chosen.stageId ? ("moves" as const) : ("not_allowed" as const),
	});
	if (chosen.candidateIds.length === 0) return (await pageOfAudience(ctx, chosen, { page, size })).map(toRow);
	const ids = chosen.candidateIds.slice(page * size, (page + 1) * size);
	if (ids.length === 0) return [];
	const found = await pageOfAudience(ctx, { ...chosen, candidateIds: ids }, { page: 0, size });
	const byId = new Map(found.map((row) => [row.id, row]));
	return ids.map((id) => {
		const row = byId.get(id);
		return row ? toRow(row) : { id, name: null, applicationNumber: null, outcome: "not_found" as const };
	});
};

type Found = Awaited<ReturnType<typeof pageOfAudience>>[number];
