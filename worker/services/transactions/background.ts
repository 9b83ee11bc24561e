import type { Background } from "#worker/feature-background";
import { checkDuePayment, checkErrand } from "#worker/services/transactions/check-payment";
import { exportTransactionsJob } from "#worker/services/transactions/export.job";
import { findDue } from "#worker/services/transactions/ledger.queries";
import { requeryJob } from "#worker/services/transactions/requery";
import { sendErrand } from "#worker/tasks/start-task";

/** Checks that begin in one minute. why so few: providers count calls, and checks are not urgent. */
const checksEachMinute = 200;

export const transactionsBackground: Background = {
	jobs: [requeryJob, exportTransactionsJob],
	errands: [checkDuePayment],
	sweeps: [
		{
			name: "pending payments",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findDue(db, now, checksEachMinute))
					await sendErrand(env, { organisationId, taskId: id, errand: checkErrand });
			},
		},
	],
};
