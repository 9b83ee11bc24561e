import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, type Result } from "#worker/contract/result";
import type { CourseChange } from "#worker/services/applicants/change.contract";
import { answerChange, findCurrent, findOfferedCourse, isStale } from "#worker/services/applicants/change.queries";
import type { Applicant } from "#worker/services/applicants/contract";
import { nameOfCourse } from "#worker/services/assignments/assignment";
import { changeDetail } from "#worker/services/assignments/change-assignment";

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
	const holder = { ...row, stepId: row.stageId, heldId: row.course.id };
	const isDone = await changeDetail(ctx, [holder], { field: "course", id: course.id, name: nameOfCourse(course) });
	return answerChange(ctx, applicantId, isDone, { course });
};
