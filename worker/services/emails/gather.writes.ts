import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom, randomId } from "#worker/database/insert-from";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { type Audience, fromAudience } from "#worker/services/emails/audience.queries";
import type { KeptAttachment } from "#worker/services/emails/mail-files";
import { letterInForce } from "#worker/services/letters/queries";

export type NewMailing = Omit<typeof mailings.$inferInsert, "organisationId" | "status" | "createdBy" | "createdAt">;

/** Emails that one statement creates. why: it blocks the database while it runs, for some tens of milliseconds. */
const sliceSize = 2_000;

/**
 * Creates a mailing that collects its recipients, with its files, and replaces an unfinished one with the same id.
 */
export const writeMailing = (
	{ db, organisationId, actor, now }: OrgContext,
	mailing: NewMailing,
	files: readonly KeptAttachment[],
): Write[] => [
	db.delete(emails).where(isOfBrokenOff(organisationId, mailing.id)),
	db.delete(mailingAttachments).where(isOfBrokenOff(organisationId, mailing.id)),
	db.delete(mailings).where(sql`rowid IN (${isGathering(organisationId, mailing.id)})`),
	db
		.insert(mailings)
		.values({ ...mailing, organisationId, status: "gathering", createdBy: actor.id, createdAt: now() }),
	...files.map((file, position) =>
		db.insert(mailingAttachments).values({ ...file, organisationId, mailingId: mailing.id, position }),
	),
];

const isOfBrokenOff = (organisationId: string, mailingId: string): SQL =>
	sql`organisation_id = ${organisationId} AND mailing_id = ${mailingId}
		AND EXISTS (${isGathering(organisationId, mailingId)})`;

const isGathering = (organisationId: string, mailingId: string): SQL =>
	sql`SELECT rowid FROM mailings WHERE organisation_id = ${organisationId} AND id = ${mailingId}
		AND status = 'gathering'`;

/** Creates one email for each recipient, slice by slice; a repeat creates no second one. */
export const gatherMails = async (ctx: OrgContext, mailing: NewMailing, audience: Audience): Promise<void> => {
	const { candidateIds } = audience;
	if (candidateIds.length > 0) {
		for (let from = 0; from < candidateIds.length; from += sliceSize) {
			const some = { ...audience, candidateIds: candidateIds.slice(from, from + sliceSize) };
			await insertMails(ctx, mailing, fromAudience(ctx, some));
		}
		return;
	}
	const everybody = fromAudience(ctx, audience);
	for (let after: number | null = 0; after !== null; ) {
		const slice: SQL = sql`${everybody} AND applicant.seq > ${after} ORDER BY applicant.seq LIMIT ${sliceSize}`;
		const [, [last]]: [unknown, { seq: number | null }[]] = await ctx.db.batch([
			insertMails(ctx, mailing, slice),
			ctx.db.select({ seq: sql<number | null>`max(seq)` }).from(sql`(SELECT applicant.seq ${slice})`),
		]);
		after = last?.seq ?? null;
	}
};

const insertMails = ({ db, organisationId, now }: OrgContext, { id, sendAfter, letter }: NewMailing, from: SQL) =>
	insertFrom(
		db,
		emails,
		{
			organisationId,
			id: randomId,
			mailingId: id,
			applicantId: sql`applicant.id`,
			status: "queued",
			dueAt: sendAfter,
			letterId: letter === "current" ? letterInForce(organisationId) : sql`NULL`,
			createdAt: now(),
		},
		from,
	).onConflictDoNothing();

/** Creates one email for each applicant that a reminder has noted for a mailing, slice by slice; a repeat creates no second one. */
export const gatherClaimed = async (ctx: OrgContext, mailingId: string): Promise<void> => {
	const { db, organisationId, now } = ctx;
	for (let after: string | null = ""; after !== null; ) {
		const slice: SQL = sql`FROM reminder_sends AS sent WHERE sent.organisation_id = ${organisationId}
			AND sent.mailing_id = ${mailingId} AND sent.subject_id > ${after} ORDER BY sent.subject_id LIMIT ${sliceSize}`;
		const claimed: SQL = sql`FROM (SELECT sent.subject_id ${slice}) AS claimed WHERE EXISTS (
			SELECT 1 FROM mailings WHERE organisation_id = ${organisationId} AND id = ${mailingId} AND status = 'gathering')`;
		const [, [last]]: [unknown, { id: string | null }[]] = await db.batch([
			insertFrom(
				db,
				emails,
				{
					organisationId,
					id: randomId,
					mailingId,
					applicantId: sql`claimed.subject_id`,
					status: "queued",
					dueAt: now(),
					createdAt: now(),
				},
				claimed,
			).onConflictDoNothing(),
			db.select({ id: sql<string | null>`max(subject_id)` }).from(sql`(SELECT sent.subject_id ${slice})`),
		]);
		after = last?.id ?? null;
	}
};

const isGatheringId = (organisationId: string, mailingId: string) =>
	and(eq(mailings.organisationId, organisationId), eq(mailings.id, mailingId), eq(mailings.status, "gathering"));

/** Removes a mailing that found nobody to write to. */
export const dropGathering = ({ db, organisationId }: OrgContext, mailingId: string) =>
	db.delete(mailings).where(isGatheringId(organisationId, mailingId));

/** Checks whether a mailing still collects its recipients. */
export const stillGathers = async ({ db, organisationId }: OrgContext, mailingId: string): Promise<boolean> =>
	(await db.all(isGathering(organisationId, mailingId))).length > 0;

/**
 * Marks a mailing as ready: all its recipients are gathered, and its task may send. @param total how many they must be, where
 * another delivery may be adding some @param onlyIf what else must hold
 */
export const writeReady = (
	{ db, organisationId }: OrgContext,
	mailingId: string,
	taskId: string,
	{ total, onlyIf }: { total?: number; onlyIf?: SQL },
): Write =>
	db
		.update(mailings)
		.set({ status: "ready", taskId })
		.where(
			and(
				isGatheringId(organisationId, mailingId),
				onlyIf,
				total === undefined
					? undefined
					: sql`${total} = (SELECT count(*) FROM emails
						WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId})`,
			),
		);
