import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { notices } from "#worker/contract/notices";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { letterByNow } from "#worker/services/emails/claims.writes";
import type { Channel } from "#worker/services/emails/contract";
import { countChanged, setTask, taskResult } from "#worker/tasks/task.writes";

/** The input of the task: a mailing, or one email of it that is sent again. */
export const EmailTaskInput = v.object({ mailingId: v.string(), emailId: v.optional(v.string()) });
export type EmailTaskInput = v.InferOutput<typeof EmailTaskInput>;

/** §8: what is said where no better reason is known. */
export const failedNotices: Readonly<Record<Channel, string>> = { email: notices.emailsFailed, sms: notices.smsFailed };

/** The key of a task's result under which outages are counted. why this word: results of older tasks have it. */
const outagesKey = "troubles";

/** The progress: how many were sent and failed, and how many outages in a row there were. */
export const EmailTaskState = v.pipe(
	v.object({
		sent: v.optional(v.number(), 0),
		failed: v.optional(v.number(), 0),
		[outagesKey]: v.optional(v.number(), 0),
		/** Nothing is tried before this time, UTC milliseconds. */
		waitsUntil: v.optional(v.number(), 0),
		reason: v.optional(v.string()),
	}),
	v.transform(({ [outagesKey]: outages, ...rest }) => ({ ...rest, outages })),
);

/** Counts the emails that the previous statement changed as sent or as failed. */
export const countMails = (ctx: OrgContext, taskId: string, outcome: "sent" | "failed"): Write => {
	const path = `$.${outcome}`;
	const counted = sql`json_set(${taskResult}, ${path}, coalesce(${taskResult} ->> ${path}, 0) + changes())`;
	const isOver = outcome === "sent" ? sql.raw(`'$.${outagesKey}', '$.reason', `) : sql``;
	return countChanged(ctx, taskId, sql`json_remove(${counted}, ${isOver}'$.waitsUntil')`);
};

/** Records an outage: the task tries nothing before `waitsUntil`. */
export const writeOutage = (
	ctx: OrgContext,
	taskId: string,
	{ outages, waitsUntil, reason }: { outages: number; waitsUntil: number; reason: string },
): Write =>
	setTask(ctx, taskId, {
		result: sql`json_set(${taskResult}, ${`$.${outagesKey}`}, ${outages}, '$.waitsUntil', ${waitsUntil}, '$.reason', ${reason})`,
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
			.set({ status: "queued", attempts: 0, dueAt: now(), reason: null, letterId: letterByNow(organisationId) })
			.where(and(ofTask, eq(emails.status, "failed"))),
		setTask(ctx, taskId, {
			done: sent,
			total: sql`(SELECT count(*) FROM emails WHERE ${ofTask})`,
			result: sql`json_object('sent', ${sent}, 'failed', 0)`,
		}),
	];
};

const sliceSize = 1_000;

/**
 * Deletes mailings whose recipients were never all collected, and those of an undone stage change, with their emails.
 * The sweep of the store deletes their files.
 */
export const deleteUnsentMailings = async (
	db: Database,
	{ halfBefore, droppedBefore }: { halfBefore: number; droppedBefore: number },
): Promise<void> => {
	// why the literals: SQLite uses a partial index only for exactly its condition.
	// why not those of reminders: the next round finishes them.
	await deleteMailings(
		db,
		sql`mailing.status = 'gathering' AND mailing.created_at < ${halfBefore} AND NOT EXISTS (SELECT 1 FROM reminders
			WHERE reminders.organisation_id = mailing.organisation_id AND reminders.id = mailing.reminder_id)`,
	);
	await deleteMailings(db, sql`mailing.status = 'dropped' AND mailing.created_at < ${droppedBefore}`);
};

const deleteMailings = (db: Database, isOld: SQL) =>
	db.batch([
		db.delete(emails).where(
			sql`${emails}.rowid IN (SELECT email.rowid FROM mailings AS mailing CROSS JOIN emails AS email
				ON email.organisation_id = mailing.organisation_id AND email.mailing_id = mailing.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(mailingAttachments).where(
			sql`${mailingAttachments}.rowid IN (SELECT file.rowid FROM mailings AS mailing CROSS JOIN mailing_attachments AS file
				ON file.organisation_id = mailing.organisation_id AND file.mailing_id = mailing.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(mailings).where(
			sql`${mailings}.rowid IN (SELECT mailing.rowid FROM mailings AS mailing WHERE ${isOld} AND NOT EXISTS (
				SELECT 1 FROM emails WHERE organisation_id = mailing.organisation_id AND mailing_id = mailing.id)
				LIMIT ${sliceSize})`,
		),
	]);
