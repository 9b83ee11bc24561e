import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { emails } from "#worker/database/schema/emails";
import type { EmailTaskInput } from "#worker/services/emails/email-task";
import { countChanged, setTask, taskResult } from "#worker/tasks/task.writes";

/** Counts the emails that the previous statement changed as sent or as failed. */
export const countMails = (ctx: OrgContext, taskId: string, outcome: "sent" | "failed"): Write => {
	const path = `$.${outcome}`;
	const counted = sql`json_set(${taskResult}, ${path}, coalesce(${taskResult} ->> ${path}, 0) + changes())`;
	const isOver = outcome === "sent" ? sql`'$.troubles', '$.reason', ` : sql``;
	return countChanged(ctx, taskId, sql`json_remove(${counted}, ${isOver}'$.waitsUntil')`);
};

/** Records an outage: the task tries nothing before `waitsUntil`. */
export const writeTrouble = (
	ctx: OrgContext,
	taskId: string,
	{ troubles, waitsUntil, reason }: { troubles: number; waitsUntil: number; reason: string },
): Write =>
	setTask(ctx, taskId, {
		result: sql`json_set(${taskResult}, '$.troubles', ${troubles}, '$.waitsUntil', ${waitsUntil}, '$.reason', ${reason})`,
	});

/** Queues the failed emails of a mailing again and sets the progress of their task back accordingly. */
export const writeFailedAgain = (ctx: OrgContext, { mailingId, emailId }: EmailTaskInput, taskId: string): Write[] => {
	const { db, organisationId, now } = ctx;
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
		setTask(ctx, taskId, {
			done: sent,
			total: sql`(SELECT count(*) FROM emails WHERE ${ofTask})`,
			result: sql`json_object('sent', ${sent}, 'failed', 0)`,
		}),
	];
};
