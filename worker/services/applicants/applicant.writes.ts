import { and, is, SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CommitContext, Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { visitGapMs } from "#worker/services/applicants/contract";

type Applicant = typeof applicants.$inferInsert;

/** The expected state of an applicant. An applicant who differs in any of these values is not changed. */
type SeenApplicant = Pick<Applicant, "id"> & Partial<Pick<Applicant, "stepId" | "version" | "letterUrl">>;

/** Rows, or a table expression whose column `value` holds each row as JSON. */
export type Rows<T> = readonly T[] | SQL;

/** why: one JSON parameter holds any number of rows; a statement takes at most 100 parameters. */
export const tableOf = <T>(rows: Rows<T>): SQL => (is(rows, SQL) ? rows : sql`json_each(${JSON.stringify(rows)})`);

/** Returns the SQL for a field of the current row, for the functions below. */
export const seen = (field: string): SQL => sql.raw(`seen.value ->> '${field}'`);

/** Adds an applicant for each row of a query, which has one row where they may be added. */
export const insertApplicant = ({ db }: CommitContext, applicant: NewApplicant, from: SQL): Write =>
	insertFrom(db, applicants, { ...applicant, seq: null as never }, from);

type NewApplicant = Omit<Applicant, "seq">;

interface Change {
	set: { [K in keyof Applicant]?: Applicant[K] | SQL };
	/** A further condition, for example that the task is still where the slice began. */
	guard?: SQL | undefined;
}

/** Changes those who still have the expected state, as a review and with a new version; a commit counts the rows. */
export const updateApplicants = (ctx: CommitContext, rows: readonly SeenApplicant[], { set, guard }: Change): Write =>
	annotateApplicants(ctx, rows, {
		set: {
			...set,
			lastReviewedAt: ctx.now(),
			lastReviewedBy: ctx.actor.name,
			version: sql`${applicants.version} + 1`,
		},
		guard,
	});

/** Changes applicants without a review or a new version: an edit in progress does not become stale. */
export const annotateApplicants = (
	{ db, organisationId, now }: CommitContext,
	rows: Rows<SeenApplicant>,
	{ set = {}, guard }: Partial<Change> = {},
): Write =>
	db
		.update(applicants)
		.set({ ...set, updatedAt: now() })
		// why CROSS JOIN and the plus: each applicant is found by id; otherwise SQLite reads the whole institution.
		.where(
			and(
				sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM ${tableOf(rows)} AS seen
					CROSS JOIN applicants AS found ON found.organisation_id = ${organisationId} AND found.id = ${seen("id")}
					WHERE ${isAsSeen(rows)})`,
				guard,
			),
		);

const comparable = { stepId: "step_id", version: "version", letterUrl: "letter_url" } as const;

const isAsSeen = (rows: Rows<SeenApplicant>): SQL => {
	const first: Partial<SeenApplicant> = is(rows, SQL) ? {} : { ...rows[0] };
	const compared = (Object.keys(comparable) as (keyof typeof comparable)[])
		.filter((field) => first[field] !== undefined)
		.map((field) => sql`found.${sql.raw(comparable[field])} IS ${seen(field)}`);
	return and(...compared) ?? sql`true`;
};

/** What changed this shortly before a view counts as unread: an open page reads itself again at once after a change. */
const rereadMs = 3_000;

/**
 * Records that the user opened an applicant. The first view of a visit stores when the previous visit ended, the first
 * view of all when it was. A trigger keeps the last 1,000 (migration 0029).
 */
export const recordView = async ({ db, organisationId, actor, now }: OrgContext, applicantId: string) => {
	const viewedAt = now();
	await db.run(sql`
		INSERT INTO applicant_views (organisation_id, user_id, applicant_id, viewed_at, previously_viewed_at)
		VALUES (${organisationId}, ${actor.id}, ${applicantId}, ${viewedAt}, ${viewedAt})
		ON CONFLICT (organisation_id, user_id, applicant_id) DO UPDATE SET
			viewed_at = max(viewed_at, ${viewedAt - rereadMs}),
			previously_viewed_at = iif(viewed_at < ${viewedAt - visitGapMs}, viewed_at, previously_viewed_at)`);
};

/** Ends the visit at a moment: only later changes are marked. @returns false when the user has not opened the applicant */
export const endVisit = async ({ db, organisationId, actor, now }: OrgContext, applicantId: string, until: number) => {
	const at = Math.min(until, now());
	const ended = await db.all(sql`
		UPDATE applicant_views SET viewed_at = max(viewed_at, ${at}), previously_viewed_at = ${at}
		WHERE organisation_id = ${organisationId} AND user_id = ${actor.id} AND applicant_id = ${applicantId}
		RETURNING applicant_id`);
	return ended.length > 0;
};
