import type { OrgContext } from "#worker/context";
import { examKeyOf } from "#worker/contract/identity-keys";
import type { StagedRow } from "#worker/imports/imports.queries";
import { rowsJob } from "#worker/imports/rows-job";
import { type RowPlan, writePlans } from "#worker/services/uploaded-candidates/candidates.writes";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import {
	type CandidateImportAtWork,
	findCandidateImportAtWork,
} from "#worker/services/uploaded-candidates/imports.queries";
import { forgetKeysOf } from "#worker/services/uploaded-candidates/imports.writes";
import {
	type FoundCandidate,
	findByExamKeys,
	findCandidates,
} from "#worker/services/uploaded-candidates/matches.queries";

const eventAbout = ({ id, fileName, groupId, groupName }: CandidateImportAtWork) => ({
	importId: id,
	fileName,
	groupId,
	groupName,
});

const failures = {
	addedSince: "Somebody with this JAMB number has come into the group since the list was checked.",
	changedSince: "The candidate was changed, or taken out, since the list was checked.",
};

/** Adds and updates candidates slice by slice, as the preview has shown (§2 Uploaded candidates). */
export const addRowsJob = rowsJob({
	type: importTasks.add,
	access: importWriters,
	find: findCandidateImportAtWork,
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
	eventOf: (found, { added = 0, failed = 0 }) => ({
		type: "candidates.imported",
		payload: { ...eventAbout(found), added, failed },
	}),
});

const planRow = (
	ctx: OrgContext,
	found: CandidateImportAtWork,
	row: StagedRow,
	current: FoundCandidate | undefined,
): RowPlan => {
	const { position, outcome, recordId, seenVersion } = row;
	const data: CandidateValues = row.data ?? {};
	const reasons = row.reasons ?? [];
	const same = { position, reasons, recordId, before: null, madeVersion: null };
	const left = (isDone: boolean): RowPlan => ({ carried: { ...same, state: null, isDone } });
	const failed = (reason: string): RowPlan => ({
		carried: { ...same, state: "failed", reasons: [reason], isDone: false },
	});
	if (outcome === "unchanged") return left(true);
	if (outcome === "updated") {
		if (!current || current.id !== recordId || current.version !== seenVersion) return failed(failures.changedSince);
		const { id, examKey, version } = current;
		const changed = { id, examKey, data: { ...current.data, ...data }, version: version + 1, importId: found.id };
		const before = { data: current.data, importId: current.importId };
		return { changed, carried: { ...same, state: "added", before, madeVersion: version + 1, isDone: true } };
	}
	if (outcome !== "new" && !(outcome === "duplicate" && found.addsDuplicates)) return left(false);
	if (current) return failed(failures.addedSince);
	const id = ctx.newId();
	const added = { id, examKey: examKeyOf(data.examNumber ?? ""), data, version: 1, importId: found.id };
	return { added, carried: { ...same, state: "added", recordId: id, madeVersion: 1, isDone: true } };
};

const changedSince =
	"Kept as they are: a later import or a correction has changed this candidate. Undo a later import first.";
const removedSince = "The candidate has been removed since.";

/** Undoes an import slice by slice (§2 Uploaded candidates). Keeps candidates that were changed since. */
export const undoRowsJob = rowsJob({
	type: importTasks.undo,
	access: importWriters,
	find: findCandidateImportAtWork,
	during: "undoing",
	ends: () => ({ status: "undone" }),
	counted: ["undone", "kept"],
	work: async (ctx, task, found, staged) => {
		const rows = staged.filter(({ state }) => state === "added");
		const ids = rows.flatMap(({ recordId }) => recordId ?? []);
		const current = await findCandidates(ctx, ids);
		const plans = rows.map((row) => planUndo(row, current.get(row.recordId ?? "")));
		return { results: plans.map(({ carried }) => carried.state), writes: writePlans(ctx, task, found, plans) };
	},
	eventOf: (found, { undone = 0, kept = 0 }) => ({
		type: "candidates.import_undone",
		payload: { ...eventAbout(found), undone, kept },
	}),
});

const planUndo = (row: StagedRow, current: FoundCandidate | undefined): RowPlan => {
	const { position, recordId, madeVersion, before } = row;
	const same = { position, reasons: row.reasons ?? [], recordId, before, madeVersion, isDone: true };
	if (!current || current.version !== madeVersion)
		return { carried: { ...same, state: "kept", reasons: [current ? changedSince : removedSince] } };
	if (before === null) return { removed: current.id, carried: { ...same, state: "undone" } };
	const { data, importId } = before;
	const examKey = examKeyOf(data.examNumber ?? "");
	// why the version goes back: the import before it can then be undone too.
	const changed = { id: current.id, examKey, data, version: current.version - 1, importId };
	return { changed, carried: { ...same, state: "undone" } };
};
