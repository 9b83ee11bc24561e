import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import { foldCase } from "#worker/contract/text/fold-text";
import { commit } from "#worker/database/commit";
import { isBound } from "#worker/database/scope";
import { writeChange } from "#worker/records/history.writes";
import { pageOfChanges, stateAfter } from "#worker/records/queries";
import type {
	AdminLevel,
	listAdminLevelChanges,
	restoreAdminLevels,
	updateAdminLevels,
} from "#worker/services/admin-levels/contract";
import {
	allAdminLevels,
	levelsId,
	levelsInUse,
	levelsKind,
	readAdminLevels,
} from "#worker/services/admin-levels/queries";
import { removeLastLevels, removeLevels, writeLevels } from "#worker/services/admin-levels/writes";

/** The levels as the history keeps them, from the top. */
const LevelsState = v.object({ levels: v.array(v.object({ id: v.string(), name: v.string() })) });
type LevelsState = v.InferOutput<typeof LevelsState>;

const stateOf = (levels: readonly Pick<AdminLevel, "id" | "name">[]): LevelsState => ({
	levels: levels.map(({ id, name }) => ({ id, name })),
});

type Levels = Awaited<ReturnType<typeof readAdminLevels>>;

const toPage = ({ levels, version }: Levels, query: { page: number; size?: number | undefined } = { page: 0 }) => ({
	...pageOfAll(levels, query),
	version,
});

export const listLevels = async (ctx: OrgContext, query: { page: number; size?: number | undefined }) =>
	ok(toPage(await allAdminLevels(ctx), query));

/** Answers that somebody else changed the levels, with what they are now. */
const refuseStale = ({ levels, version }: Levels) =>
	fail("changed_meanwhile", { details: { current: { ...stateOf(levels), version } } });

/** Names, adds, removes and orders the levels of the structure; all of it, or nothing (§7, §8 Admin level). */
export const updateLevels = async (
	ctx: OrgContext,
	{ levels, version }: EndpointRequest<typeof updateAdminLevels>["body"],
) => {
	const before = await allAdminLevels(ctx);
	if (version !== undefined && version !== before.version) return refuseStale(before);
	const unknown = levels.findIndex(({ id }) => id !== undefined && !before.levels.some((level) => level.id === id));
	if (unknown >= 0) return fail("level_unknown", { fields: { [`levels[${unknown}].name`]: ["It no longer exists."] } });
	const twice = levels.findIndex(({ name }, index) =>
		levels.slice(0, index).some((other) => foldCase(other.name) === foldCase(name)),
	);
	if (twice >= 0)
		return fail("level_exists", { fields: { [`levels[${twice}].name`]: ["Another level is called so."] } });
	const after = levels.map(({ id = ctx.newId(), name }) => ({ id, name }));
	return changeLevels(ctx, { before, after, version, action: "updated" });
};

interface Change {
	before: Levels;
	after: LevelsState["levels"];
	version: number | undefined;
	action: "updated" | "restored";
}

/** Writes and records the levels. */
const changeLevels = async (ctx: OrgContext, { before, after, version, action }: Change) => {
	if (isBound(ctx)) return fail("whole_institution_needed");
	const states = { before: stateOf(before.levels), after: { levels: after } };
	// why: a change of nothing would be a line in the history, and a conflict for everybody who has the levels open.
	if (JSON.stringify(states.before) === JSON.stringify(states.after)) return ok(toPage(before));
	const known = before.levels.map(({ id }) => id);
	const removed = known.filter((id) => !after.some((level) => level.id === id));
	const refused = await refuseUsed(ctx, removed, after);
	if (refused) return refused;
	const change = { id: ctx.newId(), ...levelsKind, recordId: levelsId, ...states };
	const committed = await commit(ctx, {
		// why two: without any level left there is nothing to write.
		guarded:
			after.length > 0
				? { write: writeLevels(ctx, after, { known, removed, version }), expectedChanges: after.length }
				: { write: removeLastLevels(ctx, { known, removed, version }), expectedChanges: removed.length },
		writes: [removeLevels(ctx, removed), writeChange(ctx, { ...change, action })],
		event: {
			id: change.id,
			type: "record.updated",
			payload: { ...change, name: after.map(({ name }) => name).join(", ") },
		},
	});
	const now = await readAdminLevels(ctx);
	if (committed) return ok(toPage(now));
	return (await refuseUsed(ctx, removed, after)) ?? refuseStale(now);
};

/** Deletes a level without items: 'Please delete all {level}s ' otherwise (§8). */
export const deleteLevel = async (ctx: OrgContext, id: string) => {
	const { levels, version } = await allAdminLevels(ctx);
	const others = levels.filter((level) => level.id !== id);
	if (others.length === levels.length) return fail("not_found");
	const committed = await updateLevels(ctx, { levels: others.map(({ id, name }) => ({ id, name })), version });
	if (committed.ok) return ok({ id });
	const { code, error: message, details } = committed.problem;
	if (code === "level_in_use") return fail("level_in_use", { message });
	if (code === "whole_institution_needed") return fail(code);
	const isThere = (await readAdminLevels(ctx)).levels.some((level) => level.id === id);
	return isThere ? fail("changed_meanwhile", details && { details }) : fail("not_found");
};

const refuseUsed = async (ctx: OrgContext, removed: readonly string[], after: readonly { id: string }[]) => {
	const { used, isDisordered } = await levelsInUse(ctx, { removed, order: after.map(({ id }) => id) });
	if (used !== null) return fail("level_in_use", { message: `Please delete all ${used}s ` });
	return isDisordered ? fail("level_order_wrong") : undefined;
};

export const listHistory = async (ctx: OrgContext, query: EndpointRequest<typeof listAdminLevelChanges>["query"]) =>
	ok(await pageOfChanges(ctx, levelsKind, levelsId, query));

/** Gives the structure the levels again that it had after a change: deleted ones come back under their ids. */
export const restoreFormer = async (
	ctx: OrgContext,
	{ changeId, version }: EndpointRequest<typeof restoreAdminLevels>["body"],
) => {
	const before = await allAdminLevels(ctx);
	if (version !== undefined && version !== before.version) return refuseStale(before);
	const state = v.safeParse(LevelsState, await stateAfter(ctx, levelsKind, { id: levelsId, changeId }));
	if (!state.success || state.output.levels.length === 0) return fail("state_not_restorable");
	return changeLevels(ctx, { before, after: state.output.levels, version, action: "restored" });
};
