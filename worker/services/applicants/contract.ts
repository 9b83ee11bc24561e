import * as v from "valibot";
import { ApplicantFilter } from "#worker/contract/applicant-filter";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("candidate");
const section = "§7 Candidates";

export const Stage = v.object({ id: v.string(), name: v.string(), type: v.string() });
const CourseName = v.object({ id: v.string(), code: v.string(), title: v.string() });
const LocationName = v.object({ id: v.string(), name: v.string() });

export const ApplicantRow = v.object({
	id: v.string(),
	firstName: v.string(),
	middleName: v.nullable(v.string()),
	lastName: v.string(),
	applicationNumber: v.string(),
	accountEmail: v.string(),
	applicationId: v.string(),
	stageId: v.string(),
	stage: Stage,
	course: CourseName,
	location: v.nullable(LocationName),
	/** All times in UTC milliseconds. */
	regDate: v.number(),
	stageChangedAt: v.number(),
	lastReviewed: v.nullable(v.number()),
	lastReviewedBy: v.nullable(v.string()),
	/** When anything of the record changed: a stage, an answer, a letter, a reference. */
	updatedAt: v.number(),
	/** Name it in a change, and the change is refused (409) when somebody was faster. */
	version: v.number(),
});
export type ApplicantRow = v.InferOutput<typeof ApplicantRow>;

/** §3 Applicant/candidate. */
export const Applicant = v.object({
	...ApplicantRow.entries,
	applicationTitle: v.string(),
	reference: v.string(),
	formId: v.nullable(v.string()),
	hasPhoto: v.boolean(),
	hasAttachments: v.boolean(),
	letter: v.nullable(v.string()),
	/** What §4's mapping and the public summary call it: the stage's type. */
	status: v.string(),
	tags: v.array(v.object({ label: v.string() })),
	referees: v.array(
		v.object({
			id: v.string(),
			name: v.string(),
			email: v.string(),
			phone: v.nullable(v.string()),
			status: v.string(),
		}),
	),
	/** Id of the public summary. */
	publicId: v.string(),
});
export type Applicant = v.InferOutput<typeof Applicant>;

/** A row of the list. */
export const ListedApplicant = v.object({
	...ApplicantRow.entries,
	/** The user opened it before, and somebody else changed it since. */
	isUnread: v.boolean(),
});
export type ListedApplicant = v.InferOutput<typeof ListedApplicant>;

/** Looks at an applicant with less than this between them are one visit. */
export const visitGapMs = 300_000;

/** How much others changed since the user's visit before this one, by the sheet's tab; at most 100 each. */
export const Changes = v.object({
	/** When that visit ended; null for a first one, at which nothing is new. */
	since: v.nullable(v.number()),
	information: v.number(),
	log: v.number(),
	attachments: v.number(),
	referees: v.number(),
	letter: v.number(),
	transactions: v.number(),
});
export type Changes = v.InferOutput<typeof Changes>;

export const OpenedApplicant = v.object({ ...Applicant.entries, changes: Changes });
export type OpenedApplicant = v.InferOutput<typeof OpenedApplicant>;

/** Longer than this at a stage where the office is waited for is long. */
export const longWaitMs = 14 * 86_400_000;

const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Unknown position"), v.transform(Number));

export const listApplicants = defineEndpoint({
	method: "GET",
	path: "/candidates",
	summary:
		"Applicants of an application, newest first. Pages by `page` and `size`, or from a row on by `after` or `before`.",
	section,
	access: readers,
	query: v.strictObject({
		...ApplicantFilter.entries,
		page: PageIndex,
		size: PageSize(),
		after: v.optional(Cursor),
		before: v.optional(Cursor),
	}),
	response: v.object({
		...PageOf(ListedApplicant).entries,
		/** Pass as `after` and `before` to read on; null at the ends. */
		nextCursor: v.nullable(v.string()),
		previousCursor: v.nullable(v.string()),
		/** With a keyword, a group or an order of its own the total stops at 1,000. */
		resultTotalIsExact: v.boolean(),
	}),
	problems: ["application_unavailable", "stage_unknown"],
});

export const countStages = defineEndpoint({
	method: "GET",
	path: "/statistics/candidate-stages",
	summary: "How many applicants stand at each step of the application's workflow.",
	section,
	access: readers,
	query: v.strictObject({
		applicationId: ApplicantFilter.entries.applicationId,
		administrationLevelItemIds: ApplicantFilter.entries.administrationLevelItemIds,
		courseIds: ApplicantFilter.entries.courseIds,
	}),
	response: v.object({ total: v.number(), stages: v.array(v.object({ ...Stage.entries, applicants: v.number() })) }),
	problems: ["application_unavailable"],
});

/** An answer that counts no further says this many: shown as '99+'. */
export const countedNeeds = 100;
const Counted = v.number();

export const countNeeds = defineEndpoint({
	method: "GET",
	path: "/statistics/candidate-needs",
	summary:
		"How many applicants of an application are new or wait for the office; all but the new and the changed are counted to 100.",
	section,
	access: readers,
	query: v.strictObject({ applicationId: Id }),
	response: v.object({
		/** All of them, from kept counts: those who submitted, or registered where no stage is for the submitted. */
		new: v.number(),
		/** The stage to list for them: a step's id, or the type of several; null without a workflow. */
		newStage: v.nullable(v.string()),
		waiting: Counted,
		referee: Counted,
		payment: Counted,
		/** All of them: changes are looked for among the 200 whom the user opened last. */
		changed: v.number(),
		/** Pairs of them who may be one person. */
		duplicates: Counted,
		/** Those of `changed` by their id and `updatedAt`: who has opened one since has seen it. */
		news: v.array(v.tuple([v.string(), v.number()])),
	}),
	problems: [],
});

export const getApplicant = defineEndpoint({
	method: "GET",
	path: "/candidates/:id",
	summary: "One applicant, and how much changed since the user opened them before.",
	section,
	access: readers,
	params: IdParams,
	response: OpenedApplicant,
	problems: ["not_found"],
});

export const getNeighbours = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/neighbours",
	summary: "The applicants before and after this one in a list, and its place there (null with a keyword or courses).",
	section: "§2 Applicant side sheet",
	access: readers,
	params: IdParams,
	query: ApplicantFilter,
	response: v.object({
		previousId: v.nullable(v.string()),
		nextId: v.nullable(v.string()),
		/** The next one who is neither admitted nor declined. */
		nextUndecidedId: v.nullable(v.string()),
		position: v.nullable(v.number()),
		total: v.nullable(v.number()),
	}),
	problems: ["not_found", "stage_unknown"],
});

/** §3 Candidate log entry. */
export const LogEntry = v.object({
	id: v.string(),
	type: v.string(),
	reviewedBy: v.nullable(v.string()),
	stageName: v.nullable(v.string()),
	fromStageName: v.nullable(v.string()),
	reason: v.nullable(v.string()),
	/** The event whose old and new values `GET /candidates/:id/changes` answers; null when it changed none. */
	changeId: v.nullable(v.string()),
	/** Of a `MERGE`, what was made one; it can be looked at and undone. */
	mergeId: v.nullable(v.string()),
	createdAt: v.number(),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

export const listLog = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/log",
	summary: "What happened to the applicant, newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize(50) }),
	response: PageOf(LogEntry),
	problems: ["not_found"],
});

export const getPhoto = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/photo",
	summary: "The passport picture.",
	section: "§2 Applicant side sheet",
	access: readers,
	params: IdParams,
	response: v.instance(Response),
	problems: ["not_found"],
});
