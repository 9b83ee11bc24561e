import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import { fail } from "#worker/contract/result";
import { itemsAndBelow } from "#worker/services/admin-levels/queries";

/** What is moved, created or deleted: the item that it is part of, and the one that it is to be part of. */
interface Move {
	/** Left out for what is new. */
	from?: SQL;
	/** Left out for what is deleted. */
	to?: SQL;
}

/** Returns the items at which a user holds their privileges: a list for each privilege that is not for the whole institution. */
const boundItems = ({ actor, scopeFor }: OrgContext): (readonly string[])[] => {
	const lists = actor.privileges.flatMap((privilege) => {
		const { itemIds } = scopeFor([privilege as Permission]);
		return itemIds === null ? [] : [itemIds];
	});
	return [...new Map(lists.map((itemIds) => [itemIds.join(), itemIds])).values()];
};

/**
 * Returns the condition that a move stays within the user's reach; undefined for users of the whole institution. Users of
 * some places change what is there. Nobody moves anything to a place where they hold a privilege, unless they hold it where
 * it comes from as well: from the next request on they would see its applicants, and could grant roles there.
 */
export const staysWithinReach = (ctx: OrgContext, { from, to }: Move): SQL | undefined => {
	const { organisationId, scope } = ctx;
	const isIn = (place: SQL, itemIds: readonly string[]) =>
		sql`coalesce(${place} IN ${itemsAndBelow(organisationId, itemIds)}, 0)`;
	const { itemIds } = scope;
	const held = itemIds && and(from && isIn(from, itemIds), to && isIn(to, itemIds));
	const entered = from && to && boundItems(ctx).map((items) => sql`(${isIn(from, items)} OR NOT ${isIn(to, items)})`);
	return and(held ?? undefined, ...(entered ?? []));
};

/**
 * Returns the condition that no item at which the user holds a privilege is alone at the top once another one is not there
 * any more. why: a role at the only item of the top is a role for the whole institution.
 */
export const leavesTopShared = (ctx: OrgContext, id: string | SQL): SQL | undefined => {
	const { organisationId } = ctx;
	const itemIds = boundItems(ctx).flat();
	return itemIds.length === 0
		? undefined
		: sql`NOT EXISTS (SELECT 1 FROM admin_level_items AS top
			WHERE top.organisation_id = ${organisationId} AND top.parent_item_id IS NULL AND top.id <> ${id}
				AND top.id IN (SELECT value FROM json_each(${JSON.stringify(itemIds)}))
				AND NOT EXISTS (SELECT 1 FROM admin_level_items AS other WHERE other.organisation_id = ${organisationId}
					AND other.parent_item_id IS NULL AND other.id NOT IN (top.id, ${id})))`;
};

/**
 * Returns a column: whether one of the user's privileges reaches a row. One that they do not hold at all counts as if it did,
 * as it says nothing of places.
 * @param reaches the condition, within the places where the privilege is held; undefined where all rows are
 */
export const privilegeReaches =
	(privilege: Permission, reaches: (given: OrgContext) => SQL | undefined) =>
	(ctx: OrgContext): SQL => {
		const given = { ...ctx, scope: ctx.scopeFor([privilege]) };
		return sql`(${(ctx.actor.privileges.includes(privilege) && reaches(given)) || sql`1`})`;
	};

/** Reads the items at which users of some places change courses; null for users of the whole institution. */
export const itemsWithinReach = async ({ db, organisationId, scope: { itemIds } }: OrgContext) => {
	if (itemIds === null) return null;
	const rows = await db.all<{ id: string }>(sql`SELECT id FROM ${itemsAndBelow(organisationId, itemIds)}`);
	return new Set<string | null>(rows.map(({ id }) => id));
};

/** Reads to which items a user can bring something new, or what is part of an item already, and whether to none as well. */
export const findReached = async (
	ctx: OrgContext,
	{ privilege, from = null }: { privilege: Permission; from?: string | null | undefined },
) => {
	const { db, organisationId } = ctx;
	const given = { ...ctx, scope: ctx.scopeFor([privilege]) };
	const reaches = (to: SQL) =>
		staysWithinReach(given, { ...(!privilege.endsWith(":c") && { from: sql`${from}` }), to }) ?? sql`true`;
	const [items, [top]] = await Promise.all([
		db.all<{ id: string }>(sql`SELECT item.id FROM admin_level_items AS item
			WHERE item.organisation_id = ${organisationId} AND ${reaches(sql`item.id`)}`),
		db.all<{ atTop: number }>(sql`SELECT ${reaches(sql`NULL`)} AS atTop`),
	]);
	return { itemIds: new Set(items.map(({ id }) => id)), atTop: top?.atTop === 1 };
};

/**
 * Refuses what would not stay within the user's reach.
 * @param of the row of what is there already: a table and its id; or the field of what is new
 */
export const refuseBeyondReach = async (
	{ db, organisationId }: OrgContext,
	condition: SQL | undefined,
	of: { table: "courses" | "admin_level_items"; id: string } | { field: string },
) => {
	if (!condition) return undefined;
	const where =
		"id" in of
			? sql`FROM ${sql.raw(of.table)} WHERE organisation_id = ${organisationId} AND id = ${of.id} AND`
			: sql`WHERE`;
	const found = await db.all(sql`SELECT 1 ${where} ${condition}`);
	if (found.length > 0) return undefined;
	const fields = "field" in of && { fields: { [of.field]: ["Choose one that is within your role."] } };
	return fail("whole_institution_needed", { ...fields });
};
