import { and, is, SQL, sql } from "drizzle-orm";
import type { CommitContext, Write } from "#worker/database/commit";
import { applicants } from "#worker/database/schema/applicants";

type Applicant = typeof applicants.$inferInsert;

/** An applicant as a change expects to find them. Who differs in what is given here is left as they are. */
export type SeenApplicant = Pick<Applicant, "id"> & Partial<Pick<Applicant, "stepId" | "version" | "letterUrl">>;

/** Rows, or a table expression whose column `value` holds each row as JSON. */
export type Rows<T> = readonly T[] | SQL;

/** why: one JSON parameter holds any number of rows; a statement takes only 100 parameters. */
export const tableOf = <T>(rows: Rows<T>): SQL => (is(rows, SQL) ? rows : sql`json_each(${JSON.stringify(rows)})`);

/** A field of the row at hand, in SQL that is passed to the functions below. */
export const seen = (field: string): SQL => sql.raw(`seen.value ->> '${field}'`);

interface Change {
	set: { [K in keyof Applicant]?: Applicant[K] | SQL };
	/** Must hold too: the task is where its slice began, for example. */
	guard?: SQL | undefined;
}

/**
 * Changes applicants that are still as they were seen, as reviewed by the actor just now; each gets a new version. In a
 * commit, the number of rows changed is its guard.
 */
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

/** Changes applicants without a review and without a new version: an edit that somebody has begun does not become stale. */
export const annotateApplicants = (
	{ db, organisationId, now }: CommitContext,
	rows: Rows<SeenApplicant>,
	{ set = {}, guard }: Partial<Change> = {},
): Write =>
	db
		.update(applicants)
		.set({ ...set, updatedAt: now() })
		// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
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
