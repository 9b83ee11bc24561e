import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { scheduleOptions } from "#app/routes/report-schedules/screen";
import { listReminderChoices } from "#worker/services/reminders/contract";
import { listReportRecipients } from "#worker/services/report-schedules/contract";

/** Reads the applications that have reports, and the staff who may get them. */
export const scheduleChoices: LoadChoices = async (api) => {
	const [{ applications }, { data }] = await Promise.all([
		api.call(listReminderChoices, {}).then(orThrow),
		api.call(listReportRecipients, {}).then(orThrow),
	]);
	return {
		...scheduleOptions,
		applicationId: applications.map(({ id, name }) => ({ value: id, label: name })),
		recipients: data.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
	};
};
