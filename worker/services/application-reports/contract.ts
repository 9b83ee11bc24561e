import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

const section = "§7 Organisation and settings";
const access = anyOf("appreport");

/** The type of the tasks that make reports. */
export const reportTask = "APPLICATION_REPORT";

/** What such a task is given. */
export interface ReportTaskInput {
	applicationId: string;
	/** Who it is mailed to. */
	emails: string[];
	/** UTC milliseconds. */
	asOf: number;
	/** The schedule that sends it; left out where a user asked for it. */
	schedule?: { name: string; frequency: "daily" | "weekly" | "monthly" } | undefined;
}

const maxReportAddresses = 20;

const Address = v.pipe(
	v.string("Enter an email address"),
	v.trim(),
	v.maxLength(254, "This address is too long."),
	v.email("Invalid Email Address"),
);

export const downloadReport = defineEndpoint({
	method: "POST",
	path: "/application-reports/download",
	summary:
		"Make a report of an application in the background: applicants by stage, course and day, and the reasons given. The answer names the task, whose Excel file is downloaded.",
	section,
	access,
	body: v.strictObject({ applicationId: described(Id, "The application.") }),
	response: v.object({ taskId: text("The task that makes the report.") }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "too_many_tasks"],
	idempotent: true,
});

export const sendReport = defineEndpoint({
	method: "POST",
	path: "/application-reports/send",
	summary: "Make the same report and mail it to members of staff.",
	section,
	access,
	body: v.strictObject({
		applicationId: described(Id, "The application."),
		emails: described(
			v.pipe(
				v.array(Address),
				v.minLength(1, "Enter an email address"),
				v.maxLength(maxReportAddresses, `At most ${maxReportAddresses} addresses at a time.`),
			),
			"The email addresses of staff.",
		),
		startDate: described(
			v.optional(v.pipe(v.string(), v.isoTimestamp("This is not a valid date."))),
			"When the report was asked for, in ISO 8601; it is written on the report.",
		),
	}),
	response: v.object({ taskId: text("The task that makes and sends the report.") }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "not_staff", "too_many_tasks"],
	idempotent: true,
});
