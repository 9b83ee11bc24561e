import type { OrgContext } from "#worker/http/context";
import { decideMove } from "#worker/services/applicants/applicant";
import { changeSelection, type SelectedRow } from "#worker/services/applicants/change-selection";
import { type Move, moveApplicants } from "#worker/services/applicants/move-applicants";
import type { Progress } from "#worker/services/applicants/stage.writes";

/**
 * Moves a selection in one commit and tells what became of each. Whom a colleague has moved since the consequences were
 * counted is left out and named.
 *
 * @param progressFor given for a slice of a task: what the commit records of the outcome.
 * @returns undefined when nothing could be committed: the slice was done by somebody else.
 */
export const moveSelection = async (
	ctx: OrgContext,
	ids: readonly string[],
	move: Move,
	progressFor?: (rows: readonly SelectedRow[]) => Progress,
): Promise<SelectedRow[] | undefined> => {
	const { step, asOf } = move;
	const { rows, isCommitted } = await changeSelection(ctx, ids, {
		decide: (applicant) => decideMove(applicant, step),
		write: (movers, rows) => moveApplicants(ctx, movers, move, progressFor?.(rows)),
		isLate: ({ stageChangedAt }) => asOf !== undefined && stageChangedAt > asOf,
	});
	return progressFor && !isCommitted ? undefined : rows;
};
