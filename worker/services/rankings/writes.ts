import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CourseShare, Quota, Standing } from "#worker/contract/ranking/quotas";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { rankedApplicants, rankingCourses, rankings } from "#worker/database/schema/rankings";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

/** Writes a ranking with the courses that it is about. */
export const insertRanking = (
	{ db, organisationId }: OrgContext,
	row: typeof rankings.$inferInsert,
	courses: readonly Pick<typeof rankingCourses.$inferInsert, "courseId" | "seats" | "shares">[],
): Write[] => [
	db.insert(rankings).values(row),
	insertFrom(
		db,
		rankingCourses,
		{
			organisationId,
			rankingId: row.id,
			courseId: sql`value ->> 'courseId'`,
			seats: sql`value ->> 'seats'`,
			shares: sql`value -> 'shares'`,
		},
		sql`FROM json_each(${JSON.stringify(courses)})`,
	),
];

/** An applicant as a slice has scored them. */
export interface ScoredApplicant {
	seq: number;
	courseId: string;
	standing: Standing;
	pointsHundredths: number;
	mostHundredths: number;
	utmeHundredths: number;
	submittedAt: number;
	isCatchment: 0 | 1;
	isElds: 0 | 1;
}

/** Keeps the scores of a slice and counts them by course; nothing where another delivery has done the slice. */
export const writeScores = (
	ctx: OrgContext,
	task: OpenTask,
	rankingId: string,
	scored: readonly ScoredApplicant[],
): [Write, Write] => {
	const { db, organisationId } = ctx;
	const courseIds = [...new Set(scored.map(({ courseId }) => courseId))];
	const countOf = (courseId: string, standing: Standing) =>
		scored.filter((one) => one.courseId === courseId && one.standing === standing).length;
	const counts = Object.fromEntries(
		courseIds.map((id) => [
			id,
			{ ranked: countOf(id, "ranked"), cannotTell: countOf(id, "cannotTell"), filled: countOf(id, "holds") },
		]),
	);
	const added = (name: string) =>
		sql`coalesce((SELECT value ->> ${name} FROM json_each(${JSON.stringify(counts)}) WHERE key = ${rankingCourses.courseId}), 0)`;
	const of = (name: string) => sql`value ->> ${name}`;
	return [
		insertFrom(
			db,
			rankedApplicants,
			{
				organisationId,
				rankingId,
				seq: of("seq"),
				courseId: of("courseId"),
				standing: of("standing"),
				pointsHundredths: of("pointsHundredths"),
				mostHundredths: of("mostHundredths"),
				utmeHundredths: of("utmeHundredths"),
				submittedAt: of("submittedAt"),
				isCatchment: of("isCatchment"),
				isElds: of("isElds"),
			},
			sql`FROM json_each(${JSON.stringify(scored)}) WHERE ${taskStandsAt(ctx, task)}`,
		),
		db
			.update(rankingCourses)
			.set({
				ranked: sql`${rankingCourses.ranked} + ${added("ranked")}`,
				cannotTell: sql`${rankingCourses.cannotTell} + ${added("cannotTell")}`,
				filled: sql`${rankingCourses.filled} + ${added("filled")}`,
			})
			.where(
				and(
					eq(rankingCourses.organisationId, organisationId),
					eq(rankingCourses.rankingId, rankingId),
					sql`${rankingCourses.courseId} IN (SELECT value FROM json_each(${JSON.stringify(courseIds)}))`,
					taskStandsAt(ctx, task),
				),
			),
	];
};

interface Places {
	courseId: string;
	standing: Standing;
	/** How many have a place already. */
	placed: number;
	limit: number;
}

/** Gives the next of a list their places: those without one are in the index in the order of the score. */
export const writePlaces = (
	ctx: OrgContext,
	task: OpenTask,
	rankingId: string,
	{ courseId, standing, placed, limit }: Places,
): Write =>
	ctx.db
		.update(rankedApplicants)
		.set({ place: sql`${placed} + numbered.position` })
		.from(sql`(
			SELECT seq, row_number() OVER (ORDER BY most_hundredths DESC, utme_hundredths DESC, submitted_at, seq) AS position
			FROM (
				SELECT seq, most_hundredths, utme_hundredths, submitted_at
				FROM ranked_applicants INDEXED BY ranked_applicants_by_place
				WHERE organisation_id = ${ctx.organisationId} AND ranking_id = ${rankingId} AND course_id = ${courseId}
					AND standing = ${standing} AND place = 0
				ORDER BY most_hundredths DESC, utme_hundredths DESC, submitted_at, seq LIMIT ${limit}
			)
		) AS numbered`)
		.where(
			and(
				eq(rankedApplicants.organisationId, ctx.organisationId),
				eq(rankedApplicants.rankingId, rankingId),
				sql`${rankedApplicants.seq} = numbered.seq`,
				taskStandsAt(ctx, task),
			),
		);

