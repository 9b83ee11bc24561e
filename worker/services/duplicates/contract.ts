import * as v from "valibot";
import { dayMs } from "#worker/contract/day-ms";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { ApplicantRow } from "#worker/services/applicants/contract";

const readers = anyOf("candidate");
const writers = ["candidate:u"] as const;
const section = "§3 Applicant/candidate";

/** Why two applicants may be the same person: an identity key that both have. */
const Reason = v.object({
	kind: described(v.picklist(["exam", "phone", "email", "person"]), "What kind of identity both share."),
	value: text("The normalised value that both share; masked where it comes from a sensitive field."),
});

/** Two applicants of one application who may be the same person; the first registered earlier. */
export const Pair = v.object({
	first: described(ApplicantRow, "The applicant who registered earlier."),
	second: described(ApplicantRow, "The applicant who registered later."),
	reasons: described(v.array(Reason), "Why they may be one person."),
	dismissed: described(
		v.nullable(v.object({ by: text("The name of the user."), at: moment("When it was done.") })),
		"Who marked the two as not duplicates; null while nobody has.",
	),
});
export type Pair = v.InferOutput<typeof Pair>;

export const listDuplicates = defineEndpoint({
	method: "GET",
	path: "/duplicates",
	summary:
		"Lists pairs of an application's applicants who may be the same person, those with most in common first. With `dismissed`, lists the pairs that staff marked as not duplicates.",
	section,
	access: readers,
	query: v.strictObject({
		applicationId: described(Id, "The application."),
		dismissed: described(v.optional(v.picklist(["true"])), "Set to list the pairs that were marked as not duplicates."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(Pair),
	problems: ["application_unavailable"],
});

export const listDuplicatesOf = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/duplicates",
	summary: "Lists the pairs that an applicant is in, and the applicants that were merged into this one.",
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: v.object({
		...PageOf(Pair).entries,
		merges: described(
			v.array(
				v.object({
					id: text("The id of the merge."),
					sourceName: text("The name of the merged applicant."),
					sourceNumber: text("The number of the merged application."),
					createdAt: moment("When they were merged."),
				}),
			),
			"The applicants that were merged into this one, newest first.",
		),
	}),
});

/** How many records of each kind an applicant has, which a merge moves to the target. */
export const Belongings = v.object({
	transactions: whole("Payments."),
	referees: whole("Referees."),
	letters: whole("Letters."),
	emails: whole("Emails."),
	attachments: whole("Attached files."),
	logEntries: whole("Entries of the activity log."),
});

export const Side = v.object({
	...ApplicantRow.entries,
	hasPhoto: flag("Whether there is a passport picture."),
	formId: v.nullable(text("The id of the form; null without one.")),
	formVersion: v.nullable(whole("The version of the form's answers; null without a form.")),
	percentComplete: v.nullable(whole("How complete the form is, from 0 to 100; null without a form.")),
	belongings: described(Belongings, "How many records of each kind belong to the applicant."),
});
export type Side = v.InferOutput<typeof Side>;

export const Field = v.object({
	id: text(
		"`firstName`, `middleName`, `lastName`, `accountEmail`, `courseId`, `stageId`, `locationId`, or `form.` and the id of a form field.",
	),
	section: v.nullable(text("The section of the form; null for a field of the record.")),
	label: text("What the field is called."),
	kind: described(v.picklist(["text", "files"]), "Whether it holds text or files."),
	first: v.nullable(text("The value of the first applicant as it is shown; null for none.")),
	second: v.nullable(text("The value of the second applicant as it is shown; null for none.")),
	isSame: flag("Whether both have the same value."),
	isInFirst: flag("Whether the form of the first applicant has the field."),
	isInSecond: flag("Whether the form of the second applicant has the field."),
});
export type Field = v.InferOutput<typeof Field>;

const pairIds = {
	firstId: described(Id, "The id of one applicant."),
	secondId: described(Id, "The id of the other applicant."),
};

export const compareApplicants = defineEndpoint({
	method: "GET",
	path: "/duplicates/comparison",
	summary: "Compares two applicants of an application field by field, whether or not they are a pair.",
	section,
	access: readers,
	query: v.strictObject(pairIds),
	response: v.object({
		applicationId: text("The id of the application."),
		applicationTitle: text("The title of the application."),
		first: described(Side, "The first applicant."),
		second: described(Side, "The second applicant."),
		reasons: described(v.array(Reason), "Why they may be one person."),
		dismissed: Pair.entries.dismissed,
		fields: described(v.array(Field), "The fields to compare."),
	}),
	problems: ["not_found", "not_comparable"],
});

export const dismissPair = defineEndpoint({
	method: "POST",
	path: "/duplicates/dismissals",
	summary: "Marks two applicants as not duplicates, or removes the mark so that they are reviewed again.",
	section,
	access: writers,
	body: v.strictObject({ ...pairIds, isDismissed: flag("Whether the two are marked as not duplicates.") }),
	response: v.object({ isDismissed: flag("Whether the two are marked as not duplicates.") }),
	problems: ["not_found", "not_comparable"],
	idempotent: true,
});

export const maxMergeComment = 2_000;

export const mergeApplicants = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges",
	summary:
		"Merges the source applicant into the target: the target takes the named fields and everything that belongs to the source, and addresses of the source lead to the target. Can be undone for 90 days, while the target is not changed.",
	section,
	access: writers,
	body: v.strictObject({
		targetId: described(Id, "The applicant that is kept."),
		sourceId: described(Id, "The applicant that is archived."),
		targetVersion: whole("The version of the target that was compared."),
		sourceVersion: whole("The version of the source that was compared."),
		targetFormVersion: v.nullable(whole("The version of the target's form; null without one.")),
		sourceFormVersion: v.nullable(whole("The version of the source's form; null without one.")),
		sourceFields: described(
			v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(2_000)),
			"The ids of fields that the target takes from the source.",
		),
		comment: described(
			v.pipe(
				v.string(),
				v.trim(),
				v.maxLength(maxMergeComment, `The comment can have at most ${maxMergeComment} characters.`),
			),
			"Why they are merged; can be empty.",
		),
	}),
	created: "/duplicates/merges/{mergeId}",
	response: v.object({ mergeId: text("The id of the merge."), targetId: text("The applicant that is kept.") }),
	problems: [
		"not_found",
		"not_comparable",
		"stale_merge",
		"change_pending",
		"course_not_offered",
		"step_not_in_workflow",
		"stage_not_allowed",
		"location_unknown",
		"too_large",
	],
	idempotent: true,
});

