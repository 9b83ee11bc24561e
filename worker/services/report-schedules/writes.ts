import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { reportPeriods, reportSchedules } from "#worker/database/schema/reminders";
import type { Schedule } from "#worker/services/report-schedules/queries";

type Own = Pick<OrgContext, "db" | "organisationId">;

const isSchedule = (organisationId: string, id: string) =>
	and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.id, id));

/** Takes a schedule whose time has come until then. @returns false when another delivery has it, or it is not due */
export const takeSchedule = async (
	{ db, organisationId }: Own,
	id: string,
	{ now, until }: { now: number; until: number },
): Promise<boolean> => {
	const taken = await db
		.update(reportSchedules)
		.set({ nextAt: until })
		.where(and(isSchedule(organisationId, id), eq(reportSchedules.enabled, true), lte(reportSchedules.nextAt, now)))
		.returning({ id: reportSchedules.id });
	return taken.length > 0;
};

/** Says when a schedule that was taken is next looked at; one that was changed meanwhile is planned anew. */
export const planSchedule = async (
	{ db, organisationId }: Own,
	{ id, updatedAt }: Schedule,
	nextAt: number,
	outcome: { problem?: string } = {},
): Promise<void> => {
	await db
		.update(reportSchedules)
		.set({
			...outcome,
			nextAt: sql`CASE WHEN ${reportSchedules.updatedAt} = ${updatedAt} THEN ${nextAt} ELSE 0 END`,
		})
		.where(isSchedule(organisationId, id));
};

/** Notes that the report of a day is sent; it changes nothing when that was noted before. */
export const writePeriod = ({ db, organisationId, now }: OrgContext, scheduleId: string, day: string): Write =>
	insertFrom(
		db,
		reportPeriods,
		{ organisationId, scheduleId, day, createdAt: now() },
		sql`WHERE true`,
	).onConflictDoNothing();

/** Records that a report was sent to so many. @param unlessSince changes nothing when it was sent after this */
export const writeReportSent = (
	{ db, organisationId, now }: OrgContext,
	scheduleId: string,
	lastSent: number,
	unlessSince?: number,
): Write =>
	db
		.update(reportSchedules)
		.set({ lastSentAt: now(), lastSent, problem: null })
		.where(
			and(
				isSchedule(organisationId, scheduleId),
				unlessSince === undefined
					? undefined
					: or(isNull(reportSchedules.lastSentAt), lte(reportSchedules.lastSentAt, unlessSince)),
			),
		);