interface GivenSeats {
	courseId: string;
	proposed: ReadonlyMap<number, Quota>;
	fallback: number;
	quotas: Record<Quota, CourseShare>;
}

/** Marks who is proposed for the seats of a course, and keeps its sums. */
export const writeSeats = (
	ctx: OrgContext,
	task: OpenTask,
	rankingId: string,
	{ courseId, proposed, fallback, quotas }: GivenSeats,
): [Write, Write] => {
	const { db, organisationId } = ctx;
	const given = JSON.stringify([...proposed].map(([seq, quota]) => ({ seq, quota })));
	return [
		db
			.update(rankedApplicants)
			.set({ quota: sql`given.value ->> 'quota'` })
			.from(sql`json_each(${given}) AS given`)
			.where(
				and(
					eq(rankedApplicants.organisationId, organisationId),
					eq(rankedApplicants.rankingId, rankingId),
					sql`${rankedApplicants.seq} = given.value ->> 'seq'`,
					taskStandsAt(ctx, task),
				),
			),
		db
			.update(rankingCourses)
			.set({ proposed: proposed.size, fallback, quotas })
			.where(
				and(
					eq(rankingCourses.organisationId, organisationId),
					eq(rankingCourses.rankingId, rankingId),
					eq(rankingCourses.courseId, courseId),
					taskStandsAt(ctx, task),
				),
			),
	];
};

/** Removes applicants who are erased from every ranking: their points follow from their answers. */
export const forgetRanked = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	applicantIds: readonly string[],
): Write =>
	db.delete(rankedApplicants).where(
		sql`${rankedApplicants}.rowid IN (
			SELECT ranked.rowid FROM json_each(${JSON.stringify(applicantIds)}) AS asked
			CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
			CROSS JOIN rankings AS ranking INDEXED BY rankings_by_application
				ON ranking.organisation_id = ${organisationId} AND ranking.application_id = applicant.application_id
			CROSS JOIN ranked_applicants AS ranked ON ranked.organisation_id = ${organisationId}
				AND ranked.ranking_id = ranking.id AND ranked.seq = applicant.seq)`,
	);

/** Applicants of rankings deleted by one sweep. */
const rowsPerSweep = 20_000;

/** Deletes old rankings that a later one has replaced, or whose scheme is gone; their applicants first. */
export const deleteOldRankings = async (db: Database, before: number): Promise<void> => {
	const old = sql`ranking.created_at < ${before} AND (
		EXISTS (SELECT 1 FROM rankings AS later WHERE later.organisation_id = ranking.organisation_id
			AND later.scheme_id = ranking.scheme_id AND later.created_at > ranking.created_at
			AND later.created_at < ${before})
		OR NOT EXISTS (SELECT 1 FROM ranking_schemes AS scheme
			WHERE scheme.organisation_id = ranking.organisation_id AND scheme.id = ranking.scheme_id))`;
	await db.run(sql`DELETE FROM ranked_applicants WHERE rowid IN (
		SELECT ranked.rowid FROM rankings AS ranking INDEXED BY rankings_by_age CROSS JOIN ranked_applicants AS ranked
			ON ranked.organisation_id = ranking.organisation_id AND ranked.ranking_id = ranking.id
		WHERE ${old} LIMIT ${rowsPerSweep})`);
	const isEmpty = sql`${old} AND NOT EXISTS (SELECT 1 FROM ranked_applicants AS ranked
		WHERE ranked.organisation_id = ranking.organisation_id AND ranked.ranking_id = ranking.id)`;
	await db.run(sql`DELETE FROM ranking_courses WHERE rowid IN (
		SELECT course.rowid FROM rankings AS ranking INDEXED BY rankings_by_age CROSS JOIN ranking_courses AS course
			ON course.organisation_id = ranking.organisation_id AND course.ranking_id = ranking.id
		WHERE ${isEmpty})`);
	await db.run(sql`DELETE FROM rankings WHERE rowid IN (
		SELECT ranking.rowid FROM rankings AS ranking INDEXED BY rankings_by_age WHERE ${isEmpty})`);
};
