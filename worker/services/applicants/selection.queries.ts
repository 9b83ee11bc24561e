import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { MoveHindrance } from "#worker/contract/stage-rules";
import { andWithin } from "#worker/database/scope";
import type { RowName, RowState } from "#worker/runs/bulk-action";
import { hindrancesTo, namesOfHindrances, toHindrances } from "#worker/services/workflows/hindrances.queries";

/** The state of an applicant that changes depend on. */
export interface ApplicantState extends RowState {
	stepId: string;
	stageChangedAt: number;
	applicationId: string;
	applicationTitle: string;
	workflowId: string;
	courseId: string;
	locationId: string | null;
	reviewerId: string | null;
	/** Whether their application offers the course that was asked about. */
	isOffered: boolean;
	/** What of their workflow's rules stands in the way to the step that was asked about, roles left aside. */
	hindrances: readonly MoveHindrance[];
}

interface AskedState {
	/** An assignment and a time in UTC milliseconds: whether it was changed since. */
	changed?: { field: "stage" | "course" | "location" | "reviewer"; since: number | undefined };
	/** A course: whether the application offers it. */
	courseId?: string;
	/** A step: what stands in the way of moving there. */
	stepId?: string;
	/** Whether a second person has approved the move. */
	isApproved?: boolean;
}

/** Reads the applicants that exist in the organisation and are within the scope, by id. */
export const readApplicantStates = async (
	ctx: OrgContext,
	ids: readonly string[],
	{ changed, courseId, stepId, isApproved }: AskedState = {},
): Promise<Map<string, ApplicantState>> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<StateRow>(sql`
		SELECT applicant.id, ${fullName} AS name, application_number AS applicationNumber, step_id AS stepId,
			version, stage_changed_at AS stageChangedAt, application_id AS applicationId,
			application.title AS applicationTitle, workflow_id AS workflowId, course_id AS courseId,
			location_id AS locationId, reviewer_id AS reviewerId, ${isLate(organisationId, changed)} AS isLate,
			${courseId === undefined ? sql`0` : isOffered(organisationId, courseId)} AS isOffered,
			${stepId === undefined ? sql`''` : namesOfHindrances(hindrancesTo(organisationId, stepId, null, isApproved))} AS hindrances
		FROM json_each(${JSON.stringify(ids)}) AS chosen
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value ${andWithin(ctx, sql`applicant.course_id`)}
		CROSS JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id`);
	return new Map(
		rows.map((row) => [
			row.id,
			{ ...row, isLate: row.isLate === 1, isOffered: row.isOffered === 1, hindrances: toHindrances(row.hindrances) },
		]),
	);
};

interface StateRow extends Omit<ApplicantState, "isLate" | "isOffered" | "hindrances"> {
	isLate: number;
	isOffered: number;
	hindrances: string;
}

const fullName = sql`trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name)`;

const isLate = (organisationId: string, changed: AskedState["changed"]): SQL => {
	if (changed?.since === undefined) return sql`0`;
	if (changed.field === "stage") return sql`stage_changed_at > ${changed.since}`;
	return sql`EXISTS (SELECT 1 FROM modification_entries WHERE organisation_id = ${organisationId}
		AND entity = 'applicant' AND entity_id = applicant.id AND created_at > ${changed.since} AND field = ${changed.field})`;
};

const isOffered = (organisationId: string, courseId: string): SQL =>
	sql`EXISTS (SELECT 1 FROM application_courses AS offered WHERE offered.organisation_id = ${organisationId}
		AND offered.application_id = applicant.application_id AND offered.course_id = ${courseId})`;

/** Names the applicants within the scope, also those that were merged into another since. */
export const nameApplicants = async (ctx: OrgContext, ids: readonly string[]): Promise<Map<string, RowName>> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<RowName & { id: string }>(sql`
		SELECT asked.value AS id,
			coalesce(applicant.application_number, archived.source_number) AS applicationNumber,
			coalesce(${fullName}, archived.source_name) AS name
		FROM json_each(${JSON.stringify(ids)}) AS asked
		LEFT JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
		LEFT JOIN merges AS archived ON applicant.id IS NULL AND archived.organisation_id = ${organisationId}
			AND archived.source_id = asked.value AND archived.undone_at IS NULL
		LEFT JOIN applicants AS target ON target.organisation_id = ${organisationId} AND target.id = archived.target_id
		WHERE coalesce(applicant.id, archived.source_id) IS NOT NULL
			${andWithin(ctx, sql`coalesce(applicant.course_id, target.course_id)`)}`);
	return new Map(rows.map(({ id, ...row }) => [id, row]));
};

/** Reads the versions of the applicants within the scope: one outside it is left as it is. */
export const readVersions = async (ctx: OrgContext, ids: readonly string[]) => {
	const { db, organisationId } = ctx;
	const rows = await db.all<{ id: string; version: number }>(sql`
		SELECT applicant.id, version FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value ${andWithin(ctx, sql`applicant.course_id`)}`);
	return new Map(rows.map(({ id, version }) => [id, version]));
};

/** Reads the courses of the applicants within the scope, each once. */
export const coursesOf = async (ctx: OrgContext, ids: readonly string[]): Promise<string[]> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<{ courseId: string }>(sql`
		SELECT DISTINCT applicant.course_id AS courseId FROM json_each(${JSON.stringify(ids)}) AS asked
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
		WHERE applicant.course_id IS NOT NULL ${andWithin(ctx, sql`applicant.course_id`)}`);
	return rows.map(({ courseId }) => courseId);
};

/** Returns the title of the applicants' application; null when they have several, or none exists. */
export const findTitleOfChosen = async ({ db, organisationId }: OrgContext, ids: readonly string[]) => {
	const titles = await db.all<{ title: string }>(sql`
		SELECT title FROM applications WHERE organisation_id = ${organisationId} AND id IN (
			SELECT DISTINCT application_id FROM json_each(${JSON.stringify(ids)}) AS chosen
			CROSS JOIN applicants AS applicant
				ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
			LIMIT 2)`);
	return titles.length === 1 ? (titles[0]?.title ?? null) : null;
};

export const workflowOf = async ({ db, organisationId }: OrgContext, applicationId: string) => {
	const [found] = await db.all<{ workflowId: string }>(sql`
		SELECT workflow_id AS workflowId FROM applications
		WHERE organisation_id = ${organisationId} AND id = ${applicationId}`);
	return found?.workflowId;
};

export const hasCourse = async ({ db, organisationId }: OrgContext, applicationId: string, courseId: string) => {
	const rows = await db.all(sql`SELECT 1 FROM application_courses WHERE organisation_id = ${organisationId}
		AND application_id = ${applicationId} AND course_id = ${courseId}`);
	return rows.length > 0;
};
