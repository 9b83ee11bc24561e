import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { usualEldsStates, usualShares } from "#worker/contract/ranking/quotas";
import { allPoints, CourseQuota, ScorePart, SharesOf } from "#worker/contract/ranking/score-parts";
import { recordEndpoints, recordName } from "#worker/contract/records";

const section = "§7 Candidates";
/** §6: everybody who sees applicants sees how they are ranked; to decide how takes the privilege to change them. */
const readers = anyOf("candidate");
const makers = ["candidate:u"] as const;

const maxParts = 12;
/** The most courses of one scheme. why: its board shows them all. */
const maxQuotas = 200;
const maxStates = 60;

const unique = (list: readonly string[]) => new Set(list).size === list.length;
const States = (description: string, initially: readonly string[]) =>
	described(
		v.optional(
			v.pipe(
				v.array(v.pipe(v.string(), v.trim(), v.minLength(1, "Unknown state"), v.maxLength(60, "Unknown state"))),
				v.maxLength(maxStates, "Too many states"),
				v.transform((states) => [...new Set(states)].sort()),
			),
			[...initially],
		),
		description,
	);

const fields = {
	name: recordName("The name of the scheme; each of an application has its own, in any case."),
	applicationId: described(Id, "The application whose applicants are ranked; it stays."),
	stage: described(
		v.optional(v.nullable(Id), null),
		"The only step whose applicants compete; null for everybody who submitted the form and is not declined.",
	),
	parts: described(
		v.pipe(
			v.array(ScorePart),
			v.minLength(1, "Add a part of the score."),
			v.maxLength(maxParts, `A score has at most ${maxParts} parts.`),
			v.check(
				(parts) => parts.reduce((sum, { weight }) => sum + weight, 0) === allPoints,
				"The points must add up to 100.",
			),
		),
		"What gives points. Together they give 100 at most.",
	),
	shares: described(v.optional(SharesOf, { ...usualShares }), "The shares of every course that has none of its own."),
	quotas: described(
		v.pipe(
			v.array(CourseQuota),
			v.minLength(1, "Enter seats."),
			v.maxLength(maxQuotas, `Enter seats in at most ${maxQuotas} rows.`),
			v.check((list) => unique(list.map(({ courseId }) => courseId)), "One row is there twice."),
		),
		"The courses that are ranked, each with its seats.",
	),
	catchmentStates: States("The states of the catchment area, as the form names them.", []),
	eldsStates: States("The educationally less developed states, as the form names them.", usualEldsStates),
};

const Last = v.nullable(
	v.object({
		id: text("The id of the ranking."),
		createdAt: moment("When it was begun."),
		proposed: whole("How many applicants it proposes so far."),
	}),
);

const problems = [
	...(["ranking_scheme_exists", "ranking_refers_wrongly", "application_unavailable"] as const),
	"whole_institution_needed",
] as const;

/** How the applicants of an application are ranked by course: what gives points, and the seats. */
export const rankingSchemeRecord = recordEndpoints({
	path: "/ranking-schemes",
	one: "ranking scheme",
	many: "ranking schemes",
	section,
	access: { read: readers, manage: readers, create: makers, update: makers, delete: makers },
	fields,
	row: {
		name: text("The name of the scheme."),
		applicationId: text("The application whose applicants are ranked."),
		application: described(Named, "The application with its title."),
		stage: v.nullable(text("The only step whose applicants compete; null for any.")),
		parts: described(v.array(ScorePart), "What gives points."),
		shares: described(SharesOf, "The shares of every course that has none of its own."),
		quotas: described(v.array(CourseQuota), "The courses that are ranked, each with its seats."),
		catchmentStates: described(v.array(v.string()), "The states of the catchment area."),
		eldsStates: described(v.array(v.string()), "The educationally less developed states."),
		ranking: described(Last, "The last ranking by this scheme; null where there is none."),
	},
	query: {
		keyword: described(v.optional(Keyword, ""), "Only schemes whose name contains every word of this text."),
		applicationId: described(v.optional(Id), "Only the schemes of this application."),
	},
	sorts: ["created", "name"],
	problems: { create: problems, update: problems, remove: ["whole_institution_needed"] },
});
export const {
	list: listRankingSchemes,
	find: getRankingScheme,
	create: createRankingScheme,
	update: updateRankingScheme,
	remove: deleteRankingScheme,
	history: listRankingSchemeChanges,
	restore: restoreRankingScheme,
} = rankingSchemeRecord;
export const RankingScheme = getRankingScheme.response;
export type RankingScheme = v.InferOutput<typeof RankingScheme>;
export type SchemeFields = v.InferOutput<typeof createRankingScheme.body>;

export const startRanking = defineEndpoint({
	method: "POST",
	path: "/ranking-schemes/:id/rankings",
	summary:
		"Ranks the applicants by the scheme as it is now, in the background: their scores, their places in each course and who is proposed for the free seats. Nobody is moved.",
	section,
	access: makers,
	params: IdParams,
	body: v.strictObject({}),
	example: {},
	response: v.object({ id: text("The id of the ranking."), taskId: text("The task that ranks the applicants.") }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "stage_unknown", "whole_institution_needed", "too_many_tasks"],
	idempotent: true,
});
