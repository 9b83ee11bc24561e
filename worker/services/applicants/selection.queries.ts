import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Step } from "#worker/services/applicants/change.queries";
import type { Detail } from "#worker/services/assignments/assignment";
import type { Standing } from "#worker/services/stage-changes/decide-move";
import type { Mover } from "#worker/services/stage-changes/stage.writes";

export interface Chosen extends Mover, Standing {
	firstName: string;
	middleName: string | null;
	lastName: string;
	applicationNumber: string;
	courseId: string;
	/** Was the detail that was asked about changed since? 0 or 1. */
	isDetailLate: number;
}

/** One of an applicant's details, and a moment in UTC milliseconds. */
export interface DetailSince {
	field: Detail["field"];
	since: number;
}

/** The chosen applicants that exist in the organisation, by id. */
export const readChosen = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
	asked?: DetailSince | undefined,
) => {
	const isDetailLate = asked
		? sql`EXISTS (SELECT 1 FROM modification_entries WHERE organisation_id = ${organisationId} AND entity = 'applicant'
				AND entity_id = applicant.id AND created_at > ${asked.since} AND field = ${asked.field})`
		: sql`0`;
	const rows = await db.all<Chosen>(sql`
		SELECT applicant.id, step_id AS stepId, version, location_id AS locationId, application_id AS applicationId,
			application.title AS applicationTitle, workflow_id AS workflowId, first_name AS firstName,
			middle_name AS middleName, last_name AS lastName, application_number AS applicationNumber,
			course_id AS courseId, stage_changed_at AS stageChangedAt, ${isDetailLate} AS isDetailLate
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
		CROSS JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id`);
	return new Map(rows.map((row) => [row.id, row]));
};

/** How many of the chosen exist, stand at the step already, and may not go there. One statement for any number. */
export const countChosen = ({ db, organisationId }: OrgContext, ids: readonly string[], step: Step) =>
	db.get<{ found: number; alreadyThere: number; notAllowed: number }>(sql`
		SELECT count(*) AS found, coalesce(sum(step_id = ${step.id}), 0) AS alreadyThere,
			coalesce(sum(step_id <> ${step.id} AND workflow_id <> ${step.workflowId}), 0) AS notAllowed
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
		CROSS JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id`);

/** The first of the chosen who may go to the step. */
export const findFirstMover = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
	step: Step,
): Promise<string | undefined> => {
	const [first] = await db.all<{ id: string }>(sql`
		SELECT applicant.id FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value AND step_id <> ${step.id}
		CROSS JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id
				AND workflow_id = ${step.workflowId}
		LIMIT 1`);
	return first?.id;
};

/** The title of the chosen applicants' application; null when they are of several, or none exists. */
export const findTitleOfChosen = async ({ db, organisationId }: OrgContext, ids: readonly string[]) => {
	const titles = await db.all<{ title: string }>(sql`
		SELECT title FROM applications WHERE organisation_id = ${organisationId} AND id IN (
			SELECT DISTINCT application_id FROM json_each(${JSON.stringify(ids)}) AS chosen
			CROSS JOIN applicants AS applicant
				ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
			LIMIT 2)`);
	return titles.length === 1 ? (titles[0]?.title ?? null) : null;
};

/** The workflow by which an application goes. */
export const workflowOf = async ({ db, organisationId }: OrgContext, applicationId: string) => {
	const [found] = await db.all<{ workflowId: string }>(sql`
		SELECT workflow_id AS workflowId FROM applications
		WHERE organisation_id = ${organisationId} AND id = ${applicationId}`);
	return found?.workflowId;
};

/** Does the application offer the course? */
export const hasCourse = async ({ db, organisationId }: OrgContext, applicationId: string, courseId: string) => {
	const rows = await db.all(sql`SELECT 1 FROM application_courses WHERE organisation_id = ${organisationId}
		AND application_id = ${applicationId} AND course_id = ${courseId}`);
	return rows.length > 0;
};

/** Of the chosen applicants' applications, those that offer the course. */
export const findOfferingApplications = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
	courseId: string,
): Promise<ReadonlySet<string>> => {
	const rows = await db.all<{ applicationId: string }>(sql`
		SELECT DISTINCT offered.application_id AS applicationId
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
		CROSS JOIN application_courses AS offered
			ON offered.organisation_id = ${organisationId} AND offered.application_id = applicant.application_id
			AND offered.course_id = ${courseId}`);
	return new Set(rows.map(({ applicationId }) => applicationId));
};
