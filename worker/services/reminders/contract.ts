import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { TimeOfDay } from "#worker/contract/time-of-day";

const section = "§7 Organisation and settings";

/** Users who open the screens of notifications: "reminder, email or report" (§6). */
export const notificationManagers = anyOf("reminder", "candiemail", "appreport");

export const audiences = ["incomplete", "unpaid", "referees", "deadline"] as const;
export type Audience = (typeof audiences)[number];

const Audience = v.picklist(audiences, "Choose who is reminded");
const Timing = v.picklist(["after", "before"], "Choose when");
const daysWrong = "Enter a whole number of days from 0 to 365";

/** Emails that are sent by themselves, once for each person and occasion. */
export const reminderRecord = recordEndpoints({
	path: "/reminders",
	one: "reminder",
	many: "reminders",
	section,
	access: {
		read: notificationManagers,
		manage: notificationManagers,
		create: ["reminder:c"],
		update: ["reminder:u"],
		delete: ["reminder:d"],
	},
	fields: {
		name: recordName("The name of the reminder; each has its own."),
		audience: described(
			Audience,
			"Who is written to: applicants whose form is not submitted, applicants without a successful payment, referees who were asked and have not answered, or, before a deadline, applicants whose form or references are missing.",
		),
		timing: described(
			Timing,
			"after: days after an applicant registered, or a referee was asked. before: days before the application closes.",
		),
		days: described(
			v.pipe(v.number(daysWrong), v.integer(daysWrong), v.minValue(0, daysWrong), v.maxValue(365, daysWrong)),
			"How many days after or before.",
		),
		time: described(TimeOfDay, "The time of day, HH:MM in the institution's time zone. Quiet hours hold it back."),
		templateId: described(v.config(Id, { message: "Choose a template" }), "The email template that is sent."),
		applicationId: described(
			v.optional(v.nullable(Id)),
			"The application whose applicants are reminded; null for every active application.",
		),
		enabled: described(v.boolean(), "Whether it is sent."),
	},
	row: {
		name: text("The name of the reminder; each has its own."),
		audience: described(v.picklist(audiences), "Who is written to."),
		timing: described(v.picklist(["after", "before"]), "Whether the days are before or after."),
		days: whole("How many days after or before."),
		time: text("The time of day, HH:MM in the institution's time zone."),
		templateId: text("The id of the template that is sent."),
		template: described(v.nullable(Named), "The template that is sent; null when it was deleted."),
		applicationId: v.nullable(text("The id of the application; null for every active application.")),
		application: described(v.nullable(Named), "The application; null for every active application."),
		enabled: flag("Whether it is sent."),
		lastSentAt: v.nullable(moment("When it last wrote to anybody; null if it never has.")),
		lastSent: v.nullable(whole("How many people it wrote to then.")),
		nextAt: v.nullable(moment("When it is sent next, after quiet hours; null while it is not enabled.")),
		problem: v.nullable(text("Why it could not be sent the last time; null when it could.")),
	},
	query: {
		name: described(v.optional(Keyword, ""), "Only reminders whose name contains every word of this text."),
		audience: described(v.optional(Audience), "Only reminders to these people."),
		enabled: described(
			v.optional(v.picklist(["true", "false"], "This must be true or false.")),
			"Only reminders that are enabled, or only those that are not.",
		),
	},
	sorts: ["name", "audience", "time"],
	problems: {
		create: [
			...(["reminder_not_saved", "template_unknown", "merge_field_unknown", "merge_field_empty"] as const),
			...(["application_unavailable", "whole_institution_needed"] as const),
		],
		update: [
			...(["reminder_not_updated", "template_unknown", "merge_field_unknown", "merge_field_empty"] as const),
			...(["application_unavailable", "whole_institution_needed"] as const),
		],
		remove: ["whole_institution_needed"],
	},
});
export const {
	list: listReminders,
	find: getReminder,
	create: createReminder,
	update: updateReminder,
	remove: deleteReminder,
	history: listReminderChanges,
	restore: restoreReminder,
} = reminderRecord;
export const Reminder = getReminder.response;
export type Reminder = v.InferOutput<typeof Reminder>;

export const listReminderChoices = defineEndpoint({
	method: "GET",
	path: "/reminders/choices",
	summary:
		"The applications and the email templates that reminders and report schedules can name, by title and by name.",
	section,
	access: notificationManagers,
	response: v.object({
		applications: described(v.array(Named), "The applications, active or not."),
		templates: described(v.array(Named), "The email templates that are in use."),
	}),
});

/** How many people a dry run names. */
export const namedInDryRun = 5;

const DryRun = v.object({
	total: whole("How many people the reminder would write to now, within the places of the user."),
	first: described(
		v.array(
			v.object({
				id: text("The id of the applicant."),
				name: text("The name of the applicant, or of the referee."),
				about: text("The application number, and of a referee the applicant's name."),
			}),
		),
		`The first ${namedInDryRun} of them; empty for users who may not see applicants.`,
	),
});
export type DryRun = v.InferOutput<typeof DryRun>;

export const tryReminder = defineEndpoint({
	method: "GET",
	path: "/reminders/:id/dry-run",
	summary: "Count who a reminder would be sent to now, and list the first of them. Nothing is sent.",
	section,
	access: anyOf("reminder"),
	params: IdParams,
	response: DryRun,
});
