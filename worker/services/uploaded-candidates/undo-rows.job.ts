import { examKeyOf } from "#worker/contract/identity-keys";
import { type RowPlan, writePlans } from "#worker/services/uploaded-candidates/candidates.writes";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";
import type { StagedRow } from "#worker/services/uploaded-candidates/imports.queries";
import { type FoundCandidate, findCandidates } from "#worker/services/uploaded-candidates/matches.queries";
import { rowsJob } from "#worker/services/uploaded-candidates/rows-job";

const changedSince = "Kept as they are: a later import has changed this candidate. Undo that one first.";

/** Undoes an import slice by slice (§2 Uploaded candidates). Keeps candidates that were changed since. */
export const undoRowsJob = rowsJob({
	type: importTasks.undo,
	during: "undoing",
	ends: () => ({ status: "undone" }),
	counted: ["undone", "kept"],
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ state }) => state === "added");
		const ids = rows.flatMap(({ candidateId }) => candidateId ?? []);
		const current = await findCandidates(ctx, ids);
		const plans = rows.map((row) => planRow(row, current.get(row.candidateId ?? "")));
		return { results: plans.map(({ carried }) => carried.state), writes: writePlans(ctx, task, found, plans) };
	},
	eventOf: (about, { undone = 0, kept = 0 }) => ({
		type: "candidates.import_undone",
		payload: { ...about, undone, kept },
	}),
});

const planRow = (row: StagedRow, current: FoundCandidate | undefined): RowPlan => {
	const { position, candidateId, madeVersion, before } = row;
	const same = { position, reasons: row.reasons ?? [], candidateId, before, madeVersion, isDone: true };
	if (!current || current.version !== madeVersion)
		return { carried: { ...same, state: "kept", reasons: [changedSince] } };
	if (before === null) return { removed: current.id, carried: { ...same, state: "undone" } };
	const { data, importId } = before;
	const examKey = examKeyOf(data.examNumber ?? "");
	// why the version goes back: the import before it can then be undone too.
	const changed = { id: current.id, examKey, data, version: current.version - 1, importId };
	return { changed, carried: { ...same, state: "undone" } };
};
