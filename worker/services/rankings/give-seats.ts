import type { OrgContext } from "#worker/context";
import { type CourseShare, type Quota, quotas } from "#worker/contract/ranking/quotas";
import type { Write } from "#worker/database/commit";
import {
	type Allocation,
	allocate,
	byRank,
	type Candidate,
	isEligible,
	seatsOf,
} from "#worker/services/rankings/allocate";
import { bestOfCourse, type RankedCourse } from "#worker/services/rankings/queries";
import { writeSeats } from "#worker/services/rankings/writes";
import type { OpenTask } from "#worker/tasks/job";

/** Ties with the cut-off who are not proposed are counted so far. */
const maxTiedOut = 100;

/**
 * Gives the free seats of a course to the list. why only so many: of each share no more than all free seats can be taken
 * from its best, so that those after them decide nothing.
 */
export const giveSeats = async (
	ctx: OrgContext,
	task: OpenTask,
	rankingId: string,
	{ courseId, seats, shares, filled }: RankedCourse,
): Promise<[Write, Write]> => {
	const free = Math.max(0, seats - filled);
	const limit = free + maxTiedOut;
	const best = (of: Quota) => bestOfCourse(ctx, rankingId, { courseId, standing: "ranked", limit, of });
	const [holders, ...lists] = await Promise.all([
		bestOfCourse(ctx, rankingId, { courseId, standing: "holds", limit: seats }),
		...(free === 0 ? [] : quotas.map(best)),
	]);
	const candidates = [...new Map(lists.flat().map((one) => [one.seq, one])).values()];
	const allocation = allocate({ seats, shares, filled, holders: holders ?? [], candidates });
	const ofShares = sharesOf(candidates, allocation, seatsOf(seats, shares));
	return writeSeats(ctx, task, rankingId, { courseId, quotas: ofShares, ...allocation });
};

/** Returns what the board says of each share: its cut-off, and who shares it. */
export const sharesOf = (
	candidates: readonly Candidate[],
	{ proposed, held }: Pick<Allocation, "proposed" | "held">,
	seats: Record<Quota, number>,
): Record<Quota, CourseShare> => {
	const of = (quota: Quota): CourseShare => {
		const chosen = candidates.filter(({ seq }) => proposed.get(seq) === quota).sort(byRank);
		const last = chosen.at(-1);
		const hasCutOff = ({ pointsHundredths }: Candidate) => pointsHundredths === last?.pointsHundredths;
		const tiedOut = candidates.filter(
			(one) => hasCutOff(one) && !proposed.has(one.seq) && isEligible(one, quota),
		).length;
		return {
			seats: seats[quota],
			held: held[quota],
			proposed: chosen.length,
			last: last
				? {
						pointsHundredths: last.pointsHundredths,
						utmeHundredths: last.utmeHundredths,
						submittedAt: last.submittedAt,
					}
				: null,
			tiedIn: chosen.filter(hasCutOff).length,
			tiedOut: Math.min(tiedOut, maxTiedOut),
		};
	};
	return { merit: of("merit"), catchment: of("catchment"), elds: of("elds") };
};
