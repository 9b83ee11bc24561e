import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Comment, commentMissing } from "#worker/services/applicants/change.contract";
import { Stage } from "#worker/services/applicants/contract";

/** Applicants one batch may name. */
export const maxBatchSize = 10_000;

const CandidateIds = v.pipe(
	v.array(Id),
	v.minLength(1, "Choose at least one applicant."),
	v.maxLength(maxBatchSize, `At most ${maxBatchSize.toLocaleString("en")} applicants at a time.`),
);

/** When the consequences were counted, UTC milliseconds: whom somebody has changed since is left out and named. */
const AsOf = v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value.")));

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
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: v.strictObject(
		{
			candidateIds: CandidateIds,
			stageId: Id,
			reason: Comment,
			locationId: v.optional(v.nullable(Id)),
			asOf: AsOf,
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

/** Applicants whose course or posting one call changes. */
export const maxDetailBatch = 500;

const DetailIds = v.pipe(
	v.array(Id),
	v.minLength(1, "Choose at least one applicant."),
	v.maxLength(maxDetailBatch, `At most ${maxDetailBatch} applicants at a time.`),
);
const course = { candidateIds: DetailIds, courseId: Id };
const posting = { candidateIds: DetailIds, locationId: Id };

/** The course or the posting, as the body's keys say; asked without a body, for the documentation, both. */
const byKey = <C, P>(ofCourse: v.GenericSchema<C>, ofPosting: v.GenericSchema<P>) =>
	v.lazy((body): v.GenericSchema<C | P> => {
		if (body === undefined) return v.union([ofCourse, ofPosting]);
		return typeof body === "object" && body !== null && Object.hasOwn(body, "courseId") ? ofCourse : ofPosting;
	});

const DetailOfMany = byKey(v.strictObject(course), v.strictObject(posting));
export type DetailOfMany = v.InferOutput<typeof DetailOfMany>;

const DetailChange = byKey(v.strictObject({ ...course, asOf: AsOf }), v.strictObject({ ...posting, asOf: AsOf }));
export type DetailChange = v.InferOutput<typeof DetailChange>;

const detailProblems = ["course_not_offered", "location_unknown"] as const;

export const previewDetails = defineEndpoint({
	method: "POST",
	path: "/candidates/details-preview",
	summary: "What giving a selection another course, or posting it, would do, in numbers. Changes nothing.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: DetailOfMany,
	response: v.object({
		/** The course or the location. */
		name: v.string(),
		changes: v.number(),
		alreadyThere: v.number(),
		/** Their application does not offer the course. */
		notAllowed: v.number(),
		notFound: v.number(),
		/** When this was so, UTC milliseconds: the change itself names it. */
		asOf: v.number(),
	}),
	problems: detailProblems,
});

export const updateDetails = defineEndpoint({
	method: "PATCH",
	path: "/candidates/details",
	summary: "Give a selection another course `{courseId}`, or post it `{locationId}`, in one piece.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: DetailChange,
	response: v.object({ name: v.string(), changed: v.number(), outcomes: v.array(BatchRow) }),
	problems: detailProblems,
	idempotent: true,
});
