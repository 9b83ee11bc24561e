import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/**
 * An SQL condition: a change of one of these applicants is pending. That is a stage change that can still be undone, a
 * run that is still going on, or an email that is not sent yet.
 * why stage changes alone: the undo of a course or a posting leaves an applicant who has another version.
 * why it starts from the tasks: few are running, and a run has the id of its task.
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

/** Checks whether a change of one of these applicants is pending. */
export const findPendingChange = async (ctx: OrgContext, applicantIds: readonly string[]): Promise<boolean> => {
	const found = await ctx.db.get<{ pending: number }>(sql`SELECT ${hasPendingChange(ctx, applicantIds)} AS pending`);
	return found.pending === 1;
};
