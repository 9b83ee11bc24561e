import type { OrgContext } from "#worker/context";
import { examKeyOf } from "#worker/contract/identity-keys";
import { ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import {
	type CandidateToWrite,
	changeCandidates,
	removeCandidates,
} from "#worker/services/uploaded-candidates/candidates.writes";
import { addCounts, importTasks } from "#worker/services/uploaded-candidates/import-task";
import type { ImportAtWork, StagedRow } from "#worker/services/uploaded-candidates/imports.queries";
import {
	type CarriedRow,
	forgetKeysOf,
	moveImport,
	writeCarriedOut,
	writeKeysOf,
} from "#worker/services/uploaded-candidates/imports.writes";
import { type FoundCandidate, findCandidates } from "#worker/services/uploaded-candidates/matches.queries";
import { keysOfCandidate } from "#worker/services/uploaded-candidates/read-candidate";
import { rowsJob } from "#worker/services/uploaded-candidates/rows-job";
import type { OpenTask } from "#worker/tasks/job";
import { advanceTask, taskStandsAt } from "#worker/tasks/task.writes";

const changedSince = "Kept as they are: a later import has changed this candidate. Undo that one first.";

/** Undoes an import slice by slice (§2 Uploaded candidates); who was changed since stays as they are. */
export const undoRowsJob = rowsJob({
	type: importTasks.undo,
	status: "undoing",
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ state }) => state === "added");
		const current = await findCandidates(
			ctx,
			rows.flatMap(({ candidateId }) => candidateId ?? []),
		);
		const plans = rows.map((row) => planRow(row, current.get(row.candidateId ?? "")));
		const removed = plans.flatMap(({ removed }) => removed ?? []);
		const restored = plans.flatMap(({ restored }) => restored ?? []);
		const counts = addCounts(
			task.result,
			plans.map(({ carried }) => carried.state),
		);
		const done = task.done + staged.length;
		const writes = [
			removeCandidates(ctx, task, removed),
			changeCandidates(ctx, task, restored),
			forgetKeysOf(ctx, task, found.groupId, [...removed, ...restored.map(({ id }) => id)]),
			writeKeysOf(
				ctx,
				task,
				found.groupId,
				restored.map(({ id, data }) => [id, keysOfCandidate(data)] as const),
			),
			writeCarriedOut(
				ctx,
				task,
				found.id,
				plans.map(({ carried }) => carried),
			),
			advanceTask(ctx, task, { done, result: counts }),
		] as const;
		if (done < task.total) await ctx.db.batch(writes);
		else await endWith(ctx, task, found, { writes, counts });
		return ok(undefined);
	},
});

interface Plan {
	removed?: string;
	restored?: CandidateToWrite;
	carried: CarriedRow;
}

const planRow = (row: StagedRow, current: FoundCandidate | undefined): Plan => {
	const { position, candidateId, madeVersion, before } = row;
	const same = { position, reasons: row.reasons ?? [], candidateId, before, madeVersion, isDone: true };
	if (!current || current.version !== madeVersion)
		return { carried: { ...same, state: "kept", reasons: [changedSince] } };
	if (before === null) return { removed: current.id, carried: { ...same, state: "undone" } };
	const { data, importId } = before;
	const examKey = examKeyOf(data.examNumber ?? "");
	// why the version goes back: the import before it can then be undone too.
	const restored = { id: current.id, examKey, data, version: current.version - 1, importId };
	return { restored, carried: { ...same, state: "undone" } };
};

type Writes = Parameters<OrgContext["db"]["batch"]>[0];

const endWith = async (
	ctx: OrgContext,
	task: OpenTask,
	{ id, groupId, groupName, name, counts }: ImportAtWork,
	{ writes, counts: carried }: { writes: Writes; counts: Record<string, number> },
): Promise<void> => {
	const { undone = 0, kept = 0 } = carried;
	await commit(ctx, {
		guarded: {
			write: moveImport(ctx, id, {
				from: ["undoing"],
				onlyIf: taskStandsAt(ctx, task),
				status: "undone",
				counts: { ...counts, undone, kept },
			}),
			expectedChanges: 1,
		},
		writes,
		event: {
			type: "candidates.import_undone",
			payload: { importId: id, fileName: name, groupId, groupName, undone, kept },
		},
	});
};
