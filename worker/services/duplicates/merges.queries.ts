import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { merges } from "#worker/database/schema/duplicates";
import { undoableForMs } from "#worker/services/duplicates/contract";

/** Lists the merges into an applicant, newest first, without undone ones. Undefined when there is no such applicant. */
export const readMergesInto = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [applicant, found] = await Promise.all([
		db.get<{ id: string }>(
			sql`SELECT id FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}`,
		),
		db.all<{ id: string; sourceName: string; sourceNumber: string; createdAt: number }>(sql`
			SELECT id, source_name AS sourceName, source_number AS sourceNumber, created_at AS createdAt
			FROM ${merges} WHERE organisation_id = ${organisationId} AND target_id = ${applicantId} AND undone_at IS NULL
			ORDER BY created_at DESC, rowid DESC`),
	]);
	return applicant && found;
};

/** Selects the ids of an applicant, a value or a column, and of everybody merged into it. */
export const withMergedSources = (organisationId: string, applicantId: SQL | string): SQL => sql`(
	WITH RECURSIVE part(id) AS (SELECT ${applicantId} UNION SELECT merges.source_id FROM part
		CROSS JOIN merges ON merges.organisation_id = ${organisationId} AND merges.target_id = part.id
			AND merges.undone_at IS NULL)
	SELECT id FROM part)`;

/** Returns the id of the applicant that an archived one is part of now; undefined for one that was not merged. */
export const findMergeTarget = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const chain = await db.all<{ id: string }>(sql`
		WITH RECURSIVE chain(id, step) AS (
			SELECT target_id, 1 FROM merges
				WHERE organisation_id = ${organisationId} AND source_id = ${applicantId} AND undone_at IS NULL
			UNION ALL SELECT merges.target_id, chain.step + 1 FROM chain
				CROSS JOIN merges ON merges.organisation_id = ${organisationId} AND merges.source_id = chain.id
					AND merges.undone_at IS NULL)
		SELECT id FROM chain ORDER BY step DESC LIMIT 1`);
	return chain[0]?.id;
};

const obstacles = {
	undone: "This merge has already been undone.",
	expired: "A merge can be undone for 90 days. This one is older.",
	merged_again: "The kept record has been merged again since. Undo that merge first.",
	changed: "The kept record has been changed since the merge, so the merge can no longer be undone.",
	application_gone: "The application no longer exists, so the merge cannot be undone.",
	stage_gone: "The stage of one of the two records no longer exists, so the merge cannot be undone.",
	course_gone: "The course of one of the two records no longer exists, so the merge cannot be undone.",
	location_gone: "The location of one of the two records no longer exists, so the merge cannot be undone.",
	number_taken: "Another applicant has the merged record's application number now, so the merge cannot be undone.",
};

/** An SQL expression of a statement over `merges`: a key of `obstacles`, or NULL when the merge can be undone. */
export const undoObstacle = ({ organisationId, now }: OrgContext): SQL<keyof typeof obstacles | null> => {
	const isGone = (table: string, column: string) => sql`EXISTS (
		SELECT 1 FROM json_each(merges.archive, '$.rows') AS side WHERE side.value ->> ${column} IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(table)} AS place
				WHERE place.organisation_id = ${organisationId} AND place.id = side.value ->> ${column}))`;
	return sql`CASE
		WHEN merges.undone_at IS NOT NULL THEN 'undone'
		WHEN merges.archive IS NULL OR merges.created_at <= ${now() - undoableForMs} THEN 'expired'
		WHEN EXISTS (SELECT 1 FROM merges AS later WHERE later.organisation_id = ${organisationId}
			AND later.source_id = merges.target_id AND later.undone_at IS NULL) THEN 'merged_again'
		WHEN EXISTS (SELECT 1 FROM merges AS later WHERE later.organisation_id = ${organisationId}
			AND later.target_id = merges.target_id AND later.undone_at IS NULL AND later.rowid > merges.rowid)
			THEN 'merged_again'
		WHEN NOT EXISTS (SELECT 1 FROM applicants AS target
			WHERE target.organisation_id = ${organisationId} AND target.id = merges.target_id
				AND target.version = merges.target_version
				AND (SELECT version FROM submissions WHERE organisation_id = ${organisationId}
					AND id = target.submission_id) IS merges.target_form_version) THEN 'changed'
		WHEN EXISTS (SELECT 1 FROM form_drafts WHERE organisation_id = ${organisationId}
			AND submission_id = merges.id) THEN 'changed'
		WHEN ${isGone("applications", "application_id")} THEN 'application_gone'
		WHEN ${isGone("workflow_steps", "step_id")} THEN 'stage_gone'
		WHEN ${isGone("courses", "course_id")} THEN 'course_gone'
		WHEN ${isGone("locations", "location_id")} THEN 'location_gone'
		WHEN EXISTS (SELECT 1 FROM applicants AS holder WHERE holder.organisation_id = ${organisationId}
			AND holder.application_number = merges.source_number) THEN 'number_taken' END`;
};

