import type { OrgContext } from "#worker/context";
import { examKeyOf } from "#worker/contract/identity-keys";
import { type RowPlan, writePlans } from "#worker/services/uploaded-candidates/candidates.writes";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";
import type { ImportAtWork, StagedRow } from "#worker/services/uploaded-candidates/imports.queries";
import { forgetKeysOf } from "#worker/services/uploaded-candidates/imports.writes";
import { type FoundCandidate, findByExamKeys } from "#worker/services/uploaded-candidates/matches.queries";
import { rowsJob } from "#worker/services/uploaded-candidates/rows-job";

const failures = {
	addedSince: "Somebody with this JAMB number has come into the group since the list was checked.",
	changedSince: "The candidate was changed, or taken out, since the list was checked.",
};

/** Adds and updates candidates slice by slice, as the preview has shown (§2 Uploaded candidates). */
export const addRowsJob = rowsJob({
	type: importTasks.add,
	during: "adding",
	ends: ({ now }) => ({ status: "added", addedAt: now() }),
	counted: ["added", "failed"],
	work: async (ctx, task, found, staged) => {
		const examKeys = staged.map(({ data }) => examKeyOf(data?.examNumber ?? ""));
		const current = await findByExamKeys(ctx, found.groupId, examKeys);
		const plans = staged.map((row, index) => planRow(ctx, found, row, current.get(examKeys[index] ?? "")));
		const rowNumbers = staged.map(({ rowNumber }) => String(rowNumber));
		return {
			results: plans.map(({ carried }) => carried.state),
			writes: [...writePlans(ctx, task, found, plans), forgetKeysOf(ctx, task, found.id, rowNumbers)],
		};
	},
	eventOf: (about, { added = 0, failed = 0 }) => ({
		type: "candidates.imported",
		payload: { ...about, added, failed },
	}),
});

const planRow = (
	ctx: OrgContext,
	found: ImportAtWork,
	row: StagedRow,
	current: FoundCandidate | undefined,
): RowPlan => {
	const { position, outcome, candidateId, seenVersion } = row;
	const data: CandidateValues = row.data ?? {};
	const reasons = row.reasons ?? [];
	const same = { position, reasons, candidateId, before: null, madeVersion: null };
	const left = (isDone: boolean): RowPlan => ({ carried: { ...same, state: null, isDone } });
	const failed = (reason: string): RowPlan => ({
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
