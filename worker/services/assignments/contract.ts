import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import {
	AsOf,
	BatchRow,
	type Chosen,
	choice,
	chooseSome,
	isOneChoice,
	listedRows,
	rowsPage,
} from "#worker/services/applicants/batch.contract";

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
	"stage_unknown",
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
	accepted: "/tasks/{taskId}",
	problems: detailProblems,
	idempotent: true,
});
