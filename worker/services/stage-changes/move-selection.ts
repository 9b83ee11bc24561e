import type { OrgContext } from "#worker/context";
import { changeSelection, type SelectedRow } from "#worker/runs/change-selection";
import { decideMove } from "#worker/services/stage-changes/decide-move";
import { type Move, type MoveSlice, moveApplicants } from "#worker/services/stage-changes/move-applicants";
import type { Moved } from "#worker/services/stage-changes/moved.contract";

/**
 * Moves a selection in one commit and tells what became of each. Whom a colleague has moved since the consequences were
 * counted is left out and named.
 *
 * @param sliceFor given for a slice of a task: what the commit records of the outcome.
 * @returns no rows when nothing could be committed: the slice was done by somebody else.
 */
export const moveSelection = async (
	ctx: OrgContext,
	ids: readonly string[],
	move: Move,
	sliceFor?: (rows: readonly SelectedRow[]) => MoveSlice,
): Promise<{ rows: SelectedRow[] | undefined; moved: Moved | undefined }> => {
	const { step, asOf } = move;
	let moved: Moved | undefined;
	const { rows, isCommitted } = await changeSelection(ctx, ids, {
		decide: (applicant) => decideMove(applicant, step),
		write: async (movers, rows) => {
			moved = await moveApplicants(ctx, movers, move, { rows, slice: sliceFor?.(rows) });
			return moved !== undefined;
		},
		isLate: ({ stageChangedAt }) => asOf !== undefined && stageChangedAt > asOf,
	});
	return { rows: sliceFor && !isCommitted ? undefined : rows, moved };
};
