import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CourseShare, Quota, Shares, Standing } from "#worker/contract/ranking/quotas";
import type { CourseQuota, ScorePart } from "#worker/contract/ranking/score-parts";
import { folded } from "#worker/database/folded";

/** How the applicants of an application are ranked by course. */
export const rankingSchemes = sqliteTable(
	"ranking_schemes",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		/** The only step whose applicants compete; null for any. */
		stage: text(),
		parts: text({ mode: "json" }).$type<ScorePart[]>().notNull(),
		shares: text({ mode: "json" }).$type<Shares>().notNull(),
		quotas: text({ mode: "json" }).$type<CourseQuota[]>().notNull(),
		catchmentStates: text("catchment_states", { mode: "json" }).$type<string[]>().notNull(),
		eldsStates: text("elds_states", { mode: "json" }).$type<string[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("ranking_schemes_by_name").on(table.organisationId, table.applicationId, folded(table.name)),
	],
);

/** A ranking by a scheme. It never changes: another one is made by the scheme as it is then. */
export const rankings = sqliteTable(
	"rankings",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		schemeId: text("scheme_id").notNull(),
		applicationId: text("application_id").notNull(),
		/** The scheme as it was: its version, and what it says. */
		schemeVersion: integer("scheme_version").notNull(),
		stage: text(),
		parts: text({ mode: "json" }).$type<ScorePart[]>().notNull(),
		catchmentStates: text("catchment_states", { mode: "json" }).$type<string[]>().notNull(),
		eldsStates: text("elds_states", { mode: "json" }).$type<string[]>().notNull(),
		taskId: text("task_id").notNull(),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("rankings_by_scheme").on(table.organisationId, table.schemeId, table.createdAt),
		index("rankings_by_application").on(table.organisationId, table.applicationId),
		index("rankings_by_age").on(table.createdAt),
	],
);

/** A course of a ranking: its seats, and its sums once they are given to the list. */
export const rankingCourses = sqliteTable(
	"ranking_courses",
	{
		organisationId: text("organisation_id").notNull(),
		rankingId: text("ranking_id").notNull(),
		courseId: text("course_id").notNull(),
		seats: integer().notNull(),
		shares: text({ mode: "json" }).$type<Shares>().notNull(),
		/** Kept while applicants are scored: those with a full score, those without, and those who hold a seat. */
		ranked: integer().notNull().default(0),
		cannotTell: integer("cannot_tell").notNull().default(0),
		filled: integer().notNull().default(0),
		proposed: integer().notNull().default(0),
		fallback: integer().notNull().default(0),
		/** Null until the seats are given. */
		quotas: text({ mode: "json" }).$type<Record<Quota, CourseShare>>(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.rankingId, table.courseId] })],
);

/** An applicant in a ranking. Points are hundredths of one. why no answers: they are read again where they are shown. */
export const rankedApplicants = sqliteTable(
	"ranked_applicants",
	{
		organisationId: text("organisation_id").notNull(),
		rankingId: text("ranking_id").notNull(),
		/** The applicant's place in the list of applicants. */
		seq: integer().notNull(),
		courseId: text("course_id").notNull(),
		standing: text().$type<Standing>().notNull(),
		pointsHundredths: integer("points_hundredths").notNull(),
		/** The points that are possible: more, where a part is not known. */
		mostHundredths: integer("most_hundredths").notNull(),
		/** -1 where it is not known. */
		utmeHundredths: integer("utme_hundredths").notNull(),
		submittedAt: integer("submitted_at").notNull(),
		isCatchment: integer("is_catchment", { mode: "boolean" }).notNull(),
		isElds: integer("is_elds", { mode: "boolean" }).notNull(),
		/** From 1 in the order of the score among those of the same standing; 0 until all are scored. */
		place: integer().notNull().default(0),
		/** The share for which the applicant is proposed. */
		quota: text().$type<Quota>(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.rankingId, table.seq] }),
		index("ranked_applicants_by_place").on(
			...([table.organisationId, table.rankingId, table.courseId, table.standing, table.place] as const),
			...([sql`${table.mostHundredths} DESC`, sql`${table.utmeHundredths} DESC`, table.submittedAt] as const),
			table.seq,
		),
		index("ranked_applicants_catchment")
			.on(table.organisationId, table.rankingId, table.courseId, table.standing, table.place)
			.where(sql`is_catchment = 1 AND place > 0`),
		index("ranked_applicants_elds")
			.on(table.organisationId, table.rankingId, table.courseId, table.standing, table.place)
			.where(sql`is_elds = 1 AND place > 0`),
		index("ranked_applicants_proposed")
			.on(table.organisationId, table.rankingId, table.courseId, table.place)
			.where(sql`quota IS NOT NULL`),
		index("ranked_applicants_listed")
			.on(table.organisationId, table.rankingId, table.seq, table.quota)
			.where(sql`quota IS NOT NULL`),
		index("ranked_applicants_by_quota")
			.on(table.organisationId, table.rankingId, table.quota, table.seq)
			.where(sql`quota IS NOT NULL`),
	],
);
