import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { folded } from "#worker/database/folded";
import { courses } from "#worker/database/schema/structure";
import type { NewCourse } from "#worker/services/courses/writes";

/** Returns which of these codes, folded, an existing course has, or an earlier row of the upload that can be added. */
export const findTakenCodes = async (
	{ db, organisationId }: OrgContext,
	codes: readonly string[],
	importId?: string,
): Promise<Set<string>> => {
	const rows = await db.all<{ code: string }>(sql`
		SELECT asked.value AS code FROM json_each(${JSON.stringify(codes)}) AS asked
		WHERE EXISTS (SELECT 1 FROM courses WHERE organisation_id = ${organisationId} AND ${folded(courses.code)} = asked.value)
			OR EXISTS (SELECT 1 FROM import_rows
				WHERE organisation_id = ${organisationId} AND import_id = ${importId ?? null} AND key = asked.value)`);
	return new Set(rows.map(({ code }) => code));
};

/** A course that an upload added, as it is now. */
export interface UploadedCourse extends NewCourse {
	version: number;
	/** 1 if it has applicants, whether or not the user may see them. */
	hasApplicants: number;
	/** How many applications offer it, and the titles of the first two. */
	applications: number;
	applicationTitles: string[];
	/** Who changed it last; null for the system. */
	changedBy: string | null;
}

/** Finds courses by their ids, with all that speaks against deleting them. */
export const findUploadedCourses = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
): Promise<Map<string, UploadedCourse>> => {
	const rows = await db.all<Omit<UploadedCourse, "applicationTitles"> & { applicationTitles: string }>(sql`
		SELECT course.id, course.code, course.title, course.status, course.updated_at AS version,
			course.admin_level_item_id AS administrationLevelItemId,
			EXISTS (SELECT 1 FROM applicant_counts AS counted
				WHERE counted.organisation_id = ${organisationId} AND counted.course_id = course.id
					AND counted.applicants > 0) AS hasApplicants,
			(SELECT count(*) FROM application_courses AS offered
				WHERE offered.organisation_id = ${organisationId} AND offered.course_id = course.id) AS applications,
			(SELECT json_group_array(title) FROM (
				SELECT application.title FROM application_courses AS offered
					CROSS JOIN applications AS application
						ON application.organisation_id = ${organisationId} AND application.id = offered.application_id
				WHERE offered.organisation_id = ${organisationId} AND offered.course_id = course.id
				ORDER BY application.created_at DESC, application.id LIMIT 2)) AS applicationTitles,
			(SELECT change.actor_name FROM record_changes AS change
				WHERE change.organisation_id = ${organisationId} AND change.kind = 'course' AND change.record_id = course.id
				ORDER BY change.seq DESC LIMIT 1) AS changedBy
		FROM json_each(${JSON.stringify(ids)}) AS asked
			CROSS JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = asked.value`);
	return new Map(
		rows.map((row) => [row.id, { ...row, applicationTitles: JSON.parse(row.applicationTitles) as string[] }]),
	);
};
