import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { IdList, Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleText } from "#worker/contract/visible-text";

const readers = anyOf("candidate");
const section = "§7 Candidates";

/** Applicants one batch may name. */
export const maxBatchSize = 10_000;

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

/** Which applicants a list holds. `stage` is a step's id or a stage type. */
export const ListFilters = v.object({
	applicationId: v.optional(Id),
	stage: v.optional(v.pipe(v.string(), v.maxLength(64, "Unknown stage"))),
	administrationLevelItemIds: v.optional(IdList),
	courseIds: v.optional(IdList),
	keyword: v.optional(Keyword),
});
export type ListFilters = v.InferOutput<typeof ListFilters>;

const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Unknown position"), v.transform(Number));

export const listApplicants = defineEndpoint({
	method: "GET",
	path: "/candidates",
	summary:
		"Applicants of an application, newest first. Pages by `page` and `size`, or from a row on by `after` or `before`.",
	section,
	access: readers,
	query: v.object({
		...ListFilters.entries,
		page: PageIndex,
		size: PageSize(),
		after: v.optional(Cursor),
		before: v.optional(Cursor),
	}),
	response: v.object({
		...PageOf(ApplicantRow).entries,
		/** Pass as `after` and `before` to read on; null at the ends. */
		nextCursor: v.nullable(v.string()),
		previousCursor: v.nullable(v.string()),
		/** With a keyword the total stops at 1,000. */
		resultTotalIsExact: v.boolean(),
	}),
	problems: ["application_unavailable"],
});

export const countStages = defineEndpoint({
	method: "GET",
	path: "/statistics/candidate-stages",
	summary: "How many applicants stand at each step of the application's workflow.",
	section,
	access: readers,
	query: v.object({
		applicationId: v.optional(Id),
		administrationLevelItemIds: v.optional(IdList),
		courseIds: v.optional(IdList),
	}),
	response: v.object({ total: v.number(), stages: v.array(v.object({ ...Stage.entries, applicants: v.number() })) }),
	problems: ["application_unavailable"],
});

export const getApplicant = defineEndpoint({
	method: "GET",
	path: "/candidates/:id",
	summary: "One applicant.",
	section,
	access: readers,
	params: IdParams,
	response: Applicant,
	problems: ["not_found"],
});

export const getNeighbours = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/neighbours",
	summary: "The applicants before and after this one in a list, and its place there (null with a keyword or courses).",
	section: "§2 Applicant side sheet",
	access: readers,
	params: IdParams,
	query: ListFilters,
	response: v.object({
		previousId: v.nullable(v.string()),
		nextId: v.nullable(v.string()),
		position: v.nullable(v.number()),
		total: v.nullable(v.number()),
	}),
	problems: ["not_found"],
});

/** §5: a comment is required; 2,000 characters are plenty for a reason. */
export const Comment = v.pipe(
	v.string("Enter a comment"),
	v.transform(visibleText),
	v.minLength(1, "Enter a comment"),
	v.maxLength(2_000, "The comment can have at most 2,000 characters."),
);

/** why: the object, not the field, complains of a field that is left out. */
const commentMissing = (issue: v.StrictObjectIssue): string =>
	issue.expected === '"reason"' ? "Enter a comment" : issue.message;

const Version = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));

export const StageChange = v.strictObject(
	{ stageId: Id, reason: Comment, locationId: v.optional(v.nullable(Id)), version: Version },
	commentMissing,
);
export const CourseChange = v.strictObject({ courseId: Id, version: Version });
export const PostingChange = v.strictObject({ locationId: Id, version: Version });

const AnyChange = v.union([StageChange, CourseChange, PostingChange]);

/**
 * The change that the body's keys speak of, so that a fault is named with its field.
 * Asked without a body, for the documentation, it names them all.
 */
const ChangeByKey = v.lazy((body): v.GenericSchema<v.InferInput<typeof AnyChange>, v.InferOutput<typeof AnyChange>> => {
	if (body === undefined) return AnyChange;
	const names = (key: string) => typeof body === "object" && body !== null && Object.hasOwn(body, key);
	if (names("stageId")) return StageChange;
	return names("courseId") ? CourseChange : PostingChange;
});

export const updateApplicant = defineEndpoint({
	method: "PATCH",
	path: "/candidates/:id",
	summary:
		"Move to a stage `{stageId, reason, locationId?}`, post to a location `{locationId}` or change course `{courseId}`.",
	section,
	access: ["candidate:u"],
	params: IdParams,
	body: ChangeByKey,
	response: Applicant,
	problems: [
		"not_found",
		"stale_applicant",
		"already_at_stage",
		"step_not_in_workflow",
		"location_unknown",
		"location_unchanged",
		"course_not_offered",
		"course_unchanged",
	],
	idempotent: true,
});

const CandidateIds = v.pipe(
	v.array(Id),
	v.minLength(1, "Choose at least one applicant."),
	v.maxLength(maxBatchSize, `At most ${maxBatchSize.toLocaleString("en")} applicants at a time.`),
);

/** What happens, or happened, to one applicant of a batch. */
export const BatchOutcome = v.picklist([
	"moves",
	"moved",
	"already_there",
	"not_allowed",
	"not_found",
	"changed_meanwhile",
]);

export const BatchRow = v.object({
	id: v.string(),
	name: v.nullable(v.string()),
	applicationNumber: v.nullable(v.string()),
	outcome: BatchOutcome,
});

export const previewBatch = defineEndpoint({
	method: "POST",
	path: "/candidates/stage-preview",
	summary: "What a batch would do, in numbers, before it is done. Changes nothing.",
	section: "§4 Applicant stages",
	access: ["candidate:u"],
	body: v.strictObject({ candidateIds: CandidateIds, stageId: Id }),
	response: v.object({
		stage: Stage,
		moves: v.number(),
		alreadyThere: v.number(),
		notAllowed: v.number(),
		notFound: v.number(),
		/** Mails that go out. */
		emails: v.number(),
		/** When this was so, UTC milliseconds: the change itself names it. */
		asOf: v.number(),
	}),
	problems: ["step_not_in_workflow"],
});

export const updateApplicants = defineEndpoint({
	method: "PATCH",
	path: "/candidates",
	summary: "Move a selection to a stage. A large one runs as a task in whole slices; the answer then names the task.",
	section,
	access: ["candidate:u"],
	body: v.strictObject(
		{
			candidateIds: CandidateIds,
			stageId: Id,
			reason: Comment,
			locationId: v.optional(v.nullable(Id)),
			/** Who was moved by somebody since then, UTC milliseconds, is left out as changed meanwhile. */
			asOf: v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value."))),
		},
		commentMissing,
	),
	response: v.object({
		stage: Stage,
		moved: v.number(),
		taskId: v.nullable(v.string()),
		/** One row an applicant; empty while a task runs. */
		outcomes: v.array(BatchRow),
	}),
	problems: ["step_not_in_workflow", "location_unknown"],
	idempotent: true,
});

/** §3 Candidate log entry. */
export const LogEntry = v.object({
	id: v.string(),
	type: v.string(),
	reviewedBy: v.nullable(v.string()),
	stageName: v.nullable(v.string()),
	fromStageName: v.nullable(v.string()),
	reason: v.nullable(v.string()),
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
	query: v.object({ page: PageIndex, size: PageSize(50) }),
	response: v.object({ data: v.array(LogEntry), hasMore: v.boolean() }),
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
