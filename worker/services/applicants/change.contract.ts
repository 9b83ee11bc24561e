import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Applicant } from "#worker/services/applicants/contract";
import { Comment, commentMissing, ReasonId } from "#worker/services/stage-changes/comment.contract";
import { Moved } from "#worker/services/stage-changes/moved.contract";

const Version = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));

export const StageChange = v.strictObject(
	{
		stageId: Id,
		reason: Comment,
		locationId: v.optional(v.nullable(Id)),
		version: Version,
		/** Nobody is written to because of this change. */
		doNotNotify: v.optional(v.boolean()),
		reasonId: ReasonId,
	},
	commentMissing,
);
export type StageChange = v.InferOutput<typeof StageChange>;
export const CourseChange = v.strictObject({ courseId: Id, version: Version });
export type CourseChange = v.InferOutput<typeof CourseChange>;
export const PostingChange = v.strictObject({ locationId: Id, version: Version });
export type PostingChange = v.InferOutput<typeof PostingChange>;

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
	section: "§7 Candidates",
	access: ["candidate:u"],
	params: IdParams,
	body: ChangeByKey,
	/** After a stage change, how it can be undone. */
	response: v.object({ ...Applicant.entries, move: v.optional(Moved) }),
	problems: [
		"not_found",
		"stale_applicant",
		"already_at_stage",
		"step_not_in_workflow",
		"stage_mail_broken",
		"reason_unknown",
		"location_unknown",
		"location_unchanged",
		"course_not_offered",
		"course_unchanged",
	],
	idempotent: true,
});
