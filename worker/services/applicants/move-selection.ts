import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/http/context";
import { decideMove, fullName, type Outcome } from "#worker/services/applicants/applicant";
import type { BatchRow } from "#worker/services/applicants/contract";
import { type Move, moveApplicants } from "#worker/services/applicants/move-applicants";
import { type Chosen, readChosen } from "#worker/services/applicants/selection.queries";
import type { Progress } from "#worker/services/applicants/stage.writes";

type Row = InferOutput<typeof BatchRow>;

/** Times a selection is looked at again because a colleague was faster with one of them. */
const maxAttempts = 5;

/**
 * Moves a selection in one commit and tells what became of each. Whom a colleague has moved since the selection was
 * looked at is left out and named. When one of them changes while this runs, the others are tried again.
 *
 * @param progressFor given for a slice of a task: what the commit records of the outcome.
 * @returns undefined when nothing could be committed: the slice was done by somebody else.
 */
export const moveSelection = async (
	ctx: OrgContext,
	ids: readonly string[],
	move: Move,
	progressFor?: (rows: readonly Row[]) => Progress,
): Promise<Row[] | undefined> => {
	const firstSeen = await readChosen(ctx, ids);
	let chosen = firstSeen;
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		const outcomes = ids.map((id) => outcomeOf(id, chosen.get(id), firstSeen.get(id), move));
		const movers = outcomes.flatMap(({ outcome, applicant }) => (outcome === "moves" && applicant ? [applicant] : []));
		const rows = outcomes.map(toRow);
		if (movers.length === 0) return rows;
		if (await moveApplicants(ctx, movers, move, progressFor?.(rows))) return rows;
		chosen = await readChosen(ctx, ids);
	}
	if (progressFor) return undefined;
	return ids.map((id) => {
		const { outcome, ...rest } = outcomeOf(id, chosen.get(id), firstSeen.get(id), move);
		return toRow({ ...rest, outcome: outcome === "moves" ? "changed_meanwhile" : outcome });
	});
};

interface Decided {
	id: string;
	applicant: Chosen | undefined;
	outcome: Outcome;
}

const outcomeOf = (id: string, now: Chosen | undefined, first: Chosen | undefined, { step, asOf }: Move): Decided => {
	const outcome = decideMove(now, step);
	const isChanged = now?.version !== first?.version || (asOf !== undefined && now && now.stageChangedAt > asOf);
	return { id, applicant: now, outcome: outcome === "moves" && isChanged ? "changed_meanwhile" : outcome };
};

const toRow = ({ id, applicant, outcome }: Decided): Row => ({
	id,
	name: applicant ? fullName(applicant) : null,
	applicationNumber: applicant?.applicationNumber ?? null,
	outcome: outcome === "moves" ? "moved" : outcome,
});
