import { rowOutcomes } from "#worker/contract/imports";
import { type CheckedRow, writeChecked } from "#worker/imports/imports.writes";
import { rowsJob } from "#worker/imports/rows-job";
import { organisationById } from "#worker/services/organisation/queries";
import { compareRow, type KnownBy } from "#worker/services/uploaded-candidates/compare-row";
import { findKnown } from "#worker/services/uploaded-candidates/find-known";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import { findCandidateImportAtWork } from "#worker/services/uploaded-candidates/imports.queries";
import { writeKeysOf } from "#worker/services/uploaded-candidates/imports.writes";
import { keysOfCandidate, readCandidate } from "#worker/services/uploaded-candidates/read-candidate";

/** Checks the rows of a list slice by slice: their texts, and who is known by them (§2 Uploaded candidates). */
export const checkRowsJob = rowsJob({
	type: importTasks.check,
	access: importWriters,
	find: findCandidateImportAtWork,
	during: "checking",
	ends: () => ({ status: "ready" }),
	counted: rowOutcomes,
	work: async (ctx, task, found, staged) => {
		const rows = staged.map((row) => {
			const { data, faults } = readCandidate(row.cells, found.columns ?? []);
			return { ...row, data, faults, keys: faults.length > 0 ? [] : keysOfCandidate(data) };
		});
		const [organisation] = await organisationById(ctx.db, ctx.organisationId);
		const courseAlias = organisation?.courseAlias ?? "course";
		const known = await findKnown(ctx, found, [...new Set(rows.flatMap(({ keys }) => keys))]);
		const earlier = new Map<string, number>();
		const checked: CheckedRow[] = [];
		for (const { position, rowNumber, data, faults, keys } of rows) {
			const exam = keys.find((key) => key.startsWith("exam:")) ?? "";
			const rowWith = (key: string) => earlier.get(key) ?? known.rowWith(key);
			const candidate = known.candidateWith(exam);
			const { outcome, reasons } = compareRow({
				data,
				faults,
				candidate,
				earlierRow: rowWith(exam),
				courseAlias,
				known: keys.flatMap((key) => {
					const by = known.by(key);
					return by.length > 0 ? by : byRow(key, rowWith(key));
				}),
			});
			if (outcome !== "wrong") for (const key of keys) if (!earlier.has(key)) earlier.set(key, rowNumber);
			const seen = { recordId: candidate?.id ?? null, seenVersion: candidate?.version ?? null };
			checked.push({ position, outcome, reasons, data, ...seen });
		}
		const owners = checked.flatMap(({ outcome }, index) => {
			const row = rows[index];
			return outcome === "wrong" || !row ? [] : [[String(row.rowNumber), row.keys] as const];
		});
		return {
			results: checked.map(({ outcome }) => outcome),
			writes: [writeChecked(ctx, task, found.id, checked), writeKeysOf(ctx, task, found.id, owners)],
		};
	},
});

const byRow = (key: string, rowNumber: number | undefined): KnownBy[] =>
	rowNumber === undefined ? [] : [{ key, who: `row ${rowNumber} of this file` }];
