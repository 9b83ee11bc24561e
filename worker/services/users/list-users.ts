import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { countByBlocked, toAdminRole, type UserFilter, usersPage } from "#worker/services/users/queries";

export const listUsers = async (ctx: OrgContext, filter: UserFilter) => {
	const [rows, resultTotal, held] = await usersPage(ctx, filter);
	const byUser = Map.groupBy(held, ({ userId }) => userId);
	const data = rows.map((user) => ({ ...user, adminRoles: (byUser.get(user.id) ?? []).map(toAdminRole) }));
	const { size, offset } = filter;
	const page = offset === undefined ? filter.page : Math.floor(offset / size);
	return ok({ data, resultTotal, page, size });
};

export const userStatistics = async (ctx: OrgContext) => {
	const counts = await countByBlocked(ctx.db, ctx.organisationId);
	const count = (isBlocked: boolean) => counts.find(({ blocked }) => blocked === isBlocked)?.total ?? 0;
	const [active, blocked] = [count(false), count(true)];
	return ok({ total: active + blocked, active, blocked });
};
