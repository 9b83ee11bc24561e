import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { adminLevelItems } from "#worker/database/schema/structure";
import { defineRecord } from "#worker/records/queries";
import { type AdminLevelItem, levelItemRecord } from "#worker/services/admin-levels/contract";
import { findPlacing, itemsAndBelow, readAdminLevels } from "#worker/services/admin-levels/queries";
import {
	leavesTopShared,
	privilegeReaches,
	refuseBeyondReach,
	staysWithinReach,
} from "#worker/services/admin-levels/reach.queries";

const own = sql`admin_level_items.organisation_id`;
const ownId = sql`admin_level_items.id`;
const ownParent = sql`admin_level_items.parent_item_id`;
const ofLevel = (column: string) => sql`(SELECT level.${sql.raw(column)} FROM admin_levels AS level
	WHERE level.organisation_id = ${own} AND level.id = admin_level_items.level_id)`;
const countOf = (table: string, column: string) => sql<number>`(SELECT count(*) FROM ${sql.raw(table)} AS counted
	WHERE counted.organisation_id = ${own} AND counted.${sql.raw(column)} = admin_level_items.id)`;
/** The names from the top as JSON. why the limit: a cycle, which only another program can write, must end. */
const path = sql<string>`(WITH RECURSIVE up (parent, names, depth) AS (
	SELECT admin_level_items.parent_item_id, json_array(admin_level_items.name), 0
	UNION ALL
	SELECT above.parent_item_id, json_insert(json_array(above.name), '$[#]', json(up.names)), up.depth + 1
	FROM up CROSS JOIN admin_level_items AS above ON above.organisation_id = ${own} AND above.id = up.parent
	WHERE up.depth < 20
) SELECT names FROM up ORDER BY depth DESC LIMIT 1)`;
/** Sorts an item behind the one that it is part of, and before the next of its level. */
const inStructure = sql`(WITH RECURSIVE up (parent, names, depth) AS (
	SELECT admin_level_items.parent_item_id, ${folded(adminLevelItems.name, "admin_level_items")}, 0
	UNION ALL
	SELECT above.parent_item_id, ${folded(adminLevelItems.name, "above")} || char(31) || up.names, up.depth + 1
	FROM up CROSS JOIN admin_level_items AS above ON above.organisation_id = ${own} AND above.id = up.parent
	WHERE up.depth < 20
) SELECT names FROM up ORDER BY depth DESC LIMIT 1)`;

const courses = countOf("courses", "admin_level_item_id");

interface Placed {
	levelId: string;
	parentItemId?: string | null | undefined;
}

/** Refuses a place that an item cannot have: each is part of one of a level above, and never of itself. */
const checkPlace = async (ctx: OrgContext, { levelId, parentItemId }: Placed, id?: string) => {
	// why not what is remembered: after a write that was refused, it says why.
	const { levels } = await readAdminLevels(ctx);
	const orderOf = (level: string | undefined) => levels.find((one) => one.id === level)?.order ?? -1;
	const misplaced = (field: string, text: string) => fail("level_item_misplaced", { fields: { [field]: [text] } });
	if (!levels.some((level) => level.id === levelId))
		return fail("level_unknown", { fields: { levelId: ["This level does not exist. Choose another one."] } });
	const { parentLevelId, isBelow, highestChild } = await findPlacing(ctx, { id, parentItemId });
	if (parentItemId && parentLevelId === null)
		return misplaced("parentItemId", "This does not exist. Choose another one.");
	if (isBelow) return misplaced("parentItemId", "It cannot be part of itself, or of something that is part of it.");
	if (parentItemId && orderOf(parentLevelId ?? "") >= orderOf(levelId))
		return misplaced("parentItemId", "Choose one of a level above.");
	if (highestChild !== null && highestChild <= orderOf(levelId))
		return misplaced("levelId", "Something that is part of it is of this level, or of one above.");
	return refuseBeyondReach(ctx, isReached(ctx, parentItemId ?? null, id), rowOf(id));
};

const rowOf = (id: string | undefined) =>
	id === undefined ? { field: "parentItemId" } : ({ table: "admin_level_items", id } as const);

