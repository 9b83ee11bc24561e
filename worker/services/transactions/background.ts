import type { Background } from "#worker/feature-background";
import { checkDuePayments, checksErrand } from "#worker/services/transactions/check-due";
import { exportTransactionsJob } from "#worker/services/transactions/export.job";
import { findDue } from "#worker/services/transactions/ledger.queries";
import { requeryJob } from "#worker/services/transactions/requery";
import { sendErrands } from "#worker/tasks/start-task";

/** Payments due among which institutions are looked for. why not all: the next minute finds the rest. */
const amongPayments = 2_000;

export const transactionsBackground: Background = {
	jobs: [requeryJob, exportTransactionsJob],
	errands: [checkDuePayments],
	sweeps: [
		{
			name: "pending payments",
			run: async ({ db, env, now }) => {
				const due = await findDue(db, now, amongPayments);
				await sendErrands(
					env,
					due.map(({ organisationId }) => ({ organisationId, taskId: organisationId, errand: checksErrand })),
				);
			},
		},
	],
};
