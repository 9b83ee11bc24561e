import type { Background } from "#worker/feature-background";
import { checkDuePayments, checksErrand } from "#worker/services/transactions/check-due";
import { exportTransactionsJob } from "#worker/services/transactions/export.job";
import { findDue } from "#worker/services/transactions/ledger.queries";
import { requeryJob } from "#worker/services/transactions/requery";
import { sendErrands } from "#worker/tasks/start-task";

export const transactionsBackground: Background = {
	jobs: [requeryJob, exportTransactionsJob],
	errands: [checkDuePayments],
	sweeps: [
		{
			name: "pending payments",
			run: async ({ db, env, now }) => {
				const due = await findDue(db, now);
				await sendErrands(
					env,
					due.map(({ organisationId }) => ({ organisationId, taskId: organisationId, errand: checksErrand })),
				);
			},
		},
	],
};
