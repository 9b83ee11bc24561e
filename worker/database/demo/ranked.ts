import type { DatabaseSync } from "node:sqlite";
import { usualEldsStates, usualShares } from "#worker/contract/ranking/quotas";
import type { ScorePart } from "#worker/contract/ranking/score-parts";
import { formatDateInput } from "#worker/contract/text/dates";
import { allocate, byRank, type Candidate, seatsOf } from "#worker/services/rankings/allocate";
import { sharesOf } from "#worker/services/rankings/give-seats";
import { fieldsOfParts } from "#worker/services/rankings/score";
import { isInRanking, scoredApplicant } from "#worker/services/rankings/scored-applicant";
import type { ScoredApplicant } from "#worker/services/rankings/writes";
import type { Row } from "./insert";
import { criteriaPlans, knownOf, timeZone } from "./judged";
import type { People } from "./people";
import type { DemoApplication, Setup } from "./setup";
import { hour } from "./times";

interface Ranked {
	rankingSchemes: Row<"rankingSchemes">[];
	rankings: Row<"rankings">[];
	rankingCourses: Row<"rankingCourses">[];
	rankedApplicants: Row<"rankedApplicants">[];
	tasks: Row<"tasks">[];
}

const nothing: Ranked = { rankingSchemes: [], rankings: [], rankingCourses: [], rankedApplicants: [], tasks: [] };
const catchmentStates = ["Benue", "Kogi", "Kwara"];
const eldsStates = [...usualEldsStates];

/** Ranks the applicants of the application by the first of two schemes, as the first administrator did this morning. */
export const rankedOf = (
	database: DatabaseSync,
	{ idOf, organisation }: Setup,
	{ idByRole }: People,
	{ application, now }: { application: DemoApplication; now: number },
): Ranked => {
	const [criteria] = criteriaPlans[organisation.id] ?? [];
	const [createdBy] = idByRole("super-admin");
	if (!criteria || !createdBy) return nothing;
	const parts: ScorePart[] = [
		{ about: "number", of: "utme", outOf: 400, weight: 50 },
		{ about: "grades", subjects: 5, sittings: 2, weight: 40 },
		{ about: "criteria", name: criteria.name, criteria: criteria.criteria, weight: 10 },
	];
	const createdAt = now - 3 * hour;
	const own = { organisationId: organisation.id };
	const id = idOf("ranking", "Merit and quotas");
	const how = { stage: null, parts, catchmentStates, eldsStates };
	const stepTypes = new Map<string, string>(application.steps.map((step) => [step.id, step.type]));
	const scored = knownOf(database, organisation.id, application, {
		askedFields: fieldsOfParts(parts),
		today: formatDateInput(createdAt, timeZone),
		timeZone,
	})
		.map(({ row, facts }) => ({ facts, applicant: { ...row, stepType: stepTypes.get(row.stepId) ?? null } }))
		.filter(({ applicant }) => isInRanking(how, applicant))
		.map((known) => scoredApplicant(how, known));
	const courses = application.courses.map((course) =>
		rankedCourse(
			course.id,
			scored.filter(({ courseId }) => courseId === course.id),
		),
	);
	const quotas = courses.map(({ courseId, seats }) => ({ courseId, seats, shares: null }));
	const scheme = (name: string) => ({
		...own,
		...how,
		id: idOf("scheme", name),
		applicationId: application.id,
		name,
		quotas,
		shares: usualShares,
		createdAt: createdAt - hour,
		updatedAt: createdAt - hour,
	});
	const first = scheme("Merit and quotas");
	const task = { ...own, id: idOf("task", "Merit and quotas"), type: "RANK_APPLICANTS", status: "SUCCESS" as const };
	const total = 2 * scored.length + courses.length;
	return {
		rankingSchemes: [first, scheme("Supplementary list")],
		rankings: [
			{
				...own,
				...how,
				id,
				schemeId: first.id,
				applicationId: application.id,
				schemeVersion: first.updatedAt,
				taskId: task.id,
				createdBy,
				createdAt,
			},
		],
		rankingCourses: courses.map(({ placed: _, ...course }) => ({ ...own, rankingId: id, ...course })),
		rankedApplicants: courses.flatMap(({ placed }) =>
			placed.map(({ isCatchment, isElds, ...one }) => ({
				...own,
				rankingId: id,
				...one,
				isCatchment: isCatchment === 1,
				isElds: isElds === 1,
			})),
		),
		tasks: [
			{
				...task,
				createdBy,
				total,
				done: total,
				input: { rankingId: id },
				result: null,
				createdAt,
				updatedAt: createdAt + 5_000,
			},
		],
	};
};

const standings = ["ranked", "cannotTell", "holds"] as const;

/** Gives the applicants of a course their places and its seats, of which there are fewer than applicants. */
const rankedCourse = (courseId: string, scored: readonly ScoredApplicant[]) => {
	const candidateOf = (one: ScoredApplicant): Candidate => ({
		...one,
		pointsHundredths: one.mostHundredths,
		isCatchment: one.isCatchment === 1,
		isElds: one.isElds === 1,
	});
	const [ranked = [], cannotTell = [], holders = []] = standings.map((standing) =>
		scored
			.filter((one) => one.standing === standing)
			.sort((one, other) => byRank(candidateOf(one), candidateOf(other))),
	);
	const filled = holders.length;
	const seats = filled + Math.max(2, Math.round(ranked.length / 3));
	const candidates = ranked.map(candidateOf);
	const allocation = allocate({ seats, shares: usualShares, filled, holders: holders.map(candidateOf), candidates });
	const { proposed, fallback } = allocation;
	return {
		courseId,
		seats,
		shares: usualShares,
		ranked: ranked.length,
		cannotTell: cannotTell.length,
		filled,
		fallback,
		proposed: proposed.size,
		quotas: sharesOf(candidates, allocation, seatsOf(seats, usualShares)),
		placed: [ranked, cannotTell, holders].flatMap((list) =>
			list.map((one, index) => ({ ...one, place: index + 1, quota: proposed.get(one.seq) ?? null })),
		),
	};
};
