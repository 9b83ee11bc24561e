import type { Background } from "#worker/feature-background";
import { findDueReminders } from "#worker/services/reminders/queries";
import { type NotifyReferees, reminderErrand, runReminderBy } from "#worker/services/reminders/run-reminder";
import { sendErrand } from "#worker/tasks/start-task";

/** @param notifyReferees from their feature, which this one does not import */
export const remindersBackground = (notifyReferees: NotifyReferees): Background => ({
	errands: [runReminderBy(notifyReferees)],
	sweeps: [
		{
			name: "reminders",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findDueReminders(db, now))
					await sendErrand(env, { organisationId, taskId: id, errand: reminderErrand });
			},
		},
	],
});
