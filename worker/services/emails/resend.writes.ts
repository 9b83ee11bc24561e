import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { emails } from "#worker/database/schema/emails";
import { tasks } from "#worker/database/schema/records";
import { isStarted } from "#worker/tasks/task.writes";

interface Tried {
	id: string;
	status: "queued" | "sent" | "failed";
	dueAt: number;
	/** The task that sends the other mails of its mailing; null when it has ended. */
	openTaskId: string | null;
}

/** It is to go again, as if it had never been tried; if it is as it was seen, and that task still at work. */
export const writeRequeued = ({ db, organisationId, now }: OrgContext, { id, status, dueAt, openTaskId }: Tried) =>
	db
		.update(emails)
		.set({ status: "queued", attempts: 0, dueAt: now(), reason: null })
		.where(
			and(
				eq(emails.organisationId, organisationId),
				eq(emails.id, id),
				eq(emails.status, status),
				eq(emails.dueAt, dueAt),
				openTaskId === null
					? undefined
					: sql`EXISTS (SELECT 1 FROM tasks
						WHERE organisation_id = ${organisationId} AND id = ${openTaskId} AND status = 'STARTED')`,
			),
		);

/** That task has one more to send, if the statement before put one back. */
export const writeOneMore = ({ db, organisationId, now }: OrgContext, taskId: string) =>
	db
		.update(tasks)
		.set({ total: sql`${tasks.total} + 1`, updatedAt: now() })
		.where(and(isStarted(organisationId, taskId), sql`changes() = 1`))
		.returning({ id: tasks.id });
