import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { reminderSends, reminders } from "#worker/database/schema/reminders";
import type { QuietHours } from "#worker/local-time";
import { type ConcernedApplication, fromDue, type Plan } from "#worker/services/reminders/queries";

const isReminder = (organisationId: string, id: string) =>
	and(eq(reminders.organisationId, organisationId), eq(reminders.id, id));

/** Takes a reminder whose time has come until then. @returns false when another delivery has it, or it is not due */
export const takeReminder = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	id: string,
	{ now, until }: { now: number; until: number },
): Promise<boolean> => {
	const taken = await db
		.update(reminders)
		.set({ nextAt: until })
		.where(and(isReminder(organisationId, id), eq(reminders.enabled, true), lte(reminders.nextAt, now)))
		.returning({ id: reminders.id });
	return taken.length > 0;
};

type Outcome = Partial<Pick<typeof reminders.$inferInsert, "ranAt" | "lastSentAt" | "lastSent" | "problem">>;

/**
 * Says when a reminder that was taken is next looked at, and the result of its round. why the version: one that was
 * changed meanwhile is planned anew.
 */
export const planReminder = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ id, updatedAt }: Plan["reminder"],
	nextAt: number,
	outcome: Outcome = {},
): Promise<void> => {
	await db
		.update(reminders)
		.set({ ...outcome, nextAt: sql`CASE WHEN ${reminders.updatedAt} = ${updatedAt} THEN ${nextAt} ELSE 0 END` })
		.where(isReminder(organisationId, id));
};

/** People whom one statement notes. why: it blocks the database while it runs. */
const claimedAtOnce = 2_000;

interface Claim {
	plan: Plan;
	application: ConcernedApplication;
	/** The mailing that is being made; null where referees are written to. */
	mailingId: string | null;
}

/** Notes the next people that a reminder writes to, each once for its occasion. @returns how many */
export const claimPeople = async (ctx: OrgContext, { plan, application, mailingId }: Claim): Promise<number> => {
	const { reminder, hours } = plan;
	const { from, subject, occasion } = fromDue(ctx, reminder, application, hours satisfies QuietHours);
	// why the reminder: it may be deleted meanwhile, and what it has noted is deleted with it.
	const isThere = sql`EXISTS (SELECT 1 FROM reminders WHERE organisation_id = ${ctx.organisationId} AND id = ${reminder.id})`;
	const isMade: SQL =
		mailingId === null
			? sql``
			: sql`AND EXISTS (SELECT 1 FROM mailings WHERE organisation_id = ${ctx.organisationId}
				AND id = ${mailingId} AND status = 'gathering')`;
	const claimed = await insertFrom(
		ctx.db,
		reminderSends,
		{
			organisationId: ctx.organisationId,
			reminderId: reminder.id,
			subjectId: subject,
			occasion,
			mailingId,
			dueAt: mailingId === null ? ctx.now() : null,
			createdAt: ctx.now(),
		},
		sql`${from} AND ${isThere} ${isMade} ORDER BY applicant.seq LIMIT ${claimedAtOnce}`,
	)
		.onConflictDoNothing()
		.returning({ subjectId: reminderSends.subjectId });
	return claimed.length;
};

/** Takes the next referees to write to until then; no other delivery gets them. */
export const takeReferees = (
	{ db, organisationId, now }: OrgContext,
	reminderId: string,
	{ size, until }: { size: number; until: number },
) =>
	db
		.update(reminderSends)
		.set({ dueAt: until, attempts: sql`${reminderSends.attempts} + 1` })
		.where(
			sql`${reminderSends}.rowid IN (SELECT rowid FROM reminder_sends WHERE organisation_id = ${organisationId}
				AND reminder_id = ${reminderId} AND due_at IS NOT NULL AND due_at <= ${now()} ORDER BY due_at LIMIT ${size})`,
		)
		.returning({ subjectId: reminderSends.subjectId, attempts: reminderSends.attempts });

/** Says when referees who were taken are tried again; null for those who are done. */
export const planReferees = (
	{ db, organisationId }: OrgContext,
	reminderId: string,
	referees: readonly { id: string; dueAt: number | null }[],
) => {
	const dueOf = JSON.stringify(Object.fromEntries(referees.map(({ id, dueAt }) => [id, dueAt])));
	return db
		.update(reminderSends)
		.set({ dueAt: sql`(SELECT value FROM json_each(${dueOf}) WHERE key = ${reminderSends.subjectId})` })
		.where(
			and(
				eq(reminderSends.organisationId, organisationId),
				eq(reminderSends.reminderId, reminderId),
				sql`${reminderSends.subjectId} IN (SELECT key FROM json_each(${dueOf}))`,
				sql`${reminderSends.dueAt} IS NOT NULL`,
			),
		);
};

/** Deletes the rows of the people that a reminder has reminded: referees by their addresses. */
export const removeSends = ({ db, organisationId }: OrgContext, reminderId: string): Write =>
	db
		.delete(reminderSends)
		.where(and(eq(reminderSends.organisationId, organisationId), eq(reminderSends.reminderId, reminderId)));

/**
 * Deletes that applicants and their referees were reminded, which names a referee by the address. why through the
 * reminders: an institution has few, and each knows its people by an index. Before the referees are deleted.
 */
export const eraseReminderSends = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write =>
	db.delete(reminderSends).where(
		sql`${reminderSends}.rowid IN (
			SELECT sent.rowid FROM (
				SELECT value AS id FROM json_each(${JSON.stringify(ids)})
				UNION SELECT referee.id FROM json_each(${JSON.stringify(ids)}) AS asked
				CROSS JOIN referees AS referee ON referee.organisation_id = ${organisationId}
					AND referee.applicant_id = asked.value) AS person
			CROSS JOIN reminders AS reminder ON reminder.organisation_id = ${organisationId}
			CROSS JOIN reminder_sends AS sent ON sent.organisation_id = ${organisationId}
				AND sent.reminder_id = reminder.id AND sent.subject_id = person.id)`,
	);
