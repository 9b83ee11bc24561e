import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/**
 * That a change of one of these applicants is under way: a run that can still be undone, one that is not over, or an
 * email that is on its way. why stages
 * alone: a course or a posting is not undone where the version is another. why from the tasks: few run, and a run
 * has the id of its task.
 */
export const isHeld = ({ organisationId, now }: OrgContext, applicantIds: readonly string[]): SQL => sql`EXISTS (
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

export const findHeld = async (ctx: OrgContext, applicantIds: readonly string[]): Promise<boolean> => {
	const found = await ctx.db.get<{ held: number }>(sql`SELECT ${isHeld(ctx, applicantIds)} AS held`);
	return found.held === 1;
};
