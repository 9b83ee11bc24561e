import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { KeptMergeValues } from "#worker/contract/text/merge-text";
import { andWithin } from "#worker/database/scope";
import { hasSensitivePhone } from "#worker/services/applicants/row.queries";
import { readFormValues } from "#worker/services/forms/merge-values.queries";

export interface MergeApplicant {
	id: string;
	firstName: string;
	middleName: string | null;
	lastName: string;
	email: string;
	applicationNumber: string;
	reference: string;
	applicationId: string;
	applicationTitle: string;
	courseId: string;
	courseCode: string;
	courseTitle: string;
	locationName: string | null;
	stepId: string;
	stageName: string;
	/** As it is in the form. */
	phone: string | null;
	/** Whether screens show the number masked. */
	isPhoneSensitive: boolean;
	/** The answers to the fields of the form that the texts name. */
	formValues?: KeptMergeValues | undefined;
}

/**
 * Reads these applicants by id in one statement; ids outside the institution or the scope are left out.
 * @param texts what is to be filled in: only the answers that it names are read
 */
export const readMergeApplicants = async (
	ctx: OrgContext,
	ids: readonly string[],
	texts: readonly string[],
): Promise<ReadonlyMap<string, MergeApplicant>> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<Omit<MergeApplicant, "isPhoneSensitive"> & { isPhoneSensitive: number }>(sql`
		SELECT applicant.id, applicant.first_name AS firstName, applicant.middle_name AS middleName,
			applicant.last_name AS lastName, applicant.email, applicant.application_number AS applicationNumber,
			applicant.reference, applicant.application_id AS applicationId,
			coalesce(application.title, applicant.application_id) AS applicationTitle, applicant.course_id AS courseId,
			coalesce(course.code, applicant.course_id) AS courseCode,
			coalesce(course.title, applicant.course_id) AS courseTitle,
			coalesce(location.name, applicant.location_id) AS locationName, applicant.step_id AS stepId,
			coalesce(step.name, applicant.step_id) AS stageName, applicant.phone,
			${hasSensitivePhone(sql`applicant`)} AS isPhoneSensitive
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value ${andWithin(ctx, sql`applicant.course_id`)}
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id
		LEFT JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = applicant.course_id
		LEFT JOIN locations AS location
			ON location.organisation_id = ${organisationId} AND location.id = applicant.location_id
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id`);
	const answers = await readFormValues(
		ctx,
		rows.map(({ id }) => id),
		texts,
	);
	return new Map(
		rows.map((row) => [
			row.id,
			{ ...row, isPhoneSensitive: row.isPhoneSensitive === 1, formValues: answers.get(row.id) },
		]),
	);
};
