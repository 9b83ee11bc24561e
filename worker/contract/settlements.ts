/** The sums of one currency when its day was closed. */
export interface ClosedSums {
	currency: string;
	payments: number;
	expected: number;
	reversals: number;
	reversed: number;
	lines: number;
	settled: number;
	fees: number;
	unmatched: number;
}

/** What a line of a settlement file has to do with our payments. */
export const settlementResults = ["matched", "amount_differs", "unknown_reference", "not_successful"] as const;
export type SettlementResult = (typeof settlementResults)[number];
