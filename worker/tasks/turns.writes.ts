import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import type { JobMessage } from "#worker/env";

interface Starter {
	db: Database;
	organisationId: string;
	actor: { id: string };
}

/** Tasks of one user, and of one institution, that are on the queue at a time. The others wait for their turn. */
const turnsOfUser = 2;
const turnsOfInstitution = 4;
/** Unfinished tasks that one user, and one institution, may have; further ones are refused. */
export const maxUnfinishedOfUser = 20;
const maxUnfinishedOfInstitution = 100;
/**
 * A task that waits for its turn has its `updated_at` so long after its creation, in milliseconds. why no whole hour: a
 * task that rests for a time that was asked for has another one.
 */
const waitMs = 3_599_993;

/** Unfinished tasks of an institution, as `running`. why the index: it holds the few unfinished ones of all. */
const unfinished = (
	organisationId: SQL | string,
	that: SQL,
): SQL => sql`FROM tasks AS running INDEXED BY tasks_unfinished
	WHERE running.status = 'STARTED' AND running.organisation_id = ${organisationId} AND ${that}`;

/** The condition that a user may start another task. Goes into the statement that writes it. */
export const hasRoomForTask = (organisationId: string, userId: string): SQL => sql`
	(SELECT count(*) ${unfinished(organisationId, sql`running.created_by = ${userId}`)}) < ${maxUnfinishedOfUser}
	AND (SELECT count(*) ${unfinished(organisationId, sql`true`)}) < ${maxUnfinishedOfInstitution}`;

/**
 * Checks the same ahead of work that a refusal would make useless. why not enough: others start tasks meanwhile, so that the
 * statement that writes it decides.
 */
export const hasRoom = async ({ db, organisationId, actor }: Starter): Promise<boolean> => {
	const [row] = await db.all<{ room: number }>(sql`SELECT ${hasRoomForTask(organisationId, actor.id)} AS room`);
	return row?.room === 1;
};

/** Lets a new task wait if older ones of its user or institution have all turns. @returns whether it waits */
export const waitForTurn = async (
	db: Database,
	{ organisationId, taskId }: JobMessage,
	now: number,
): Promise<boolean> => {
	const older = sql`running.updated_at <= ${now}
		AND (running.created_at, running.id) < (tasks.created_at, tasks.id)`;
	const waiting = await db.all(sql`
		UPDATE tasks SET updated_at = created_at + ${waitMs}
		WHERE organisation_id = ${organisationId} AND id = ${taskId} AND status = 'STARTED' AND done = 0
			AND created_at + ${waitMs} > ${now}
			AND ((SELECT count(*) ${unfinished(organisationId, sql`${older} AND running.created_by = tasks.created_by`)}) >= ${turnsOfUser}
				OR (SELECT count(*) ${unfinished(organisationId, older)}) >= ${turnsOfInstitution})
		RETURNING id`);
	return waiting.length > 0;
};

/**
 * Gives free turns of an institution to tasks that wait: first to those of the user with the fewest on the queue, then to
 * the oldest. @returns what to put on the queue
 */
export const takeTurns = async (db: Database, organisationId: string, now: number): Promise<JobMessage[]> => {
	const taken: JobMessage[] = [];
	const active = (of: SQL) =>
		sql`(SELECT count(*) ${unfinished(organisationId, sql`running.updated_at <= ${now} AND ${of}`)})`;
	const ofSame = active(sql`running.created_by = waiting.created_by`);
	for (;;) {
		const [next] = await db.all<{ id: string }>(sql`
			UPDATE tasks SET updated_at = ${now} WHERE organisation_id = ${organisationId} AND id = (
				SELECT waiting.id FROM tasks AS waiting INDEXED BY tasks_unfinished
				WHERE waiting.status = 'STARTED' AND waiting.organisation_id = ${organisationId}
					AND waiting.updated_at = waiting.created_at + ${waitMs}
					AND ${ofSame} < ${turnsOfUser} AND ${active(sql`true`)} < ${turnsOfInstitution}
				ORDER BY ${ofSame}, waiting.created_at, waiting.id LIMIT 1)
			RETURNING id`);
		if (!next) return taken;
		taken.push({ organisationId, taskId: next.id });
	}
};

/** Finds the institutions whose tasks wait for a turn. why: a crash may have lost the moment when one became free. */
export const findWaiting = async (db: Database): Promise<string[]> => {
	const rows = await db.all<{ organisationId: string }>(sql`
		SELECT DISTINCT running.organisation_id AS organisationId FROM tasks AS running INDEXED BY tasks_unfinished
		WHERE running.status = 'STARTED' AND running.updated_at = running.created_at + ${waitMs}`);
	return rows.map(({ organisationId }) => organisationId);
};
