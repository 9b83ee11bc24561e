import type { OrgContext } from "#worker/context";
import { commit, type Write } from "#worker/database/commit";
import type { EventPayload } from "#worker/events/catalogue";
import type { Batch } from "#worker/runs/batch.queries";
import { writeBatchUndone, writeUndoOutcomes } from "#worker/runs/batch.writes";
import type { Progress } from "#worker/services/stage-changes/stage.writes";
import type { Undoable } from "#worker/services/stage-changes/undo.queries";
import { writeBack, writeBackLog, writeUndone } from "#worker/services/stage-changes/undo.writes";

interface Besides {
	/** It undoes the move itself, if that may be undone; else it goes on with one that was. */
	isFirst: boolean;
	writes?: readonly Write[];
	further?: readonly { type: "task.finished"; payload: EventPayload<"task.finished"> }[];
	/** Of a slice of a task. */
	progress?: Progress;
}

/**
 * Puts those back whom a move has moved, in one batch, all of them or none: who was changed meanwhile stays, and is noted.
 *
 * @returns false when one of them was changed while this ran, or the move could not be undone: nothing was written.
 */
export const putBack = async (
	ctx: OrgContext,
	batch: Pick<Batch, "id" | "targetId" | "targetName">,
	rows: readonly Undoable[],
	{ isFirst, writes = [], further = [], progress }: Besides,
): Promise<boolean> => {
	const takers = rows.filter(({ isAsLeft }) => isAsLeft === 1);
	const eventId = ctx.newId();
	const outcomes = rows.map(({ id, isAsLeft }) => ({
		id,
		outcome: isAsLeft === 1 ? ("undone" as const) : ("kept" as const),
	}));
	const event = {
		id: eventId,
		type: "applicants.stage_change_undone" as const,
		payload: { batchId: batch.id, applicantIds: takers.map(({ id }) => id), stepId: batch.targetId },
	};
	const all = [...writeUndoOutcomes(ctx, batch.id, outcomes), ...writes, ...(progress?.writes ?? [])];
	if (takers.length === 0 && !isFirst) {
		await ctx.db.batch(all as [Write, ...Write[]]);
		return true;
	}
	const guarded =
		takers.length > 0
			? { write: writeBack(ctx, batch, takers, progress?.onlyIf), expectedChanges: takers.length }
			: { write: writeUndone(ctx, batch.id), expectedChanges: 1 };
	const log = takers.length > 0 ? [writeBackLog(ctx, batch, takers, eventId)] : [];
	const undone = isFirst && takers.length > 0 ? [writeBatchUndone(ctx, batch.id)] : [];
	return (await commit(ctx, { guarded, writes: [...log, ...all, ...undone], event, further })) !== undefined;
};
