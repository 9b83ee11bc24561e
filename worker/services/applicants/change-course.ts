import type { InferOutput } from "valibot";
import { fail, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { OrgContext } from "#worker/http/context";
import { answerChange } from "#worker/services/applicants/answer-change";
import { isStale } from "#worker/services/applicants/applicant";
import { findCurrent, findOfferedCourse } from "#worker/services/applicants/change.queries";
import type { Applicant, CourseChange } from "#worker/services/applicants/contract";
import { writeDetail, writeModification } from "#worker/services/applicants/details.writes";

const nameOf = ({ code, title }: { code: string; title: string }) => `${code} ${title}`;

/** Gives an applicant another of the application's courses (§2 Change Applicant Course). */
export const changeCourse = async (
	ctx: OrgContext,
	applicantId: string,
	{ courseId, version }: InferOutput<typeof CourseChange>,
): Promise<Result<Applicant>> => {
	const current = await findCurrent(ctx, applicantId);
	if (!current) return fail("not_found");
	const { row } = current;
	const course = await findOfferedCourse(ctx, row.applicationId, courseId);
	if (!course) return fail("course_not_offered");
	if (isStale(row, version)) return answerChange(ctx, applicantId, false, { course });
	if (row.course.id === course.id) return fail("course_unchanged");
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: writeDetail(ctx, row, { courseId: course.id }), expectedChanges: 1 },
		writes: writeModification(ctx, row, {
			eventId,
			field: "course",
			oldValue: nameOf(row.course),
			newValue: nameOf(course),
		}),
		event: {
			id: eventId,
			type: "applicants.course_changed",
			payload: {
				applicationId: row.applicationId,
				applicantIds: [applicantId],
				fromCourseId: row.course.id,
				courseId: course.id,
			},
		},
	});
	return answerChange(ctx, applicantId, event !== undefined, { course });
};
