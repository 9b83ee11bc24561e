import type { OrgContext } from "#worker/context";
import { fail, ok, okOr } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { writeChange } from "#worker/records/history.writes";
import { pageOfChanges } from "#worker/records/queries";
import { maxReasons, type Reason } from "#worker/services/reasons/contract";
import { findReason } from "#worker/services/reasons/queries";
import { changeReason, deleteUnusedReason, insertReason } from "#worker/services/reasons/writes";

/** The name under which the history knows reasons. */
const reasonKind = { kind: "reason" };

export const openReason = async (ctx: OrgContext, id: string) => okOr(await findReason(ctx, id), "not_found");

export const listChanges = async (ctx: OrgContext, id: string, query: { page: number; size: number }) =>
	(await findReason(ctx, id)) ? ok(await pageOfChanges(ctx, reasonKind, id, query)) : fail("not_found");

/** Adds a reason that comments may begin with (§5 Status change). */
export const createReason = async (ctx: OrgContext, { text, isPrivate }: Pick<Reason, "text" | "isPrivate">) => {
	const reason = { id: ctx.newId(), text, isPrivate, active: true };
	const after = stateOf(reason);
	const noted = { id: ctx.newId(), ...reasonKind, recordId: reason.id, action: "created" as const };
	return unlessTaken(text, async () => {
		const created = await commit(ctx, {
			guarded: { write: insertReason(ctx, reason, maxReasons), expectedChanges: 1 },
			writes: [writeChange(ctx, { ...noted, after })],
			event: { id: noted.id, type: "reason.created", payload: { reasonId: reason.id, name: text, after } },
		});
		const made = created && (await findReason(ctx, reason.id));
		return made ? ok(made) : fail("reasons_full");
	});
};

/** Changes a reason, or stops offering it; comments that used it stay as they are. */
export const updateReason = async (
	ctx: OrgContext,
	id: string,
	{ version, ...changed }: Pick<Reason, "text" | "isPrivate" | "active"> & { version?: number | undefined },
) => {
	const reason = await findReason(ctx, id);
	if (!reason) return fail("not_found");
	const states = { before: stateOf(reason), after: stateOf(changed) };
	// why: a change of nothing would be a line in the history, and a conflict for everybody who has the reason open.
	if (JSON.stringify(states.before) === JSON.stringify(states.after)) return ok(reason);
	const noted = { id: ctx.newId(), ...reasonKind, recordId: id, action: "updated" as const };
	return unlessTaken(changed.text, async () => {
		const committed = await commit(ctx, {
			guarded: { write: changeReason(ctx, id, changed, version), expectedChanges: 1 },
			writes: [writeChange(ctx, { ...noted, ...states })],
			event: { id: noted.id, type: "reason.updated", payload: { reasonId: id, name: changed.text, ...states } },
		});
		const current = await findReason(ctx, id);
		if (!current) return fail("not_found");
		return committed ? ok(current) : fail("changed_meanwhile", { details: { current } });
	});
};

/** Deletes a reason that was never given: one that was is counted under its name. */
export const deleteReason = async (ctx: OrgContext, id: string) => {
	const reason = await findReason(ctx, id);
	if (!reason) return fail("not_found");
	const committed = await commit(ctx, {
		guarded: { write: deleteUnusedReason(ctx, id), expectedChanges: 1 },
		event: { type: "reason.deleted", payload: { reasonId: id, name: reason.text, before: stateOf(reason) } },
	});
	if (committed) return ok({ id });
	return (await findReason(ctx, id)) ? fail("reason_in_use") : fail("not_found");
};

const stateOf = ({ text, isPrivate, active }: Pick<Reason, "text" | "isPrivate" | "active">) => ({
	text,
	isPrivate,
	active,
});

/** why in the fields: two reasons with the same text cannot be distinguished. */
const unlessTaken = async <R>(text: string, write: () => Promise<R>) => {
	try {
		return await write();
	} catch (error) {
		if (!isDuplicate(error, "reasons", "reasons_by_text")) throw error;
		return fail("reason_exists", { fields: { text: [`There is a reason “${text}” already.`] } });
	}
};
