import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { writeChange } from "#worker/records/history.writes";
import type { AdminLevel, updateAdminLevels } from "#worker/services/admin-levels/contract";
import { allAdminLevels, levelsInUse } from "#worker/services/admin-levels/queries";
import { removeLevels, writeLevels } from "#worker/services/admin-levels/writes";

type Change = EndpointRequest<typeof updateAdminLevels>["body"];

const stateOf = (levels: readonly Pick<AdminLevel, "id" | "name">[]) => ({
	levels: levels.map(({ id, name }) => ({ id, name })),
});

/** Names, adds, removes and orders the levels of the structure; all of it, or nothing (§7, §8 Admin level). */
export const updateLevels = async (ctx: OrgContext, { levels, seen }: Change) => {
	const before = await allAdminLevels(ctx);
	const known = before.map(({ id }) => id);
	if (seen && seen.join() !== known.join()) return fail("changed_meanwhile", { details: { current: stateOf(before) } });
	const unknown = levels.findIndex(({ id }) => id !== undefined && !known.includes(id));
	if (unknown >= 0) return fail("level_unknown", { fields: { [`levels[${unknown}].name`]: ["It no longer exists."] } });
	const twice = levels.findIndex(({ name }, index) =>
		levels.slice(0, index).some((other) => other.name.toLowerCase() === name.toLowerCase()),
	);
	if (twice >= 0)
		return fail("level_exists", { fields: { [`levels[${twice}].name`]: ["Another level is called so."] } });
	const after = levels.map(({ id = ctx.newId(), name }) => ({ id, name }));
	const removed = known.filter((id) => !after.some((level) => level.id === id));
	const refused = await refuseUsed(ctx, removed, after);
	if (refused) return refused;
	const change = {
		id: ctx.newId(),
		kind: "admin_level",
		recordId: "levels",
		before: stateOf(before),
		after: { levels: after },
	};
	const committed = await commit(ctx, {
		guarded: { write: writeLevels(ctx, after, { known, removed }), expectedChanges: after.length },
		writes: [removeLevels(ctx, removed), writeChange(ctx, { ...change, action: "updated" })],
		event: {
			...{ id: change.id, type: "record.updated" },
			payload: { ...change, name: after.map(({ name }) => name).join(", ") },
		},
	});
	if (committed) return ok(pageOfAll(await allAdminLevels(ctx), { page: 0 }));
	const current = stateOf(await allAdminLevels(ctx));
	return (await refuseUsed(ctx, removed, after)) ?? fail("changed_meanwhile", { details: { current } });
};

/** Deletes a level without items: 'Please delete all {level}s ' otherwise (§8). */
export const deleteLevel = async (ctx: OrgContext, id: string) => {
	const levels = await allAdminLevels(ctx);
	const others = levels.filter((level) => level.id !== id);
	if (others.length === levels.length) return fail("not_found");
	const committed = await updateLevels(ctx, { levels: others.map(({ id, name }) => ({ id, name })) });
	if (committed.ok) return ok({ id });
	return committed.problem.code === "level_in_use"
		? fail("level_in_use", { message: committed.problem.error })
		: fail("not_found");
};

const refuseUsed = async (ctx: OrgContext, removed: readonly string[], after: readonly { id: string }[]) => {
	const { used, isDisordered } = await levelsInUse(ctx, { removed, order: after.map(({ id }) => id) });
	if (used !== null) return fail("level_in_use", { message: `Please delete all ${used}s ` });
	return isDisordered ? fail("level_order_wrong") : undefined;
};
