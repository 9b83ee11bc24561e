import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CourseShare, Quota, Standing } from "#worker/contract/ranking/quotas";
import { offersPlace } from "#worker/contract/stage-types";
import { rankingCourses, rankingSchemes, rankings } from "#worker/database/schema/rankings";
import { andWithin } from "#worker/database/scope";
import type { Candidate } from "#worker/services/rankings/allocate";
import type { BoardList } from "#worker/services/rankings/board.contract";

type Scheme = typeof rankingSchemes.$inferSelect;
export type Ranking = typeof rankings.$inferSelect;
export type RankedCourse = typeof rankingCourses.$inferSelect;

export const findScheme = async ({ db, organisationId }: OrgContext, id: string): Promise<Scheme | undefined> => {
	const [found] = await db
		.select()
		.from(rankingSchemes)
		.where(and(eq(rankingSchemes.organisationId, organisationId), eq(rankingSchemes.id, id)));
	return found;
};

export const findRanking = async ({ db, organisationId }: OrgContext, id: string): Promise<Ranking | undefined> => {
	const [found] = await db
		.select()
		.from(rankings)
		.where(and(eq(rankings.organisationId, organisationId), eq(rankings.id, id)));
	return found;
};

/** Reads what the board says beside its courses: who began it, how far it is, and the scheme's version by now. */
export const readCircumstances = async (
	{ db, organisationId }: OrgContext,
	{ taskId, createdBy, schemeId, applicationId }: Ranking,
) => {
	const [found] = await db.all<{
		status: "STARTED" | "FAILED" | "SUCCESS" | null;
		done: number | null;
		total: number | null;
		name: string | null;
		title: string | null;
		version: number | null;
	}>(sql`SELECT task.status, task.done, task.total, staff.first_name || ' ' || staff.last_name AS name,
			application.title, scheme.updated_at AS version
		FROM (SELECT 1)
		LEFT JOIN tasks AS task ON task.organisation_id = ${organisationId} AND task.id = ${taskId}
		LEFT JOIN users AS staff ON staff.organisation_id = ${organisationId} AND staff.id = ${createdBy}
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = ${applicationId}
		LEFT JOIN ranking_schemes AS scheme ON scheme.organisation_id = ${organisationId} AND scheme.id = ${schemeId}`);
	return found;
};

/** Reads the courses of a ranking, without regard to the places of the request. */
export const readCourses = ({ db, organisationId }: OrgContext, rankingId: string): Promise<RankedCourse[]> =>
	db
		.select()
		.from(rankingCourses)
		.where(and(eq(rankingCourses.organisationId, organisationId), eq(rankingCourses.rankingId, rankingId)))
		.orderBy(rankingCourses.courseId);

export interface BoardRow extends Omit<RankedCourse, "organisationId" | "rankingId" | "shares" | "quotas"> {
	title: string;
	quotas: Record<Quota, CourseShare> | null;
	filledNow: number;
}

/** Reads the courses of a ranking within the places of the request, by title. @param stepIds the steps at which a seat is held */
export const readBoard = async (
	ctx: OrgContext,
	{ id, applicationId }: Pick<Ranking, "id" | "applicationId">,
	{ stepIds, courseId }: { stepIds: readonly string[]; courseId?: string },
): Promise<BoardRow[]> => {
	const { db, organisationId } = ctx;
	const rows = await db.all<Omit<BoardRow, "quotas"> & { quotas: string | null }>(sql`
		SELECT ranked.course_id AS courseId, coalesce(course.title, ranked.course_id) AS title, ranked.seats, ranked.ranked,
			ranked.cannot_tell AS cannotTell, ranked.filled, ranked.proposed, ranked.fallback, ranked.quotas,
			(SELECT coalesce(sum(counted.applicants), 0) FROM json_each(${JSON.stringify(stepIds)}) AS step
				CROSS JOIN applicant_counts AS counted ON counted.organisation_id = ${organisationId}
					AND counted.application_id = ${applicationId} AND counted.step_id = step.value
					AND counted.course_id = ranked.course_id) AS filledNow
		FROM ranking_courses AS ranked
		LEFT JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = ranked.course_id
		WHERE ranked.organisation_id = ${organisationId} AND ranked.ranking_id = ${id}
			${courseId === undefined ? sql`` : sql`AND ranked.course_id = ${courseId}`} ${andWithin(ctx, sql`ranked.course_id`)}
		ORDER BY title, ranked.course_id`);
	return rows.map(({ quotas, ...row }) => ({ ...row, quotas: quotas === null ? null : JSON.parse(quotas) }));
};

