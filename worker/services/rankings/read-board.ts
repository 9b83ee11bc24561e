import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { quotas } from "#worker/contract/ranking/quotas";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { openFacts } from "#worker/services/assistant/known-applicants.queries";
import { namesOf, readVocabulary } from "#worker/services/assistant/queries";
import {
	type Board,
	type BoardApplicant,
	boardPageSize,
	type listRanked as contract,
} from "#worker/services/rankings/board.contract";
import {
	type BoardRow,
	findRanking,
	holdingSteps,
	type PlacedApplicant,
	pageOfPlaces,
	type Ranking,
	readBoard,
	readCircumstances,
} from "#worker/services/rankings/queries";
import { reasonOf } from "#worker/services/rankings/reasons";
import { fieldsOfParts, partText, scoreOf } from "#worker/services/rankings/score";

/** Reads the board of a ranking: its courses within the places of the request. */
export const readRanking = async (ctx: OrgContext, id: string) => {
	const ranking = await findRanking(ctx, id);
	if (!ranking) return fail("not_found");
	const [vocabulary, about] = await Promise.all([
		readVocabulary(ctx, ranking.applicationId),
		readCircumstances(ctx, ranking),
	]);
	const rows = await readBoard(ctx, ranking, { stepIds: holdingSteps(vocabulary.steps) });
	const names = namesOf(vocabulary);
	const board: Board = {
		id,
		schemeId: ranking.schemeId,
		createdAt: ranking.createdAt,
		taskId: ranking.taskId,
		application: { id: ranking.applicationId, name: about?.title ?? "An application that was deleted" },
		createdBy: about?.name ?? null,
		// why: a task that has ended is deleted some day.
		status: about?.status ?? (rows.every((row) => row.quotas !== null) ? "SUCCESS" : "FAILED"),
		progress: { done: about?.done ?? 0, total: about?.total ?? 0 },
		isOfFormerScheme: about?.version !== ranking.schemeVersion,
		parts: ranking.parts.map((part) => ({ text: partText(part, names), weight: part.weight })),
		proposed: rows.reduce((sum, { proposed }) => sum + proposed, 0),
		courses: rows.map(({ courseId, title, quotas: ofShares, ...row }) => ({
			...row,
			course: { id: courseId, name: title },
			isReady: ofShares !== null,
			free: Math.max(0, row.seats - row.filled),
			quotas: quotas.map((quota) => {
				const { last = null, ...share } = ofShares?.[quota] ?? nothing;
				return { quota, ...share, cutOffHundredths: last?.pointsHundredths ?? null };
			}),
		})),
	};
	return ok(board);
};

const nothing = { seats: 0, held: 0, proposed: 0, tiedIn: 0, tiedOut: 0, last: null };

type Asked = EndpointRequest<typeof contract>;

/** Reads a page of a course, each applicant with the answers behind the points, by what is known now. */
export const listRanked = async (
	ctx: OrgContext,
	{ id, courseId }: Asked["params"],
	{ list, after }: Asked["query"],
) => {
	const ranking = await findRanking(ctx, id);
	if (!ranking) return fail("not_found");
	const [course] = await readBoard(ctx, ranking, { stepIds: [], courseId });
	if (!course) return fail("not_found");
	const placed = await pageOfPlaces(ctx, id, { courseId, list, after, limit: boardPageSize + 1 });
	const shown = placed.slice(0, boardPageSize);
	const explain = await openReasons(ctx, ranking);
	const data = await explain(course, shown);
	return ok({ data, nextAfter: placed.length > shown.length ? (shown.at(-1)?.place ?? null) : null });
};

/** Returns a function that says of applicants of a course what gave them points, and why they are proposed or not. */
export const openReasons = async (ctx: OrgContext, { applicationId, parts, createdAt }: Ranking) => {
	const factsOf = await openFacts(ctx, { applicationId, askedFields: fieldsOfParts(parts), at: createdAt });
	return async (
		{ seats, filled, quotas: shares }: Pick<BoardRow, "seats" | "filled" | "quotas">,
		placed: readonly PlacedApplicant[],
	): Promise<BoardApplicant[]> => {
		const found = placed.length === 0 ? [] : await factsOf(placed.map(({ seq }) => seq));
		const known = new Map(found.map((one) => [one.applicant.seq, one] as const));
		const free = Math.max(0, seats - filled);
		return placed.flatMap(({ seq, isCatchment, isElds, ...one }): BoardApplicant[] => {
			const { applicant, facts } = known.get(seq) ?? {};
			if (!applicant || !facts) return [];
			const score = scoreOf(parts, facts);
			const place = { ...one, isCatchment: isCatchment === 1, isElds: isElds === 1 };
			return [
				{
					id: applicant.id,
					applicationNumber: applicant.applicationNumber,
					name: fullName(applicant),
					stage: applicant.stepName ?? applicant.stepId,
					state: applicant.state,
					place: one.place,
					pointsHundredths: one.pointsHundredths,
					mostHundredths: one.mostHundredths,
					quota: one.quota,
					...reasonOf(place, shares, free, applicant.state !== null),
					isChanged: score.pointsHundredths !== one.pointsHundredths || score.mostHundredths !== one.mostHundredths,
					parts: score.parts.map(({ because, ...points }) => ({
						...points,
						because: because.map((finding) => ({ ...finding })),
					})),
				},
			];
		});
	};
};
