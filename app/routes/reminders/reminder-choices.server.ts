import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { reminderOptions } from "#app/routes/reminders/screen";
import { listReminderChoices } from "#worker/services/reminders/contract";

/** Reads the templates and applications that a reminder can name. */
export const reminderChoices: LoadChoices = async (api) => {
	const { applications, templates } = orThrow(await api.call(listReminderChoices, {}));
	const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
	return { ...reminderOptions, templateId: templates.map(toChoice), applicationId: applications.map(toChoice) };
};
