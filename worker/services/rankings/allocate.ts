import { type Quota, quotas, type Shares } from "#worker/contract/ranking/quotas";

/** An applicant with a full score who competes for the seats of a course, or holds one. */
export interface Candidate {
	/** The applicant's place in lists; earlier registrations have smaller ones. */
	seq: number;
	pointsHundredths: number;
	/** -1 where it is not known. */
	utmeHundredths: number;
	/** UTC milliseconds. */
	submittedAt: number;
	isCatchment: boolean;
	isElds: boolean;
}

/** Returns the seats of each share; what the percentages leave over goes to the largest fractions, merit first. */
export const seatsOf = (seats: number, shares: Shares): Record<Quota, number> => {
	// why whole hundredths: 8.6 − 8 is less than 0.6, and a tie would not be one.
	const given = quotas.map((quota) => {
		const hundredths = seats * shares[quota];
		return { quota, seats: Math.floor(hundredths / 100), left: hundredths % 100 };
	});
	const left = seats - given.reduce((sum, one) => sum + one.seats, 0);
	const luckiest = [...given]
		.sort((one, other) => other.left - one.left)
		.slice(0, left)
		.map(({ quota }) => quota);
	const of = (quota: Quota) =>
		(given.find((one) => one.quota === quota)?.seats ?? 0) + (luckiest.includes(quota) ? 1 : 0);
	return { merit: of("merit"), catchment: of("catchment"), elds: of("elds") };
};

/** Orders by the score, then the UTME score, then who submitted first, then who registered first. */
export const byRank = (one: Candidate, other: Candidate): number =>
	other.pointsHundredths - one.pointsHundredths ||
	other.utmeHundredths - one.utmeHundredths ||
	one.submittedAt - other.submittedAt ||
	one.seq - other.seq;

/** Checks whether an applicant may have a seat of a share. */
export const isEligible = ({ isCatchment, isElds }: Pick<Candidate, "isCatchment" | "isElds">, quota: Quota): boolean =>
	quota === "merit" || (quota === "catchment" ? isCatchment : isElds);

export interface Allocation {
	/** The share for which each is proposed, by `seq`. */
	proposed: Map<number, Quota>;
	/** How many of the seats of each share are held already. */
	held: Record<Quota, number>;
	/** How many are proposed by merit for seats of other shares that nobody is left for. */
	fallback: number;
}

interface Course {
	seats: number;
	shares: Shares;
	/** How many seats are held. `holders` may be fewer: they are only looked at as far as there are seats. */
	filled: number;
	holders: readonly Candidate[];
	candidates: readonly Candidate[];
}

/**
 * Gives the free seats of a course to candidates, whatever their order: merit first, then the catchment area, then the less
 * developed states, the best of each; seats that nobody is left for go by merit. Who holds a seat counts against the share in
 * which they would be proposed, the best of them by merit. Pure.
 */
export const allocate = ({ seats, shares, filled, holders, candidates }: Course): Allocation => {
	const left = seatsOf(seats, shares);
	const held: Record<Quota, number> = { merit: 0, catchment: 0, elds: 0 };
	for (const holder of [...holders].sort(byRank)) {
		const quota = quotas.find((one) => left[one] > 0 && isEligible(holder, one));
		if (!quota) continue;
		left[quota] -= 1;
		held[quota] += 1;
	}
	let free = Math.max(0, seats - filled);
	const proposed = new Map<number, Quota>();
	const inOrder = [...candidates].sort(byRank);
	for (const quota of quotas)
		for (const candidate of inOrder) {
			if (left[quota] === 0 || free === 0) break;
			if (proposed.has(candidate.seq) || !isEligible(candidate, quota)) continue;
			proposed.set(candidate.seq, quota);
			left[quota] -= 1;
			free -= 1;
		}
	let fallback = 0;
	for (const { seq } of inOrder) {
		if (free === 0) break;
		if (proposed.has(seq)) continue;
		proposed.set(seq, "merit");
		free -= 1;
		fallback += 1;
	}
	return { proposed, held, fallback };
};