/** Returns the condition that the user may save an item there: one that stays where it is counts as the place itself. */
const isReached = (ctx: OrgContext, parentItemId: string | null, id: string | undefined) => {
	const to = sql`${parentItemId}`;
	if (id === undefined) return staysWithinReach(ctx, { to });
	const unlessMoved = (place: SQL) => sql`iif(${ownParent} IS ${parentItemId}, ${ownId}, ${place})`;
	return and(
		staysWithinReach(ctx, { from: unlessMoved(ownParent), to: unlessMoved(to) }),
		parentItemId === null ? undefined : leavesTopShared(ctx, id),
	);
};

/** Returns the condition that an item is of a level that exists, below that of its parent and above those of its parts. */
const isInOrder = (organisationId: string, { levelId, parentItemId }: Placed, id: string | undefined) => {
	const positionOf = (itemId: SQL) => sql`(SELECT over.position FROM admin_level_items AS above
		CROSS JOIN admin_levels AS over ON over.organisation_id = ${organisationId} AND over.id = above.level_id
		WHERE above.organisation_id = ${organisationId} AND above.id = ${itemId})`;
	return sql`EXISTS (SELECT 1 FROM admin_levels AS level WHERE level.organisation_id = ${organisationId} AND level.id = ${levelId}
		AND ${parentItemId ? sql`${positionOf(sql`${parentItemId}`)} < level.position` : sql`true`}
		AND ${
			id === undefined
				? sql`true`
				: sql`NOT EXISTS (SELECT 1 FROM admin_level_items AS part
					CROSS JOIN admin_levels AS under ON under.organisation_id = ${organisationId} AND under.id = part.level_id
					WHERE part.organisation_id = ${organisationId} AND part.parent_item_id = ${id}
						AND under.position <= level.position)`
		})`;
};

export const levelItem = defineRecord({
	kind: "admin_level_item",
	endpoints: levelItemRecord,
	table: adminLevelItems,
	isConfiguration: "rows",
	columns: {
		name: adminLevelItems.name,
		levelId: adminLevelItems.levelId,
		parentItemId: adminLevelItems.parentItemId,
		levelName: ofLevel("name"),
		path,
		courses,
		items: countOf("admin_level_items", "parent_item_id"),
		holders: countOf("user_roles", "admin_level_item_id"),
		isChanged: privilegeReaches("levelitem:u", (given) => staysWithinReach(given, { from: ownId })),
		isRemoved: privilegeReaches("levelitem:d", (given) =>
			and(staysWithinReach(given, { from: ownParent }), leavesTopShared(given, ownId)),
		),
	},
	toRow: ({ levelName, path, isChanged, isRemoved, ...row }) =>
		({
			...row,
			privilegesElsewhere: [...(isChanged ? [] : ["levelitem:u"]), ...(isRemoved ? [] : ["levelitem:d"])],
			level: { id: row.levelId, name: levelName },
			path: (JSON.parse(String(path)) as unknown[]).flat(20),
		}) as AdminLevelItem,
	sorts: {
		name: folded(adminLevelItems.name),
		structure: inStructure,
		level: ofLevel("position"),
		courses,
	},
	matching: (_, { levelId, keyword }) =>
		and(
			levelId === undefined ? undefined : eq(adminLevelItems.levelId, levelId),
			containsWords(keyword, adminLevelItems.name),
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "admin_level_items_by_name",
		field: "name",
		create: "level_item_exists",
		update: "level_item_exists",
		text: ({ name }) => `There is already one called “${name}” there.`,
	},
	check: checkPlace,
	holds: (ctx, fields, id) => {
		const { organisationId } = ctx;
		const parentItemId = fields.parentItemId ?? null;
		return and(
			isInOrder(organisationId, fields, id),
			parentItemId && id ? sql`${parentItemId} NOT IN ${itemsAndBelow(organisationId, [id])}` : undefined,
			isReached(ctx, parentItemId, id),
		);
	},
	checkRemoval: (ctx, id) =>
		refuseBeyondReach(ctx, and(staysWithinReach(ctx, { from: ownParent }), leavesTopShared(ctx, id)), rowOf(id)),
	uses: {
		code: "level_item_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM admin_level_items AS part WHERE part.organisation_id = ${organisationId} AND part.parent_item_id = ${id}`,
			sql`SELECT 1 FROM courses WHERE organisation_id = ${organisationId} AND admin_level_item_id = ${id}`,
			sql`SELECT 1 FROM user_roles WHERE organisation_id = ${organisationId} AND admin_level_item_id = ${id}`,
		],
	},
});
