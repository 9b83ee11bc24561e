import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { emails } from "#worker/database/schema/emails";

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
