import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { maxPageSize } from "#worker/contract/page";
import { Comment, commentMissing, ReasonId } from "#worker/services/stage-changes/comment.contract";
import { ListFilters, Stage } from "#worker/services/applicants/contract";
import { Moved } from "#worker/services/stage-changes/moved.contract";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

/** Applicants one batch may name. */
export const maxBatchSize = 10_000;

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

/** Whom a batch is about: those named, or all that the filters of a list let through. */
export const choice = {
	candidateIds: v.optional(CandidateIds),
	matching: v.optional(ListFilters),
	/** How many the page said they are: with others by now, nothing is done. */
	expected: v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value."))),
};

interface Chosen {
	candidateIds?: unknown;
	matching?: unknown;
}

/** Is it said in one way? */
export const isOneChoice = ({ candidateIds, matching }: Chosen) =>
	(candidateIds === undefined) !== (matching === undefined);
export const chooseSome = "Choose at least one applicant.";

/** Which of the rows a preview names: all are counted, a page is listed. */
export const rowsPage = {
	page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000)), 0),
	size: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxPageSize)), 0),
};
/** Them, and how many there are in all. */
export const listedRows = { rows: v.array(BatchRow), total: v.number() };

/** When the consequences were counted, UTC milliseconds: whom somebody has changed since is left out and named. */
const AsOf = v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value.")));

export const previewBatch = defineEndpoint({
	method: "POST",
	path: "/candidates/stage-preview",
	summary: "What a batch would do, in numbers, before it is done. Changes nothing.",
	section: "§4 Applicant stages",
	access: ["candidate:u"],
	body: v.pipe(
		v.strictObject({ ...choice, stageId: Id, ...rowsPage }),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({
		stage: Stage,
		moves: v.number(),
		alreadyThere: v.number(),
		notAllowed: v.number(),
		notFound: v.number(),
		/** Mails that go out. */
		emails: v.number(),
		messages: StageMessages,
		...listedRows,
		/** When this was so, UTC milliseconds: the change itself names it. */
		asOf: v.number(),
	}),
	problems: ["step_not_in_workflow", "application_unavailable", "selection_changed"],
});

export const updateApplicants = defineEndpoint({
	method: "PATCH",
	path: "/candidates",
	summary: "Move a selection to a stage. A large one runs as a task in whole slices; the answer then names the task.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: v.pipe(
		v.strictObject(
			{
				...choice,
				stageId: Id,
				reason: Comment,
				locationId: v.optional(v.nullable(Id)),
				asOf: AsOf,
				/** Nobody is written to because of this change. */
				doNotNotify: v.optional(v.boolean()),
				reasonId: ReasonId,
			},
			commentMissing,
		),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({
		stage: Stage,
		moved: v.number(),
		taskId: v.nullable(v.string()),
		/** One row an applicant; empty while a task runs. */
		outcomes: v.array(BatchRow),
		/** How it can be undone; null when nobody moved, or a task is about to move them. */
		move: v.nullable(Moved),
	}),
	problems: [
		"step_not_in_workflow",
		"location_unknown",
		"stage_mail_broken",
		"reason_unknown",
		"application_unavailable",
		"selection_changed",
	],
	idempotent: true,
});

const course = { ...choice, courseId: Id };
const posting = { ...choice, locationId: Id };

const chosen = <S extends v.GenericSchema<unknown, Chosen>>(schema: S) =>
	v.pipe(
		schema,
		v.rawCheck(({ dataset, addIssue }) => {
			if (dataset.typed && !isOneChoice(dataset.value))
				addIssue({ message: chooseSome, path: atChoice(dataset.value) });
		}),
	);

/** The place of the field that names those who are chosen. */
const atChoice = (input: Chosen): [v.ObjectPathItem] => [
	{ type: "object", origin: "value", input: { ...input }, key: "candidateIds", value: input.candidateIds },
];

/** The course or the posting, as the body's keys say; asked without a body, for the documentation, both. */
const byKey = <CI, CO, PI, PO>(ofCourse: v.GenericSchema<CI, CO>, ofPosting: v.GenericSchema<PI, PO>) =>
	v.lazy((body): v.GenericSchema<CI | PI, CO | PO> => {
		if (body === undefined) return v.union([ofCourse, ofPosting]);
		return typeof body === "object" && body !== null && Object.hasOwn(body, "courseId") ? ofCourse : ofPosting;
	});

const DetailOfMany = byKey(
	chosen(v.strictObject({ ...course, ...rowsPage })),
	chosen(v.strictObject({ ...posting, ...rowsPage })),
);
export type DetailOfMany = v.InferOutput<typeof DetailOfMany>;

const DetailChange = byKey(
	chosen(v.strictObject({ ...course, asOf: AsOf })),
	chosen(v.strictObject({ ...posting, asOf: AsOf })),
);
export type DetailChange = v.InferOutput<typeof DetailChange>;

const detailProblems = [
	"course_not_offered",
	"location_unknown",
	"application_unavailable",
	"selection_changed",
] as const;

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
		...listedRows,
		/** When this was so, UTC milliseconds: the change itself names it. */
		asOf: v.number(),
	}),
	problems: detailProblems,
});

export const updateDetails = defineEndpoint({
	method: "PATCH",
	path: "/candidates/details",
	summary:
		"Give a selection another course `{courseId}`, or post it `{locationId}`, in one piece. A large one runs as a task in whole slices; the answer then names the task.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: DetailChange,
	response: v.object({
		name: v.string(),
		changed: v.number(),
		taskId: v.nullable(v.string()),
		/** One row an applicant; empty while a task runs. */
		outcomes: v.array(BatchRow),
	}),
	problems: detailProblems,
	idempotent: true,
});
