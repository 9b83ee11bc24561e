import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deleteIdleImports } from "#worker/imports/imports.writes";
import { readListJob } from "#worker/imports/read-list.job";
import { removeIdentityKeysIn } from "#worker/services/duplicates/identity-keys.writes";
import { addRowsJob, undoRowsJob } from "#worker/services/uploaded-candidates/carry-out.job";
import { checkRowsJob } from "#worker/services/uploaded-candidates/check-rows.job";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import { findColumnChoices } from "#worker/services/uploaded-candidates/imports.queries";
import { fieldOfHeader, headerKeyOf, suggestColumns } from "#worker/services/uploaded-candidates/suggest-columns";

/** The age at which an uploaded list that nobody imported is deleted. */
const importsLiveMs = 30 * dayMs;

const readCandidatesJob = readListJob({
	type: importTasks.read,
	access: importWriters,
	ends: "mapping",
	fieldOf: fieldOfHeader,
	nameColumns: async (ctx, columns) =>
		suggestColumns(
			columns,
			await findColumnChoices(
				ctx,
				columns.map(({ header }) => headerKeyOf(header)),
			),
		),
});

export const uploadedCandidatesBackground: Background = {
	jobs: [readCandidatesJob, checkRowsJob, addRowsJob, undoRowsJob],
	sweeps: [
		{
			name: "idle imports",
			run: ({ db, now }) =>
				deleteIdleImports(db, {
					now,
					before: now - importsLiveMs,
					writes: (idle, atMost) => [removeIdentityKeysIn(db, idle, atMost)],
				}),
		},
	],
};
