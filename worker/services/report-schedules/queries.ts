import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { organisations } from "#worker/database/schema/organisations";
import { reportSchedules } from "#worker/database/schema/reminders";

/** The most schedules of one sweep. */
const dueAtOnce = 200;

/** Finds the schedules whose time has come, of all institutions. */
export const findDueSchedules = (db: Database, now: number) =>
	db
		.select({ organisationId: reportSchedules.organisationId, id: reportSchedules.id })
		.from(reportSchedules)
		// why the literal: SQLite uses a partial index only for exactly its condition.
		.where(and(sql`enabled = 1`, sql`${reportSchedules.nextAt} <= ${now}`))
		.limit(dueAtOnce);

/** Reads a schedule, and the time zone of its institution. */
export const findSchedule = async (db: Database, organisationId: string, id: string) => {
	const [found] = await db
		.select({ schedule: reportSchedules, timeZone: organisations.timeZone })
		.from(reportSchedules)
		.innerJoin(organisations, eq(organisations.id, reportSchedules.organisationId))
		.where(and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.id, id)));
	return found;
};
export type Schedule = NonNullable<Awaited<ReturnType<typeof findSchedule>>>["schedule"];
