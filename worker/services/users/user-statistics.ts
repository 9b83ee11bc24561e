import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { countByBlocked } from "#worker/services/users/queries";

/** Counts the staff members, and the blocked ones (§7). */
export const userStatistics = async (ctx: OrgContext) => {
	const counts = await countByBlocked(ctx.db, ctx.organisationId);
	const count = (isBlocked: boolean) => counts.find(({ blocked }) => blocked === isBlocked)?.total ?? 0;
	const [active, blocked] = [count(false), count(true)];
	return ok({ total: active + blocked, active, blocked });
};