/** Returns the steps at which an applicant holds a seat: an offer, or admission. */
export const holdingSteps = (steps: readonly { id: string; type: string }[]): string[] =>
	steps.filter(({ type }) => offersPlace(type)).map(({ id }) => id);

export interface PlacedApplicant {
	seq: number;
	place: number;
	standing: Standing;
	pointsHundredths: number;
	mostHundredths: number;
	utmeHundredths: number;
	submittedAt: number;
	isCatchment: number;
	isElds: number;
	quota: Quota | null;
}

const standings: Record<Exclude<BoardList, "proposed">, Standing> = {
	ranked: "ranked",
	cannotTell: "cannotTell",
	holds: "holds",
};

/** Reads the next applicants of a list of a course, who are within the places of the request by now. */
export const pageOfPlaces = (
	ctx: OrgContext,
	rankingId: string,
	{ courseId, list, after, limit }: { courseId: string; list: BoardList; after: number; limit: number },
): Promise<PlacedApplicant[]> =>
	ctx.db.all<PlacedApplicant>(sql`
		SELECT ranked.seq, ranked.place, ranked.standing, ranked.points_hundredths AS pointsHundredths,
			ranked.most_hundredths AS mostHundredths, ranked.utme_hundredths AS utmeHundredths,
			ranked.submitted_at AS submittedAt, ranked.is_catchment AS isCatchment, ranked.is_elds AS isElds, ranked.quota
		FROM ranked_applicants AS ranked
			INDEXED BY ${sql.raw(list === "proposed" ? "ranked_applicants_proposed" : "ranked_applicants_by_place")}
		CROSS JOIN applicants AS applicant ON applicant.seq = ranked.seq
		WHERE ranked.organisation_id = ${ctx.organisationId} AND ranked.ranking_id = ${rankingId}
			AND ranked.course_id = ${courseId}
			${list === "proposed" ? sql`AND ranked.quota IS NOT NULL` : sql`AND ranked.standing = ${standings[list]}`}
			AND ranked.place > ${after}
			AND +applicant.organisation_id = ${ctx.organisationId} ${andWithin(ctx, sql`+applicant.course_id`)}
		ORDER BY ranked.place LIMIT ${limit}`);

interface CandidateRow extends Omit<Candidate, "isCatchment" | "isElds"> {
	isCatchment: number;
	isElds: number;
}

/** The index of those who may have a share, in the order of their places. why one each: few of a long list may be from these states. */
const bestIndexes: Readonly<Record<Quota, { index: string; eligible: SQL }>> = {
	merit: { index: "ranked_applicants_by_place", eligible: sql`` },
	catchment: { index: "ranked_applicants_catchment", eligible: sql`AND is_catchment = 1` },
	elds: { index: "ranked_applicants_elds", eligible: sql`AND is_elds = 1` },
};

/** Reads the best of a course in order; of those who may have a share, where one is named. */
export const bestOfCourse = async (
	{ db, organisationId }: OrgContext,
	rankingId: string,
	{ courseId, standing, limit, of }: { courseId: string; standing: Standing; limit: number; of?: Quota },
): Promise<Candidate[]> => {
	const { index, eligible } = bestIndexes[of ?? "merit"];
	const rows = await db.all<CandidateRow>(sql`
		SELECT seq, points_hundredths AS pointsHundredths, utme_hundredths AS utmeHundredths, submitted_at AS submittedAt,
			is_catchment AS isCatchment, is_elds AS isElds
		FROM ranked_applicants INDEXED BY ${sql.raw(index)}
		WHERE organisation_id = ${organisationId} AND ranking_id = ${rankingId} AND course_id = ${courseId}
			AND standing = ${standing} AND place > 0 ${eligible}
		ORDER BY place LIMIT ${limit}`);
	return rows.map((row) => ({ ...row, isCatchment: row.isCatchment === 1, isElds: row.isElds === 1 }));
};
