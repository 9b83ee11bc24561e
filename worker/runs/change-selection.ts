import type { OrgContext } from "#worker/context";
import { fullName } from "#worker/contract/text/full-name";
import type { Decision, Outcome } from "#worker/runs/outcome";
import { type Chosen, type DetailSince, readChosen } from "#worker/services/applicants/selection.queries";

/** What became of one of a selection. */
export interface SelectedRow {
	id: string;
	name: string | null;
	applicationNumber: string | null;
	outcome: Exclude<Outcome, "moves">;
}

interface SelectionChange {
	decide(applicant: Chosen | undefined): Decision;
	/** Changes them all, or nobody and answers false. */
	write(chosen: readonly Chosen[], rows: readonly SelectedRow[]): Promise<boolean>;
	/** Was this one changed by somebody since the consequences were counted? */
	isLate?(applicant: Chosen): boolean;
	/** The detail whose changes since then `isLate` asks for. */
	asked?: DetailSince | undefined;
}

/** Times a selection is looked at again because a colleague was faster with one of them. */
const maxAttempts = 5;

/**
 * Changes a selection in one commit and tells what became of each. Whom a colleague has changed since the selection was
 * looked at is left out and named. When one of them changes while this runs, the others are tried again.
 *
 * @returns the rows, and whether what they tell was committed: false when colleagues were faster every time.
 */
export const changeSelection = async (
	ctx: OrgContext,
	ids: readonly string[],
	change: SelectionChange,
): Promise<{ rows: SelectedRow[]; isCommitted: boolean }> => {
	const firstSeen = await readChosen(ctx, ids, change.asked);
	let chosen = firstSeen;
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		const decided = ids.map((id) => decideOne(id, chosen.get(id), firstSeen.get(id), change));
		const takers = decided.flatMap(({ outcome, applicant }) => (outcome === "moves" && applicant ? [applicant] : []));
		const rows = decided.map((one) => toRow(one, "moved"));
		if (takers.length === 0 || (await change.write(takers, rows))) return { rows, isCommitted: true };
		chosen = await readChosen(ctx, ids, change.asked);
	}
	const decided = ids.map((id) => decideOne(id, chosen.get(id), firstSeen.get(id), change));
	return { rows: decided.map((one) => toRow(one, "changed_meanwhile")), isCommitted: false };
};

interface Decided {
	id: string;
	applicant: Chosen | undefined;
	outcome: Decision | "changed_meanwhile";
}

const decideOne = (
	id: string,
	now: Chosen | undefined,
	first: Chosen | undefined,
	{ decide, isLate }: SelectionChange,
): Decided => {
	const outcome = decide(now);
	const isChanged = now?.version !== first?.version || (now !== undefined && (isLate?.(now) ?? false));
	return { id, applicant: now, outcome: outcome === "moves" && isChanged ? "changed_meanwhile" : outcome };
};

const toRow = ({ id, applicant, outcome }: Decided, ofTakers: "moved" | "changed_meanwhile"): SelectedRow => ({
	id,
	name: applicant ? fullName(applicant) : null,
	applicationNumber: applicant?.applicationNumber ?? null,
	outcome: outcome === "moves" ? ofTakers : outcome,
});
