import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ReleaseState } from "#worker/contract/release-states";
import type { Database } from "#worker/database/database";
import type { Release } from "#worker/services/stage-changes/release.contract";

interface ReleaseRow {
	id: string;
	state: ReleaseState;
	version: number;
	applicationId: string;
	applicationTitle: string | null;
	stageId: string;
	stageName: string;
	reason: string;
	reasonId: string | null;
	isPrivate: number | null;
	locationId: string | null;
	locationName: string | null;
	doNotNotify: number;
	total: number;
	preparedBy: string;
	preparedByName: string;
	preparedAt: number;
	proposedBy: string | null;
	proposedByName: string | null;
	proposedAt: number | null;
	approvedBy: string | null;
	approvedByName: string | null;
	approvedAt: number | null;
	returnReason: string | null;
	dueAt: number | null;
	releasedAt: number | null;
}

const columns = sql.raw(`release.id, state, version, application_id AS applicationId,
	(SELECT application.title FROM applications AS application
		WHERE application.organisation_id = release.organisation_id AND application.id = release.application_id) AS applicationTitle,
	stage_id AS stageId,
	stage_name AS stageName, reason, reason_id AS reasonId, location_id AS locationId, do_not_notify AS doNotNotify,
	(SELECT started.is_private FROM reasons AS started
		WHERE started.organisation_id = release.organisation_id AND started.id = release.reason_id) AS isPrivate,
	(SELECT location.name FROM locations AS location
		WHERE location.organisation_id = release.organisation_id AND location.id = release.location_id) AS locationName,
	(SELECT count(*) FROM release_rows AS one
		WHERE one.organisation_id = release.organisation_id AND one.release_id = release.id) AS total,
	prepared_by AS preparedBy, prepared_by_name AS preparedByName, prepared_at AS preparedAt,
	proposed_by AS proposedBy, proposed_by_name AS proposedByName, proposed_at AS proposedAt,
	approved_by AS approvedBy, approved_by_name AS approvedByName, approved_at AS approvedAt,
	return_reason AS returnReason, due_at AS dueAt, released_at AS releasedAt`);

/** The condition that a release was proposed once, or was prepared by the user: until then it is private. */
const isShownTo = (userId: string): SQL =>
	sql`(proposed_at IS NOT NULL OR return_reason IS NOT NULL OR prepared_by = ${userId})`;

/** Finds a release, in the background of any user. */
export const findAnyRelease = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	id: string,
): Promise<ReleaseRow | undefined> => {
	const [found] = await db.all<ReleaseRow>(sql`
		SELECT ${columns} FROM releases AS release WHERE organisation_id = ${organisationId} AND id = ${id}`);
	return found;
};

/** Finds a release that the user may see. */
export const findRelease = async (
	{ db, organisationId, actor }: OrgContext,
	id: string,
): Promise<ReleaseRow | undefined> => {
	const [found] = await db.all<ReleaseRow>(sql`
		SELECT ${columns} FROM releases AS release
		WHERE organisation_id = ${organisationId} AND id = ${id} AND ${isShownTo(actor.id)}`);
	return found;
};

/** Returns the users who prepared and proposed a release. */
export const participantsOf = ({ preparedBy, proposedBy }: Pick<ReleaseRow, "preparedBy" | "proposedBy">): string[] => [
	...new Set(proposedBy === null ? [preparedBy] : [preparedBy, proposedBy]),
];

/** @param userId the user who asks */
export const toRelease = ({ total, doNotNotify, ...row }: ReleaseRow, userId: string): Release => ({
	id: row.id,
	state: row.state,
	version: row.version,
	applicationId: row.applicationId,
	applicationTitle: row.applicationTitle,
	stageId: row.stageId,
	stageName: row.stageName,
	reason: row.reason,
	doNotNotify: doNotNotify === 1,
	total,
	prepared: { name: row.preparedByName, at: row.preparedAt },
	proposed: row.proposedAt === null ? null : { name: row.proposedByName ?? "", at: row.proposedAt },
	approved: row.approvedAt === null ? null : { name: row.approvedByName ?? "", at: row.approvedAt },
	isPrivate: row.isPrivate === 1,
	location: row.locationId === null ? null : { id: row.locationId, name: row.locationName ?? "" },
	isOwn: row.proposedBy === userId,
	returnReason: row.returnReason,
	dueAt: row.dueAt,
	releasedAt: row.releasedAt,
	runId: row.releasedAt === null ? null : row.id,
});

export const pageOfReleases = async (
	{ db, organisationId, actor }: OrgContext,
	{ state, page, size }: { state?: ReleaseState | undefined; page: number; size: number },
) => {
	const matching = sql`FROM releases AS release WHERE organisation_id = ${organisationId} AND ${isShownTo(actor.id)}
		${state === undefined ? sql`` : sql`AND state = ${state}`}`;
	const [rows, [counted]] = await Promise.all([
		db.all<ReleaseRow>(sql`SELECT ${columns} ${matching}
			ORDER BY prepared_at DESC, id DESC LIMIT ${size} OFFSET ${page * size}`),
		db.all<{ total: number }>(sql`SELECT count(*) AS total ${matching}`),
	]);
	return { data: rows.map((row) => toRelease(row, actor.id)), resultTotal: counted?.total ?? 0, page, size };
};

export const idsOfRelease = async ({ db, organisationId }: OrgContext, id: string): Promise<string[]> => {
	const rows = await db.all<{ id: string }>(sql`SELECT applicant_id AS id FROM release_rows
		WHERE organisation_id = ${organisationId} AND release_id = ${id} ORDER BY applicant_id`);
	return rows.map((row) => row.id);
};

/** Releases that are begun at one time; the next sweep begins others. */
const dueAtOnce = 100;

/** Finds the releases of all institutions whose time has come. */
export const findDueReleases = (db: Database, now: number) =>
	// why the literal: SQLite uses a partial index only for exactly its condition.
	db.all<{ organisationId: string; id: string }>(sql`
		SELECT organisation_id AS organisationId, id FROM releases
		WHERE state = 'scheduled' AND due_at <= ${now} ORDER BY due_at LIMIT ${sql.raw(String(dueAtOnce))}`);

/** Finds a user who may still sign in. */
export const findUnblockedUser = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	id: string,
) => {
	const [user] = await db.all<{ id: string; name: string; email: string }>(sql`
		SELECT id, trim(first_name || ' ' || last_name) AS name, email FROM users
		WHERE organisation_id = ${organisationId} AND id = ${id} AND blocked = 0`);
	return user;
};
