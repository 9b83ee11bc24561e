import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword } from "#worker/contract/page";
import type { Permission } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";

/** Who may erase applicants may have it done by a rule (§6). */
const access: readonly Permission[] = ["candidate:d"];
const section = "§3 Applicant/candidate";

/** The stage types at which a rule erases applicants. */
export const outcomes = ["never_submitted", "declined"] as const;
export type Outcome = (typeof outcomes)[number];
const Outcome = v.picklist(outcomes, "Choose who is erased");

const monthsWrong = "Enter a whole number of months from 1 to 240";

/** Days between the notice to those who may erase applicants and the erasure. */
export const noticeDays = 7;

export const retentionRecord = recordEndpoints({
	path: "/retention-rules",
	one: "retention rule",
	many: "retention rules",
	section,
	access: { read: access, manage: access, create: access, update: access, delete: access },
	fields: {
		name: recordName("The name of the rule; each has its own."),
		applicationId: described(
			v.config(Id, { message: "Choose an application" }),
			"The application whose applicants are erased.",
		),
		outcome: described(
			Outcome,
			"never_submitted: applicants at a stage of type REGISTRATION who have not submitted their form. declined: at a stage of type DECLINED.",
		),
		months: described(
			v.pipe(v.number(monthsWrong), v.integer(monthsWrong), v.minValue(1, monthsWrong), v.maxValue(240, monthsWrong)),
			"How many months after the application has closed, and after the applicant came to that stage.",
		),
		enabled: described(
			v.optional(v.boolean(), false),
			"Whether applicants are erased. A new rule is not enabled: its dry run is looked at first.",
		),
	},
	row: {
		name: text("The name of the rule."),
		applicationId: text("The id of the application."),
		application: described(Named, "The application."),
		outcome: described(v.picklist(outcomes), "Who is erased."),
		months: whole("How many months afterwards."),
		enabled: flag("Whether applicants are erased."),
		erasesAt: v.nullable(moment("When those who were announced last are erased; null while nobody is.")),
		lastErasedAt: v.nullable(moment("When it last had anybody erased; null when it never did.")),
		lastErased: v.nullable(whole("How many it had erased then.")),
	},
	query: { name: described(v.optional(Keyword, ""), "Only rules whose name contains every word of this text.") },
	sorts: ["name"],
	problems: {
		create: ["retention_rule_exists", "application_unavailable", "whole_institution_needed"],
		update: ["retention_rule_exists", "application_unavailable", "whole_institution_needed"],
		remove: ["whole_institution_needed"],
	},
});
export const {
	list: listRetentionRules,
	find: getRetentionRule,
	create: createRetentionRule,
	update: updateRetentionRule,
	remove: deleteRetentionRule,
	history: listRetentionRuleChanges,
	restore: restoreRetentionRule,
} = retentionRecord;
export const RetentionRule = getRetentionRule.response;
export type RetentionRule = v.InferOutput<typeof RetentionRule>;

export const listRetentionChoices = defineEndpoint({
	method: "GET",
	path: "/retention-rules/choices",
	summary: "The applications that a retention rule can be for, the active ones first.",
	section,
	access,
	response: v.object({ applications: described(v.array(Named), "The applications.") }),
});

/** A dry run counts no more at a stage. */
export const mostCounted = 10_000;

export const RetentionDryRun = v.object({
	stages: described(
		v.array(
			v.object({
				id: text("The id of the stage."),
				name: text("The name of the stage."),
				applicants: whole(`How many would be erased now; at most ${mostCounted.toLocaleString("en")} are counted.`),
				isExact: flag("Whether there are no more."),
			}),
		),
		"The stages whose applicants the rule erases.",
	),
	closesAt: v.nullable(
		moment("When the application closes or has closed; null while it has no end, and nobody is erased."),
	),
});
export type RetentionDryRun = v.InferOutput<typeof RetentionDryRun>;

export const tryRetentionRule = defineEndpoint({
	method: "GET",
	path: "/retention-rules/:id/dry-run",
	summary: "Count by stage who a retention rule would erase if it ran now, enabled or not. Nobody is erased.",
	section,
	access,
	params: IdParams,
	response: RetentionDryRun,
	problems: ["not_found", "whole_institution_needed"],
});
