import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotas } from "#worker/contract/ranking/quotas";
import { allocate, byRank, type Candidate, isEligible, seatsOf } from "#worker/services/rankings/allocate";
import { sharesOf } from "#worker/services/rankings/give-seats";

const shares = fc
	.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
	.map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
	.map(([low, high]) => ({ merit: low, catchment: high - low, elds: 100 - high }));

// why so few values: ties must be frequent.
const person = fc.record({
	pointsHundredths: fc.integer({ min: 0, max: 8 }),
	utmeHundredths: fc.integer({ min: -1, max: 2 }),
	submittedAt: fc.integer({ min: 0, max: 2 }),
	isCatchment: fc.boolean(),
	isElds: fc.boolean(),
});
const people = fc.array(person, { maxLength: 40 });
const numbered = (list: readonly Omit<Candidate, "seq">[], from = 1): Candidate[] =>
	list.map((one, index) => ({ ...one, seq: from + index }));

const course = fc
	.record({ seats: fc.integer({ min: 0, max: 30 }), shares, holders: people, candidates: people })
	.map(({ holders, candidates, ...rest }) => ({
		...rest,
		filled: holders.length,
		holders: numbered(holders, 1_000),
		candidates: numbered(candidates),
	}));

describe("the seats of a course", () => {
	it("are never given twice, and never left while somebody competes", () => {
		fc.assert(
			fc.property(course, (given) => {
				const { proposed } = allocate(given);
				const free = Math.max(0, given.seats - given.filled);
				expect(proposed.size).toBe(Math.min(free, given.candidates.length));
			}),
		);
	});

	it("go to nobody who is not eligible for the share, and of no share more than it has but by merit", () => {
		fc.assert(
			fc.property(course, (given) => {
				const { proposed, held, fallback } = allocate(given);
				const all = seatsOf(given.seats, given.shares);
				for (const quota of quotas) {
					const chosen = given.candidates.filter(({ seq }) => proposed.get(seq) === quota);
					expect(chosen.every((one) => isEligible(one, quota))).toBe(true);
					expect(held[quota] + chosen.length - (quota === "merit" ? fallback : 0)).toBeLessThanOrEqual(all[quota]);
				}
			}),
		);
	});

	it("go to nobody before somebody with a higher score who may have the same share", () => {
		fc.assert(
			fc.property(course, (given) => {
				const { proposed } = allocate(given);
				for (const loser of given.candidates.filter(({ seq }) => !proposed.has(seq)))
					for (const winner of given.candidates) {
						const quota = proposed.get(winner.seq);
						if (quota && isEligible(loser, quota)) expect(byRank(winner, loser)).toBeLessThan(0);
					}
			}),
		);
	});

	it("do not depend on the order in which anybody is named", () => {
		fc.assert(
			fc.property(course, fc.func(fc.integer()), (given, key) => {
				const shuffled = <T>(list: readonly T[]) =>
					list
						.map((one) => ({ one, at: key(one) }))
						.sort((a, b) => a.at - b.at)
						.map(({ one }) => one);
				const other = allocate({
					...given,
					holders: shuffled(given.holders),
					candidates: shuffled(given.candidates),
				});
				const sorted = ({ proposed }: typeof other) => [...proposed].sort(([one], [two]) => one - two);
				expect(sorted(other)).toEqual(sorted(allocate(given)));
			}),
		);
	});

	it("are the same when only the best of each share are looked at", () => {
		fc.assert(
			fc.property(course, (given) => {
				const free = Math.max(0, given.seats - given.filled);
				const best = quotas.flatMap((quota) =>
					given.candidates
						.filter((one) => isEligible(one, quota))
						.sort(byRank)
						.slice(0, free),
				);
				const some = [...new Map(best.map((one) => [one.seq, one])).values()];
				expect(allocate({ ...given, candidates: some }).proposed).toEqual(allocate(given).proposed);
			}),
		);
	});

	it("of all shares together are the seats of the course", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 5_000 }), shares, (seats, of) => {
				const { merit, catchment, elds } = seatsOf(seats, of);
				expect(merit + catchment + elds).toBe(seats);
			}),
		);
	});

	it("that are left over go to the largest fractions, and of equal ones to the share that is filled first", () => {
		const ofTwenty = (shares: Parameters<typeof seatsOf>[1]) => seatsOf(20, shares);
		expect(ofTwenty({ merit: 43, catchment: 3, elds: 54 }), "8.6, 0.6 and 10.8").toEqual({
			merit: 9,
			catchment: 0,
			elds: 11,
		});
		expect(ofTwenty({ merit: 3, catchment: 43, elds: 54 })).toEqual({ merit: 1, catchment: 8, elds: 11 });
	});
});

const one = (seq: number, points: number, more: Partial<Candidate> = {}): Candidate => ({
	seq,
	pointsHundredths: points,
	utmeHundredths: 20_000,
	submittedAt: 1,
	isCatchment: false,
	isElds: false,
	...more,
});

it("merit comes first, then the catchment area, then the less developed states, and what is left goes by merit", () => {
	const candidates = [
		one(1, 9_000),
		one(2, 8_000, { isCatchment: true }),
		one(3, 7_000),
		one(4, 6_000, { isCatchment: true }),
		one(5, 5_000),
		one(6, 4_000, { isElds: true }),
		one(7, 3_000),
	];
	const of = { shares: { merit: 40, catchment: 40, elds: 20 }, holders: [], candidates };
	expect(Object.fromEntries(allocate({ ...of, seats: 5, filled: 0 }).proposed)).toEqual({
		1: "merit",
		2: "merit",
		3: "merit",
		4: "catchment",
		6: "elds",
	});
	const held = allocate({ ...of, seats: 5, filled: 3, holders: [one(8, 9_500), one(9, 9_400), one(10, 1_000)] });
	expect([held.held, Object.fromEntries(held.proposed)]).toEqual([
		{ merit: 2, catchment: 0, elds: 0 },
		{ 2: "catchment", 4: "catchment" },
	]);
});

it("a tie at the cut-off goes to the higher UTME score, then to who submitted first, and the board counts it", () => {
	const candidates = [
		one(1, 7_000, { submittedAt: 5 }),
		one(2, 7_000, { submittedAt: 4 }),
		one(3, 7_000, { utmeHundredths: 21_000 }),
		one(4, 7_000, { utmeHundredths: -1 }),
		one(5, 6_000),
	];
	const seats = { seats: 2, shares: { merit: 100, catchment: 0, elds: 0 } };
	const allocation = allocate({ ...seats, filled: 0, holders: [], candidates });
	expect([...allocation.proposed.keys()].sort()).toEqual([2, 3]);
	expect(sharesOf(candidates, allocation, seatsOf(2, seats.shares)).merit).toMatchObject({
		seats: 2,
		proposed: 2,
		tiedIn: 2,
		tiedOut: 2,
		last: { pointsHundredths: 7_000, utmeHundredths: 20_000, submittedAt: 4 },
	});
});