/** Finds a merge, with the reason why it cannot be undone now, or null. */
export const findMerge = async (ctx: OrgContext, id: string) => {
	const { db, organisationId } = ctx;
	const { archive: _archive, ...columns } = getTableColumns(merges);
	const [found] = await db
		.select({
			...columns,
			/** The forms of both before the merge; null without one. */
			sourceFormId: sql<string | null>`archive ->> '$.rows.source.submission_id'`.as("source_form_id"),
			targetFormId: sql<string | null>`archive ->> '$.rows.target.submission_id'`.as("target_form_id"),
			sourceCourseId: sql<string | null>`archive ->> '$.rows.source.course_id'`.as("source_course_id"),
			obstacle: undoObstacle(ctx).as("obstacle"),
		})
		.from(merges)
		.where(and(eq(merges.organisationId, organisationId), eq(merges.id, id)));
	return found && { ...found, cannotUndo: found.obstacle && obstacles[found.obstacle] };
};
export type Merge = NonNullable<Awaited<ReturnType<typeof findMerge>>>;

/**
 * An SQL condition: a change of one of these applicants is pending. why stage changes alone: the undo of a course or
 * a posting leaves an applicant who has another version. why from the tasks: few are running, and a run has the id of
 * its task.
 */
export const hasPendingChange = (
	{ organisationId, now }: OrgContext,
	applicantIds: readonly string[],
): SQL => sql`EXISTS (
	SELECT 1 FROM json_each(${JSON.stringify(applicantIds)}) AS one WHERE
		EXISTS (SELECT 1 FROM runs AS run CROSS JOIN run_rows AS row ON row.organisation_id = ${organisationId}
				AND row.run_id = run.id AND row.subject_id = one.value AND row.outcome = 'changed'
			WHERE run.organisation_id = ${organisationId} AND run.kind = 'stage' AND run.undo_until > ${now()} AND run.undone_at IS NULL)
		OR EXISTS (SELECT 1 FROM tasks AS running INDEXED BY tasks_unfinished
			CROSS JOIN run_rows AS row ON row.organisation_id = ${organisationId} AND row.run_id = running.id
				AND row.subject_id = one.value AND row.outcome IN ('waiting', 'changed')
			WHERE running.organisation_id = ${organisationId} AND running.status = 'STARTED')
		OR EXISTS (SELECT 1 FROM emails AS email CROSS JOIN mailings AS mailing
				ON mailing.organisation_id = ${organisationId} AND mailing.id = email.mailing_id
					AND mailing.status <> 'dropped'
			LEFT JOIN tasks AS task ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id
			WHERE email.organisation_id = ${organisationId} AND email.applicant_id = one.value AND email.status = 'queued'
				AND coalesce(task.status, 'STARTED') = 'STARTED'))`;

export const findPendingChange = async (ctx: OrgContext, applicantIds: readonly string[]): Promise<boolean> => {
	const found = await ctx.db.get<{ pending: number }>(sql`SELECT ${hasPendingChange(ctx, applicantIds)} AS pending`);
	return found.pending === 1;
};
