import type { OrgContext } from "#worker/context";
import { commit } from "#worker/database/commit";
import { writeBatch, writeBatchOutcomes, writeBatchRows } from "#worker/runs/batch.writes";
import type { SelectedRow } from "#worker/runs/change-selection";
import type { Location, Step } from "#worker/services/applicants/change.queries";
import { mailMovers } from "#worker/services/stage-changes/mail-movers";
import type { Moved } from "#worker/services/stage-changes/moved.contract";
import {
	type Mover,
	type Progress,
	writeMove,
	writeMoveLog,
	writeMovePostings,
} from "#worker/services/stage-changes/stage.writes";
import type { StageMail } from "#worker/services/stage-changes/stage-messages";
import { sendJob } from "#worker/tasks/send-job";

/** Where to, why, to which location with it, and what the applicants are written. */
export interface Move {
	step: Step;
	reason: string;
	/** The reusable reason that it began with. */
	reasonId: string | undefined;
	/** Is the comment for staff alone? */
	isPrivate: boolean;
	location: Location | null;
	/** Of a selection, who was moved by somebody after this, UTC milliseconds, stays. */
	asOf?: number | undefined;
	/** Null when the stage writes nothing, or nobody is to be notified of this change. */
	mail: StageMail | null;
	/** How long it can be undone, and its messages wait, in milliseconds. */
	holdMs: number;
}

/** A slice of a move that a task makes. */
export interface MoveSlice {
	batchId: string;
	progress: Progress;
	/** Mailings of its slices before, by application. */
	mailings: ReadonlyMap<string, string>;
}

/**
 * Moves applicants in one batch, all or none: their rows, log, modification entries, what they are written and the event.
 *
 * @param rows what became of each of a selection; left out, all are moved.
 * @returns undefined when one of them was changed meanwhile: then nothing was written.
 */
export const moveApplicants = async (
	ctx: OrgContext,
	movers: readonly Mover[],
	move: Move,
	{ rows, slice }: { rows: readonly Pick<SelectedRow, "id" | "name" | "outcome">[]; slice?: MoveSlice | undefined },
): Promise<Moved | undefined> => {
	const { step, reason, reasonId, isPrivate, location, mail, holdMs } = move;
	const eventId = ctx.newId();
	const batchId = slice?.batchId ?? eventId;
	const heldUntil = slice ? null : ctx.now() + holdMs;
	const mailed = mailMovers(
		ctx,
		movers,
		{ batchId, stepId: step.id, mail, comment: isPrivate ? null : reason, heldUntil },
		slice?.mailings,
	);
	const states = statesOf(movers, rows);
	const [first] = movers;
	const isOneApplication = movers.every(({ applicationId }) => applicationId === first?.applicationId);
	const batch = {
		...{ id: batchId, kind: "stage" as const, targetId: step.id, targetName: step.name, heldUntil },
		subject: subjectOf(rows),
		input: { stageId: step.id, reason, reasonId, locationId: location?.id ?? null, doNotNotify: mail === null },
	};
	const event = await commit(ctx, {
		guarded: {
			write: writeMove(ctx, movers, { step, location, onlyIf: slice?.progress.onlyIf }),
			expectedChanges: movers.length,
		},
		writes: [
			writeMoveLog(ctx, movers, { step, reason, eventId }),
			...(location ? writeMovePostings(ctx, movers, { location, eventId }) : []),
			...(slice
				? [...slice.progress.writes, writeBatchOutcomes(ctx, batchId, states)]
				: [writeBatch(ctx, batch), writeBatchRows(ctx, batchId, states)]),
			...mailed.writes,
		],
		event: {
			id: eventId,
			type: "applicants.stage_changed",
			payload: {
				applicationId: (isOneApplication && first?.applicationId) || null,
				applicationTitle: (isOneApplication && first?.applicationTitle) || null,
				applicantIds: movers.map(({ id }) => id),
				fromStepIds: movers.map(({ stepId }) => stepId),
				stepId: step.id,
				stageName: step.name,
				reason,
				reasonId,
				isPrivate,
				locationId: location?.id ?? null,
				batchId,
			},
		},
		further: mailed.events,
	});
	if (!event) return undefined;
	for (const taskId of mailed.taskIds) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
	return { id: batchId, undoUntil: heldUntil ?? 0, emails: mail ? movers.length : 0 };
};

/** What became of each, and of those who moved what undo puts back. */
const statesOf = (movers: readonly Mover[], rows: readonly Pick<SelectedRow, "id" | "outcome">[]) => {
	const moved = new Map(movers.map((mover) => [mover.id, mover]));
	return rows.map(({ id, outcome }) => {
		const mover = moved.get(id);
		if (!mover) return { applicantId: id, outcome };
		const { stepId, locationId, stageChangedAt, version } = mover;
		const before = { fromStepId: stepId, fromLocationId: locationId, fromChangedAt: stageChangedAt };
		return { applicantId: id, outcome: "moved", ...before, version: version + 1 };
	});
};

/** Whom a move is of, in the words of its undo: a name, or how many. */
const subjectOf = (rows: readonly Pick<SelectedRow, "name" | "outcome">[]): string => {
	const moved = rows.filter(({ outcome }) => outcome === "moved");
	const [first] = moved;
	return moved.length === 1 && first?.name ? first.name : `${moved.length.toLocaleString("en")} applicants`;
};
