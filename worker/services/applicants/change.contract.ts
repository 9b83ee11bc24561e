import * as v from "valibot";
import { RunHandle } from "#worker/contract/bulk";
import { byKey } from "#worker/contract/by-key";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { SeenVersion as Version } from "#worker/contract/version";
import { Applicant } from "#worker/services/applicants/contract";
import { courseChange, posting, review } from "#worker/services/assignments/contract";
import { stageChange } from "#worker/services/stage-changes/change.contract";
import { commentMissing } from "#worker/services/stage-changes/comment.contract";

export const StageChange = v.strictObject({ ...stageChange, version: Version }, commentMissing);
export type StageChange = v.InferOutput<typeof StageChange>;
export const CourseChange = v.strictObject({ ...courseChange, version: Version });
export type CourseChange = v.InferOutput<typeof CourseChange>;
export const PostingChange = v.strictObject({ ...posting, version: Version });
export type PostingChange = v.InferOutput<typeof PostingChange>;

export const ReviewerChange = v.strictObject({ ...review, version: Version });
export type ReviewerChange = v.InferOutput<typeof ReviewerChange>;

export const updateApplicant = defineEndpoint({
	method: "PATCH",
	path: "/candidates/:id",
	summary:
		"Move to a stage `{stageId, reason, locationId?}`, post to a location `{locationId}` (null takes the posting back), change course `{courseId}` or assign to a user `{reviewerId}`.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	params: IdParams,
	body: byKey({ stageId: StageChange, courseId: CourseChange, locationId: PostingChange, reviewerId: ReviewerChange }),
	response: v.object({
		...Applicant.entries,
		run: RunHandle,
	}),
	problems: [
		"not_found",
		"stale_applicant",
		"already_at_stage",
		"step_not_in_workflow",
		"stage_not_allowed",
		"stage_mail_broken",
		"reason_unknown",
		"location_unknown",
		"location_unchanged",
		"reviewer_unknown",
		"reviewer_unchanged",
		"reviewer_cannot_see",
		"course_not_offered",
		"course_unchanged",
	],
	idempotent: true,
});
