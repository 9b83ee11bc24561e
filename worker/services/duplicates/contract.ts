import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { ApplicantRow } from "#worker/services/applicants/contract";

const readers = anyOf("candidate");
const writers = ["candidate:u"] as const;
const section = "§3 Applicant/candidate";

/** Why two applicants may be one person: what both are known by. */
const Reason = v.object({
	kind: v.picklist(["exam", "phone", "email", "person"]),
	/** Normalised, as both have it. */
	value: v.string(),
});

/** Two applicants of one application who may be one person; the one who registered earlier is the first. */
const Pair = v.object({
	first: ApplicantRow,
	second: ApplicantRow,
	reasons: v.array(Reason),
	/** Who said that they are two persons, and when; null while nobody has. */
	decision: v.nullable(v.object({ by: v.string(), at: v.number() })),
	/** UTC milliseconds. */
	foundAt: v.number(),
});
export type Pair = v.InferOutput<typeof Pair>;

export const listDuplicates = defineEndpoint({
	method: "GET",
	path: "/duplicates",
	summary:
		"Applicants of an application who may be one person, those with most in common first; with `decided`, those who were found to be two.",
	section,
	access: readers,
	query: v.object({
		applicationId: Id,
		decided: v.optional(v.picklist(["true"])),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(Pair),
	problems: ["application_unavailable"],
});

export const listDuplicatesOf = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/duplicates",
	summary: "Who may be the same person as an applicant, and what was merged into them.",
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: v.object({
		...PageOf(Pair).entries,
		/** Newest first; those that were undone are left out. */
		merges: v.array(
			v.object({ id: v.string(), mergedName: v.string(), mergedNumber: v.string(), createdAt: v.number() }),
		),
	}),
	problems: ["not_found"],
});

/** What hangs on an applicant and goes over to the one who is kept. */
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
	/** Of the form's answers; null without a form. Merge names both versions. */
	formVersion: v.nullable(v.number()),
	/** 0 to 100; null without a form. */
	percentComplete: v.nullable(v.number()),
	belongings: Belongings,
});
export type Side = v.InferOutput<typeof Side>;

/** Of which the one or the other can be kept. */
const Field = v.object({
	/**
	 * `firstName`, `middleName`, `lastName`, `accountEmail`, `courseId`, `stageId`, `locationId`, or `form.` and the id of
	 * a field of the form.
	 */
	id: v.string(),
	/** Null for what is no part of the form. */
	section: v.nullable(v.string()),
	label: v.string(),
	kind: v.picklist(["text", "files"]),
	/** As they are shown, the first applicant's and the second's; null where there is nothing. */
	first: v.nullable(v.string()),
	second: v.nullable(v.string()),
	isSame: v.boolean(),
	/** Does the form of the first, or of the second, ask for it? Who is not asked for it cannot take it. */
	isInFirst: v.boolean(),
	isInSecond: v.boolean(),
});
export type Field = v.InferOutput<typeof Field>;

const sides = { firstId: Id, secondId: Id };

export const compareApplicants = defineEndpoint({
	method: "GET",
	path: "/duplicates/comparison",
	summary: "Two applicants of an application field by field, whether or not they were found to be alike.",
	section,
	access: readers,
	query: v.object(sides),
	response: v.object({
		applicationId: v.string(),
		applicationTitle: v.string(),
		first: Side,
		second: Side,
		reasons: v.array(Reason),
		decision: Pair.entries.decision,
		fields: v.array(Field),
	}),
	problems: ["not_found", "not_comparable"],
});

export const decideDuplicate = defineEndpoint({
	method: "POST",
	path: "/duplicates/decisions",
	summary: "Say that two applicants are two persons, or take that back.",
	section,
	access: writers,
	body: v.strictObject({ ...sides, areDifferent: v.boolean() }),
	response: v.object({ areDifferent: v.boolean() }),
	problems: ["not_found", "not_comparable"],
	idempotent: true,
});

/** The longest comment on a merge, in characters. */
export const maxMergeComment = 2_000;

export const mergeApplicants = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges",
	summary:
		"Make one applicant of two: fields are taken from whom it says, everything that hangs on the other goes over, and the other's addresses lead to the one who is kept. Can be undone.",
	section,
	access: writers,
	body: v.strictObject({
		/** Who stays. */
		keptId: Id,
		mergedId: Id,
		/** As they were seen; somebody faster is 409. */
		keptVersion: v.number(),
		mergedVersion: v.number(),
		keptFormVersion: v.nullable(v.number()),
		mergedFormVersion: v.nullable(v.number()),
		/** Ids of fields taken from the one who goes; all others stay as they are. */
		taken: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(2_000)),
		comment: v.pipe(
			v.string(),
			v.trim(),
			v.maxLength(maxMergeComment, `The comment can have at most ${maxMergeComment} characters.`),
		),
	}),
	response: v.object({ mergeId: v.string(), keptId: v.string() }),
	created: "/duplicates/merges/{mergeId}",
	problems: [
		"not_found",
		"not_comparable",
		"stale_merge",
		"merge_held",
		"course_not_offered",
		"step_not_in_workflow",
		"location_unknown",
		"too_large",
	],
	idempotent: true,
});

export const getMerge = defineEndpoint({
	method: "GET",
	path: "/duplicates/merges/:id",
	summary: "One merge: who was merged into whom, what was taken and moved, and whether it was undone.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		id: v.string(),
		keptId: v.string(),
		keptName: v.string(),
		keptNumber: v.string(),
		mergedId: v.string(),
		mergedName: v.string(),
		mergedNumber: v.string(),
		comment: v.string(),
		by: v.string(),
		createdAt: v.number(),
		/** What was taken from the one who went, with what the other had before; as they were shown. */
		taken: v.array(
			v.object({ id: v.string(), label: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
		),
		moved: Belongings,
		undone: v.nullable(v.object({ by: v.string(), at: v.number(), kept: v.array(v.string()) })),
		/** Fields taken that an undo leaves as they are: changed since, or what they were is gone; by their labels. */
		changedSince: v.array(v.string()),
		/** What an undo cannot give back to the one who went, in words; null when it gives back everything. */
		lost: v.nullable(v.string()),
		/** Why it cannot be undone at this moment; null when it can. */
		cannotUndo: v.nullable(v.string()),
	}),
	problems: ["not_found"],
});

export const undoMerge = defineEndpoint({
	method: "POST",
	path: "/duplicates/merges/:id/undo",
	summary:
		"Make two applicants of one again: the one who went is as they were, with everything that came from them; what was changed since stays with the one who was kept. Once, however often it is asked.",
	section,
	access: writers,
	params: IdParams,
	response: v.object({
		keptId: v.string(),
		mergedId: v.string(),
		mergedName: v.string(),
		/** Labels of fields that were changed since, or would go back to what is gone, and stay. */
		kept: v.array(v.string()),
		/** What the one who went did not get back, in words; null when they got back everything. */
		lost: v.nullable(v.string()),
	}),
	problems: ["not_found", "merge_not_undoable"],
	idempotent: true,
});
