import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

const section = "§7 Organisation and settings";
const access = anyOf("appreport");

/** Addresses that one report is mailed to. */
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
	body: v.strictObject({ applicationId: Id }),
	response: v.object({ taskId: v.string() }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable"],
	idempotent: true,
});

export const sendReport = defineEndpoint({
	method: "POST",
	path: "/application-reports/send",
	summary: "Make the same report and mail it to members of staff.",
	section,
	access,
	body: v.strictObject({
		applicationId: Id,
		emails: v.pipe(
			v.array(Address),
			v.minLength(1, "Enter an email address"),
			v.maxLength(maxReportAddresses, `At most ${maxReportAddresses} addresses at a time.`),
		),
		/** When it was asked for, as an ISO text: what the report says that it is of. */
		startDate: v.optional(v.pipe(v.string(), v.isoTimestamp("This is not a valid date."))),
	}),
	response: v.object({ taskId: v.string() }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "not_staff"],
	idempotent: true,
});