export const undoableForMs = 90 * dayMs;

/** A field that the target took from the source, with its value before and after as they are shown. */
export const MergedField = v.object({
	id: text("The id of the field."),
	label: text("What the field is called."),
	before: v.nullable(text("The value before; null for none.")),
	after: v.nullable(text("The value after; null for none.")),
});
export type MergedField = v.InferOutput<typeof MergedField>;

export const getMerge = defineEndpoint({
	method: "GET",
	path: "/duplicates/merges/:id",
	summary: "Returns one merge: the two applicants, what the target took, and whether the merge was or can be undone.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		id: text("The id of the merge."),
		targetId: text("The applicant that was kept."),
		targetName: text("The name of the target before the merge."),
		targetNumber: text("The application number of the target."),
		sourceId: text("The applicant that was archived."),
		sourceName: text("The name of the source before the merge."),
		sourceNumber: text("The application number of the source."),
		comment: text("Why they were merged."),
		by: text("The name of the user who merged them."),
		createdAt: moment("When they were merged."),
		fields: described(v.array(MergedField), "The fields that the target took from the source."),
		moved: described(Belongings, "How many records of each kind the target took over."),
		undone: described(
			v.nullable(v.object({ by: text("The name of the user."), at: moment("When it was undone.") })),
			"Who undid the merge; null while nobody has.",
		),
		cannotUndo: v.nullable(text("Why it cannot be undone now; null when it can, or was.")),
	}),
});

export const undoMerge = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges/:id/undo",
	summary:
		"Undoes a merge as a whole: both applicants are as they were before it. Possible for 90 days, while the target is not changed; otherwise 409 with the reason.",
	section,
	access: writers,
	params: IdParams,
	response: v.object({
		targetId: text("The applicant that was kept."),
		sourceId: text("The applicant that is there again."),
		sourceName: text("The name of the applicant that is there again."),
	}),
	problems: ["not_found", "merge_not_undoable"],
	idempotent: true,
});
