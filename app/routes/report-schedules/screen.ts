import { CalendarClock } from "lucide-react";
import type { RecordScreen } from "#app/records/screen";
import { sentColumns } from "#app/records/sent-columns";
import type { ReportSchedule } from "#worker/services/report-schedules/contract";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const whenOf = ({ frequency, weekday, monthDay, time }: ReportSchedule): string => {
	if (frequency === "daily") return `Every day, ${time}`;
	if (frequency === "weekly") return `Every ${weekdays[(weekday ?? 1) - 1]}, ${time}`;
	return `Monthly on day ${monthDay ?? 1}, ${time}`;
};

/** Reports of an application that are emailed to staff by themselves (§3 Report setting). */
export const scheduleScreen: RecordScreen<ReportSchedule> = {
	failed: {
		fetch: "Failed to Fetch Schedule",
		create: "Failed to Save Schedule",
		update: "Failed to update Schedule",
		delete: "Failed to delete Schedule",
	},
	kind: "report_schedule",
	isOfWhole: true,
	path: "notifications/reports",
	title: "Notifications",
	icon: CalendarClock,
	one: "report schedule",
	many: "report schedules",
	description: "A schedule emails the report of an application to staff, every day, week or month.",
	nameOf: ({ name }) => name,
	columns: ({ timeZone }) => [
		{ heading: "Schedule", card: "title", sort: "name", text: ({ name }) => name },
		{
			heading: "Application",
			card: "line",
			sort: "application",
			text: ({ application }) => application?.name ?? "Deleted",
		},
		{ heading: "When", width: 200, card: "line", muted: true, sort: "frequency", text: whenOf },
		...sentColumns(timeZone),
	],
	fields: [
		{ name: "name", label: "Name" },
		{ as: "choice", name: "applicationId", label: "Application", placeholder: "Choose an application" },
		{ as: "choice", name: "frequency", label: "How often", initially: "daily" },
		{
			as: "choice",
			name: "weekday",
			label: "Weekday",
			isOptional: true,
			placeholder: "None",
			description: "Of a weekly report.",
		},
		{
			as: "choice",
			name: "monthDay",
			label: "Day of the month",
			isOptional: true,
			placeholder: "None",
			description: "Of a monthly report. A shorter month has its last day instead.",
		},
		{
			as: "time",
			name: "time",
			label: "Time of day",
			initially: "08:00",
			description: "In the institution's time zone.",
		},
		{
			as: "choices",
			name: "recipients",
			label: "Who gets it",
			description: "Staff who may see application reports. Each gets the applicants of their own places.",
		},
		{ as: "flag", name: "enabled", label: "Enabled", initially: true, description: "It is sent by itself." },
	],
	search: { name: "name", placeholder: "Name of a schedule" },
	filters: [{ name: "frequency", label: "How often" }],
	tabs: [
		{ path: "notifications", label: "Reminders" },
		{ path: "notifications/reports", label: "Report schedules" },
	],
};

export const scheduleOptions = {
	frequency: [
		{ value: "daily", label: "Every day" },
		{ value: "weekly", label: "Every week" },
		{ value: "monthly", label: "Every month" },
	],
	weekday: weekdays.map((label, index) => ({ value: String(index + 1), label })),
	monthDay: Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
};
