import { BellRing } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { sentColumns } from "#app/records/sent-columns";
import type { Reminder } from "#worker/services/reminders/contract";

const who: Record<Reminder["audience"], string> = {
	incomplete: "Form not submitted",
	unpaid: "No successful payment",
	referees: "Referees who have not answered",
	deadline: "Something missing at the deadline",
};

const whenOf = ({ timing, days, time }: Reminder): string =>
	`${formatCount(days, "day")} ${timing === "after" ? "after" : "before closing"}, ${time}`;

/** Emails that are sent by themselves, to those who have something left to do (§2 Notifications). */
export const reminderScreen: RecordScreen<Reminder> = {
	failed: {
		fetch: "Failed to Fetch Reminder",
		create: "Failed to Save Reminder",
		update: "Failed to update Reminder",
		delete: "Failed to delete Reminder",
	},
	kind: "reminder",
	isOfWhole: true,
	path: "notifications",
	title: "Notifications",
	icon: BellRing,
	one: "reminder",
	many: "reminders",
	description: "A reminder writes to each person once, when something is left to do.",
	nameOf: ({ name }) => name,
	columns: ({ timeZone }) => [
		{ heading: "Reminder", card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Who", card: "line", sort: "audience", text: ({ audience }) => who[audience] },
		{ heading: "When", width: 215, card: "line", muted: true, sort: "time", text: whenOf },
		...sentColumns(timeZone),
	],
	fields: [
		{ name: "name", label: "Name" },
		{
			as: "choice",
			name: "audience",
			label: "Who",
			placeholder: "Choose who is reminded",
			description: "Applicants who were accepted or declined are left out.",
		},
		{ as: "choice", name: "timing", label: "When", initially: "after" },
		{ as: "number", name: "days", label: "Days", initially: 3 },
		{
			as: "time",
			name: "time",
			label: "Time of day",
			initially: "09:00",
			description:
				"In the institution's time zone. What falls into the quiet hours of the System Settings waits for their end.",
		},
		{
			as: "choice",
			name: "templateId",
			label: "Email template",
			placeholder: "Choose a template",
			description: "Referees get its text between a greeting and their link.",
		},
		{
			as: "choice",
			name: "applicationId",
			label: "Application",
			isOptional: true,
			placeholder: "Every active application",
		},
		{ as: "flag", name: "enabled", label: "Enabled", initially: true, description: "It is sent by itself." },
	],
	search: { name: "name", placeholder: "Name of a reminder" },
	filters: [
		{ name: "audience", label: "Who" },
		{ name: "enabled", label: "State" },
	],
	tabs: [
		{ path: "notifications", label: "Reminders" },
		{ path: "notifications/reports", label: "Report schedules" },
	],
};

/** What a reminder can be about, and when. */
export const reminderOptions = {
	audience: Object.entries(who).map(([value, label]) => ({ value, label })),
	timing: [
		{ value: "after", label: "Days after registering, or after the referee was asked" },
		{ value: "before", label: "Days before the application closes" },
	],
	enabled: [
		{ value: "true", label: "Enabled" },
		{ value: "false", label: "Disabled" },
	],
};
