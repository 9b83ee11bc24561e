import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { andWithin } from "#worker/database/scope";

export const countByStepAndCourse = ({ db, organisationId, ...ctx }: OrgContext, applicationId: string) =>
	db.all<{ stageName: string; courseCode: string; courseTitle: string; applicants: number }>(sql`
		SELECT coalesce(step.name, counted.step_id) AS stageName, coalesce(course.code, counted.course_id) AS courseCode,
			coalesce(course.title, '') AS courseTitle, counted.applicants
		FROM applicant_counts AS counted
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = counted.step_id
		LEFT JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = counted.course_id
		WHERE counted.organisation_id = ${organisationId} AND counted.application_id = ${applicationId}
			AND counted.applicants > 0 ${andWithin(ctx, sql`counted.course_id`)}
		ORDER BY step.position, counted.step_id, courseCode`);

/** why hours: where a day begins is the organisation's to say, and a database knows no zones. */
export const countByHour = ({ db, organisationId, ...ctx }: OrgContext, applicationId: string) =>
	db.all<{ hour: number; applicants: number }>(sql`
		SELECT registered_at / 3600000 AS hour, count(*) AS applicants
		FROM applicants INDEXED BY applicants_by_application
		WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}
			${andWithin(ctx, sql`course_id`)}
		GROUP BY hour ORDER BY hour`);

/** Returns those of these addresses that staff who may sign in have, in lower case. */
export const findStaffAddresses = async (
	{ db, organisationId }: OrgContext,
	emails: readonly string[],
): Promise<ReadonlySet<string>> => {
	const rows = await db.all<{ email: string }>(sql`
		SELECT email FROM users WHERE organisation_id = ${organisationId} AND blocked = 0
			AND email IN (SELECT lower(value) FROM json_each(${JSON.stringify(emails)}))`);
	return new Set(rows.map(({ email }) => email));
};
