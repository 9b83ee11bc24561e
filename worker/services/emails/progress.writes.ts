import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { emails } from "#worker/database/schema/emails";
import { tasks } from "#worker/database/schema/records";
import type { EmailTaskInput } from "#worker/services/emails/email-task";
import { isStarted } from "#worker/tasks/task.writes";

/**
 * What the statement before has changed counts as done.
 * why changes(): who comes second finds nothing queued, and counts nothing.
 */
export const countChanged = ({ db, organisationId, now }: OrgContext, taskId: string, what: "sent" | "failed"): Write =>
	db
		.update(tasks)
		.set({
			done: sql`${tasks.done} + changes()`,
			result: sql`json_remove(
				json_set(coalesce(${tasks.result}, '{}'), ${`$.${what}`},
					coalesce(${tasks.result} ->> ${`$.${what}`}, 0) + changes()),
				${what === "sent" ? sql`'$.troubles', '$.reason', ` : sql``}'$.waitsUntil')`,
			updatedAt: now(),
		})
		.where(isStarted(organisationId, taskId));

/** The way was closed: nothing of this task is tried before then. */
export const writeTrouble = (
	{ db, organisationId }: OrgContext,
	taskId: string,
	{ troubles, waitsUntil, reason }: { troubles: number; waitsUntil: number; reason: string },
): Write =>
	db
		.update(tasks)
		.set({
			result: sql`json_set(coalesce(${tasks.result}, '{}'), '$.troubles', ${troubles}, '$.waitsUntil', ${waitsUntil},
				'$.reason', ${reason})`,
		})
		.where(isStarted(organisationId, taskId));

/** Nothing is left to be done. */
export const writeOver = ({ db, organisationId, now }: OrgContext, taskId: string): Write =>
	db
		.update(tasks)
		.set({ done: sql`${tasks.total}`, updatedAt: now() })
		.where(isStarted(organisationId, taskId));

/** What failed of a mailing is to go again, and its task is where that leaves it. */
export const writeFailedAgain = (
	{ db, organisationId, now }: OrgContext,
	{ mailingId, emailId }: EmailTaskInput,
	taskId: string,
): Write[] => {
	const ofTask = and(
		eq(emails.organisationId, organisationId),
		eq(emails.mailingId, mailingId),
		emailId === undefined ? undefined : eq(emails.id, emailId),
	);
	const sent = sql`(SELECT count(*) FROM emails WHERE ${and(ofTask, eq(emails.status, "sent"))})`;
	return [
		db
			.update(emails)
			.set({ status: "queued", attempts: 0, dueAt: now(), reason: null })
			.where(and(ofTask, eq(emails.status, "failed"))),
		db
			.update(tasks)
			.set({
				done: sent,
				total: sql`(SELECT count(*) FROM emails WHERE ${ofTask})`,
				result: sql`json_object('sent', ${sent}, 'failed', 0)`,
			})
			.where(isStarted(organisationId, taskId)),
	];
};
