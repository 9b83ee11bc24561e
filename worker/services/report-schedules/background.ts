import type { Background } from "#worker/feature-background";
import { findDueSchedules } from "#worker/services/report-schedules/queries";
import { runSchedule, scheduleErrand } from "#worker/services/report-schedules/send-schedule";
import { sendErrand } from "#worker/tasks/start-task";

export const reportSchedulesBackground: Background = {
	errands: [runSchedule],
	sweeps: [
		{
			name: "report schedules",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findDueSchedules(db, now))
					await sendErrand(env, { organisationId, taskId: id, errand: scheduleErrand });
			},
		},
	],
};
