import * as v from "valibot";
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
	kind: v.picklist(["exam", "phone", "email", "person"]),
	/** Normalised, as both have it. */
	value: v.string(),
});

/** Two applicants of one application who may be the same person; the first registered earlier. */
const Pair = v.object({
	first: ApplicantRow,
	second: ApplicantRow,
	reasons: v.array(Reason),
	/** Who marked the two as not duplicates, and when in UTC milliseconds; null while nobody has. */
	dismissed: v.nullable(v.object({ by: v.string(), at: v.number() })),
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
		applicationId: Id,
		dismissed: v.optional(v.picklist(["true"])),
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
		/** Newest first, without those that were undone. */
		merges: v.array(
			v.object({ id: v.string(), sourceName: v.string(), sourceNumber: v.string(), createdAt: v.number() }),
		),
	}),
	problems: ["not_found"],
});

/** How many records of each kind an applicant has, which a merge moves to the target. */
const Belongings = v.object({
	transactions: v.number(),
	referees: v.number(),
	letters: v.number(),
	emails: v.number(),
	attachments: v.number(),
	logEntries: v.number(),
});

const Side = v.object({
	...ApplicantRow.entries,
	hasPhoto: v.boolean(),
	formId: v.nullable(v.string()),
	/** The version of the form's answers; null without a form. A merge names both versions. */
	formVersion: v.nullable(v.number()),
	/** 0 to 100; null without a form. */
	percentComplete: v.nullable(v.number()),
	belongings: Belongings,
});
export type Side = v.InferOutput<typeof Side>;

/** A field in which either value can be kept. */
const Field = v.object({
	/**
	 * `firstName`, `middleName`, `lastName`, `accountEmail`, `courseId`, `stageId`, `locationId`, or `form.` and the id of
	 * a form field.
	 */
	id: v.string(),
	/** The form's section; null for a field of the record. */
	section: v.nullable(v.string()),
	label: v.string(),
	kind: v.picklist(["text", "files"]),
	/** The values as they are shown; null for an empty one. */
	first: v.nullable(v.string()),
	second: v.nullable(v.string()),
	isSame: v.boolean(),
	/** Whether each applicant's form has this field. A value can only be taken into a form that has it. */
	isInFirst: v.boolean(),
	isInSecond: v.boolean(),
});
export type Field = v.InferOutput<typeof Field>;

const pairIds = { firstId: Id, secondId: Id };

export const compareApplicants = defineEndpoint({
	method: "GET",
	path: "/duplicates/comparison",
	summary: "Compares two applicants of an application field by field, whether or not they are a pair.",
	section,
	access: readers,
	query: v.strictObject(pairIds),
	response: v.object({
		applicationId: v.string(),
		applicationTitle: v.string(),
		first: Side,
		second: Side,
		reasons: v.array(Reason),
		dismissed: Pair.entries.dismissed,
		fields: v.array(Field),
	}),
	problems: ["not_found", "not_comparable"],
});

export const dismissPair = defineEndpoint({
	method: "POST",
	path: "/duplicates/dismissals",
	summary: "Marks two applicants as not duplicates, or removes the mark so that they are reviewed again.",
	section,
	access: writers,
	body: v.strictObject({ ...pairIds, isDismissed: v.boolean() }),
	response: v.object({ isDismissed: v.boolean() }),
	problems: ["not_found", "not_comparable"],
	idempotent: true,
});

/** The longest comment on a merge, in characters. */
export const maxMergeComment = 2_000;

export const mergeApplicants = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges",
	summary:
		"Merges the source applicant into the target: the target takes the named fields and everything that belongs to the source, and addresses of the source lead to the target. Can be undone for 90 days, while the target is not changed.",
	section,
	access: writers,
	body: v.strictObject({
		/** The applicant that is kept. */
		targetId: Id,
		/** The applicant that is archived. */
		sourceId: Id,
		/** The versions that were compared; if one has changed since, the answer is 409. */
		targetVersion: v.number(),
		sourceVersion: v.number(),
		targetFormVersion: v.nullable(v.number()),
		sourceFormVersion: v.nullable(v.number()),
		/** Ids of the fields whose value comes from the source; all others keep the target's. */
		sourceFields: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(2_000)),
		comment: v.pipe(
			v.string(),
			v.trim(),
			v.maxLength(maxMergeComment, `The comment can have at most ${maxMergeComment} characters.`),
		),
	}),
	created: "/duplicates/merges/{mergeId}",
	response: v.object({ mergeId: v.string(), targetId: v.string() }),
	problems: [
		"not_found",
		"not_comparable",
		"stale_merge",
		"change_pending",
		"course_not_offered",
		"step_not_in_workflow",
		"location_unknown",
		"too_large",
	],
	idempotent: true,
});

/** How long a merge can be undone. */
export const undoableForMs = 90 * 86_400_000;

/** A field that the target took from the source, with its value before and after as they are shown. */
const MergedField = v.object({
	id: v.string(),
	label: v.string(),
	before: v.nullable(v.string()),
	after: v.nullable(v.string()),
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
		id: v.string(),
		targetId: v.string(),
		/** Both names are those before the merge. */
		targetName: v.string(),
		targetNumber: v.string(),
		sourceId: v.string(),
		sourceName: v.string(),
		sourceNumber: v.string(),
		comment: v.string(),
		by: v.string(),
		createdAt: v.number(),
		fields: v.array(MergedField),
		moved: Belongings,
		undone: v.nullable(v.object({ by: v.string(), at: v.number() })),
		/** Why it cannot be undone now; null when it can, or was. */
		cannotUndo: v.nullable(v.string()),
	}),
	problems: ["not_found"],
});

export const undoMerge = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges/:id/undo",
	summary:
		"Undoes a merge as a whole: both applicants are as they were before it. Possible for 90 days, while the target is not changed; otherwise 409 with the reason.",
	section,
	access: writers,
	params: IdParams,
	response: v.object({ targetId: v.string(), sourceId: v.string(), sourceName: v.string() }),
	problems: ["not_found", "merge_not_undoable"],
	idempotent: true,
});
