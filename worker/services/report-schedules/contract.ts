import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { TimeOfDay } from "#worker/contract/time-of-day";

const section = "§7 Organisation and settings";

/** Users who open the screens of notifications: "reminder, email or report" (§6). */
const managers = anyOf("reminder", "candiemail", "appreport");

const maxRecipients = 20;
const frequencies = ["daily", "weekly", "monthly"] as const;
const Frequency = v.picklist(frequencies, "Choose how often");

const wholeBetween = (min: number, max: number, message: string) =>
	v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));

/** Reports of an application that are mailed to staff by themselves: "report settings" (§3). */
export const reportSchedule = recordEndpoints({
	path: "/report-settings",
	one: "report schedule",
	many: "report schedules",
	section,
	access: {
		read: managers,
		manage: managers,
		create: ["appreport:c"],
		update: ["appreport:u"],
		delete: ["appreport:d"],
	},
	fields: {
		name: recordName("The name of the schedule; each has its own."),
		applicationId: described(v.config(Id, { message: "Choose an application" }), "The application of the report."),
		frequency: described(Frequency, "How often it is sent."),
		weekday: described(
			v.optional(v.nullable(wholeBetween(1, 7, "Choose a weekday"))),
			"The weekday of a weekly report: 1 for Monday to 7 for Sunday.",
		),
		monthDay: described(
			v.optional(v.nullable(wholeBetween(1, 31, "Choose a day of the month"))),
			"The day of a monthly report, 1 to 31. A shorter month has its last day instead.",
		),
		time: described(TimeOfDay, "The time of day, HH:MM in the institution's time zone."),
		recipients: described(
			v.pipe(
				v.array(Id, "Choose who gets the report"),
				v.minLength(1, "Choose who gets the report"),
				v.maxLength(maxRecipients, `Choose at most ${maxRecipients} people.`),
			),
			"The ids of staff, who need a privilege on application reports. Each gets the applicants of their own places.",
		),
		enabled: described(v.boolean(), "Whether it is sent."),
	},
	row: {
		name: text("The name of the schedule; each has its own."),
		applicationId: text("The id of the application of the report."),
		application: described(v.nullable(Named), "The application of the report; null when it was deleted."),
		frequency: described(v.picklist(frequencies), "How often it is sent."),
		weekday: v.nullable(whole("The weekday of a weekly report: 1 for Monday to 7 for Sunday.")),
		monthDay: v.nullable(whole("The day of a monthly report.")),
		time: text("The time of day, HH:MM in the institution's time zone."),
		recipients: described(v.array(v.string()), "The ids of the staff who get it."),
		staff: described(v.array(Named), "Those of them who are still members of staff."),
		enabled: flag("Whether it is sent."),
		lastSentAt: v.nullable(moment("When it was last sent; null when it never was.")),
		lastSent: v.nullable(whole("How many people it was sent to then.")),
		nextAt: v.nullable(moment("When it is sent next; null while it is not enabled.")),
		problem: v.nullable(text("Why it could not be sent the last time; null when it could.")),
	},
	query: {
		name: described(v.optional(Keyword, ""), "Only schedules whose name contains every word of this text."),
		frequency: described(v.optional(Frequency), "Only schedules of this frequency."),
	},
	sorts: ["name", "frequency", "application"],
	problems: {
		create: ["schedule_not_saved", "application_unavailable", "recipient_unknown", "whole_institution_needed"],
		update: ["schedule_not_updated", "application_unavailable", "recipient_unknown", "whole_institution_needed"],
		remove: ["whole_institution_needed"],
	},
});
export const {
	list: listReportSchedules,
	find: getReportSchedule,
	create: createReportSchedule,
	update: updateReportSchedule,
	remove: deleteReportSchedule,
	history: listReportScheduleChanges,
	restore: restoreReportSchedule,
} = reportSchedule;
export const ReportSchedule = getReportSchedule.response;
export type ReportSchedule = v.InferOutput<typeof ReportSchedule>;

/** Privileges, any of which somebody needs to be sent reports. */
export const reportReaders = anyOf("appreport");

export const ReportRecipient = v.object({
	id: text("The id of the user."),
	name: text("The name of the user."),
	email: text("The email address of the user."),
});

export const listReportRecipients = defineEndpoint({
	method: "GET",
	path: "/report-settings/recipients",
	summary: "The staff to whom reports can be sent, by name.",
	section,
	access: managers,
	query: ShortListQuery,
	response: PageOf(ReportRecipient),
});

export const sendReportNow = defineEndpoint({
	method: "POST",
	path: "/report-settings/:id/send",
	summary: "Send the report of a schedule to its recipients now. It is still sent at its next time.",
	section,
	access: ["appreport:c", "appreport:u"],
	params: IdParams,
	response: v.object({ recipients: whole("How many people it is sent to.") }),
	problems: ["application_unavailable", "recipient_unknown", "schedule_just_sent"],
	idempotent: true,
});
