import type { OrgContext } from "#worker/context";
import { examKeyOf } from "#worker/contract/identity-keys";
import { ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import {
	addCandidates,
	type CandidateToWrite,
	changeCandidates,
} from "#worker/services/uploaded-candidates/candidates.writes";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import { addCounts, importTasks } from "#worker/services/uploaded-candidates/import-task";
import type { ImportAtWork, StagedRow } from "#worker/services/uploaded-candidates/imports.queries";
import {
	type CarriedRow,
	forgetKeysOf,
	moveImport,
	writeCarriedOut,
	writeKeysOf,
} from "#worker/services/uploaded-candidates/imports.writes";
import { type FoundCandidate, findByExamKeys } from "#worker/services/uploaded-candidates/matches.queries";
import { keysOfCandidate } from "#worker/services/uploaded-candidates/read-candidate";
import { rowsJob } from "#worker/services/uploaded-candidates/rows-job";
import type { OpenTask } from "#worker/tasks/job";
import { advanceTask, taskStandsAt } from "#worker/tasks/task.writes";

const failures = {
	addedSince: "Somebody with this JAMB number has come into the group since the list was checked.",
	changedSince: "The candidate was changed, or taken out, since the list was checked.",
};

/** Adds and updates candidates, slice by slice, as the preview has said (§2 Uploaded candidates). */
export const addRowsJob = rowsJob({
	type: importTasks.add,
	status: "adding",
	work: async (ctx, task, found, staged) => {
		const examKeys = staged.map(({ data }) => examKeyOf(data?.examNumber ?? ""));
		const current = await findByExamKeys(ctx, found.groupId, examKeys);
		const plans = staged.map((row, index) => planRow(ctx, found, row, current.get(examKeys[index] ?? "")));
		const added = plans.flatMap(({ added }) => added ?? []);
		const changed = plans.flatMap(({ changed }) => changed ?? []);
		const counts = addCounts(
			task.result,
			plans.map(({ carried }) => carried.state),
		);
		const done = task.done + staged.length;
		const keysOf = ({ id, data }: CandidateToWrite) => [id, keysOfCandidate(data)] as const;
		const writes = [
			addCandidates(ctx, task, found, added),
			changeCandidates(ctx, task, changed),
			forgetKeysOf(
				ctx,
				task,
				found.groupId,
				changed.map(({ id }) => id),
			),
			writeKeysOf(ctx, task, found.groupId, [...added, ...changed].map(keysOf)),
			forgetKeysOf(
				ctx,
				task,
				found.id,
				staged.map(({ rowNumber }) => String(rowNumber)),
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
	added?: CandidateToWrite;
	changed?: CandidateToWrite;
	carried: CarriedRow;
}

const planRow = (ctx: OrgContext, found: ImportAtWork, row: StagedRow, current: FoundCandidate | undefined): Plan => {
	const { position, outcome, candidateId, seenVersion } = row;
	const data: CandidateValues = row.data ?? {};
	const reasons = row.reasons ?? [];
	const same = { position, reasons, candidateId, before: null, madeVersion: null };
	const left = (isDone: boolean): Plan => ({ carried: { ...same, state: null, isDone } });
	const failed = (reason: string): Plan => ({
		carried: { ...same, state: "failed", reasons: [reason], isDone: false },
	});
	if (outcome === "unchanged") return left(true);
	if (outcome === "updated") {
		if (!current || current.id !== candidateId || current.version !== seenVersion) return failed(failures.changedSince);
		const { id, examKey, version } = current;
		const changed = { id, examKey, data: { ...current.data, ...data }, version: version + 1, importId: found.id };
		const before = { data: current.data, importId: current.importId };
		return { changed, carried: { ...same, state: "added", before, madeVersion: version + 1, isDone: true } };
	}
	if (outcome !== "new" && !(outcome === "duplicate" && found.addsDuplicates)) return left(false);
	if (current) return failed(failures.addedSince);
	const id = ctx.newId();
	const added = { id, examKey: examKeyOf(data.examNumber ?? ""), data, version: 1, importId: found.id };
	return { added, carried: { ...same, state: "added", candidateId: id, madeVersion: 1, isDone: true } };
};

type Writes = Parameters<OrgContext["db"]["batch"]>[0];

/** The last slice, with the event that tells of them all. */
const endWith = async (
	ctx: OrgContext,
	task: OpenTask,
	{ id, groupId, groupName, name, counts }: ImportAtWork,
	{ writes, counts: carried }: { writes: Writes; counts: Record<string, number> },
): Promise<void> => {
	const { added = 0, failed = 0 } = carried;
	await commit(ctx, {
		guarded: {
			write: moveImport(ctx, id, {
				from: ["adding"],
				onlyIf: taskStandsAt(ctx, task),
				status: "added",
				counts: { ...counts, added, failed },
				addedAt: ctx.now(),
			}),
			expectedChanges: 1,
		},
		writes,
		event: {
			type: "candidates.imported",
			payload: { importId: id, fileName: name, groupId, groupName, added, failed },
		},
	});
};
