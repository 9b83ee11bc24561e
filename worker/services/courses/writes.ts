import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { withKeys } from "#worker/database/folded";
import { insertFrom } from "#worker/database/insert-from";
import { courses } from "#worker/database/schema/structure";
import { writeManyChanges } from "#worker/records/history.writes";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

export interface NewCourse {
	id: string;
	code: string;
	title: string;
	administrationLevelItemId: string | null;
	status: "active" | "disabled";
}

/** Adds courses with the beginning of their histories, unless the task has done so already. */
export const insertCourses = (
	ctx: OrgContext,
	task: OpenTask,
	added: readonly NewCourse[],
	addedAt: number,
): Write[] => {
	const { db, organisationId } = ctx;
	const onlyIf = taskStandsAt(ctx, task);
	return [
		insertFrom(
			db,
			courses,
			{
				organisationId,
				createdAt: addedAt,
				updatedAt: addedAt,
				id: sql`value ->> 'id'`,
				code: sql`value ->> 'code'`,
				codeKey: sql`value ->> 'codeKey'`,
				title: sql`value ->> 'title'`,
				titleKey: sql`value ->> 'titleKey'`,
				status: sql`value ->> 'status'`,
				adminLevelItemId: sql`value ->> 'administrationLevelItemId'`,
			},
			sql`FROM json_each(${JSON.stringify(added.map((course) => withKeys(courses, course)))}) WHERE ${onlyIf}`,
		),
		writeManyChanges(ctx, {
			kind: "course",
			action: "created",
			onlyIf,
			changes: added.map(({ id, ...after }) => ({ id: ctx.newId(), recordId: id, after })),
		}),
	];
};

interface SeenCourse extends NewCourse {
	version: number;
}

/**
 * Deletes courses with a last line in their histories: all of them, or none if one has been changed or is in use by now.
 * @returns also what holds before, and after it was done
 */
export const removeCourses = (ctx: OrgContext, task: OpenTask, removed: readonly SeenCourse[]) => {
	const { db, organisationId } = ctx;
	const seen = sql`json_each(${JSON.stringify(removed.map(({ id, version }) => [id, version]))}) AS seen`;
	const before = sql`${removed.length} = (
		SELECT count(*) FROM ${seen} CROSS JOIN courses AS course
			ON course.organisation_id = ${organisationId} AND course.id = seen.value ->> 0
		WHERE course.updated_at = seen.value ->> 1
			AND NOT EXISTS (SELECT 1 FROM applicant_counts AS counted
				WHERE counted.organisation_id = ${organisationId} AND counted.course_id = course.id AND counted.applicants > 0)
			AND NOT EXISTS (SELECT 1 FROM application_courses AS offered
				WHERE offered.organisation_id = ${organisationId} AND offered.course_id = course.id))`;
	const after = sql`NOT EXISTS (SELECT 1 FROM ${seen} CROSS JOIN courses AS course
		ON course.organisation_id = ${organisationId} AND course.id = seen.value ->> 0)`;
	const writes: [Write, Write] = [
		db
			.delete(courses)
			.where(
				and(
					eq(courses.organisationId, organisationId),
					sql`${courses.id} IN (SELECT seen.value ->> 0 FROM ${seen})`,
					taskStandsAt(ctx, task),
					before,
				),
			),
		writeManyChanges(ctx, {
			kind: "course",
			action: "deleted",
			onlyIf: sql`${and(taskStandsAt(ctx, task), after)}`,
			changes: removed.map(({ id, code, title, status, administrationLevelItemId }) => ({
				id: ctx.newId(),
				recordId: id,
				before: { code, title, administrationLevelItemId, status },
			})),
		}),
	];
	return { writes, holds: { before, after } };
};
