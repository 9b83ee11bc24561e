import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/**
 * Is a change of one of these applicants under way: a move that can still be undone, a batch that is not over, a mail
 * that is on its way? To be asked in a statement. why from the tasks: few run, and a batch has the id of its task.
 */
export const isHeld = ({ organisationId, now }: OrgContext, applicantIds: readonly string[]): SQL => sql`EXISTS (
	SELECT 1 FROM json_each(${JSON.stringify(applicantIds)}) AS one WHERE
		EXISTS (SELECT 1 FROM batches AS batch CROSS JOIN batch_rows AS row ON row.organisation_id = ${organisationId}
				AND row.batch_id = batch.id AND row.applicant_id = one.value AND row.outcome = 'moved'
			WHERE batch.organisation_id = ${organisationId} AND batch.held_until > ${now()} AND batch.undone_at IS NULL)
		OR EXISTS (SELECT 1 FROM tasks AS running INDEXED BY tasks_unfinished
			CROSS JOIN batch_rows AS row ON row.organisation_id = ${organisationId} AND row.batch_id = running.id
				AND row.applicant_id = one.value AND row.outcome IN ('waiting', 'moved')
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
