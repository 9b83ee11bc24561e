import type { GatewayFault, ProviderPayment } from "#worker/gateways/payments/port";

/** What Remita's code means: a state of the payment, or why there is none. */
export type RemitaMeaning = { status: ProviderPayment["status"] } | { fault: GatewayFault };

const groups: readonly (readonly [RemitaMeaning, readonly string[]])[] = [
	[{ status: "success" }, ["00", "01"]],
	[{ status: "failed" }, ["02", "012", "046", "059"]],
	[{ fault: "not_configured" }, ["013", "020", "024", "043", "044", "056"]],
	[{ fault: "not_found" }, ["022", "023", "026", "074"]],
	[{ fault: "refused" }, ["038", "064", "084", "087", "088", "089", "090", "091"]],
];

/** why a Map of texts: as numbers 025, reference generated, and 25, error processing, are the same. */
const meanings = new Map(groups.flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)));

/** Returns what a code means; every other one, known or not, leaves the payment pending. */
export const meaningOf = (code: string): RemitaMeaning => meanings.get(code) ?? { status: "pending" };

/** The order has a retrieval reference already. */
export const isRepeated = (code: string): boolean => code === "028" || code === "055";

export const isGenerated = (code: string): boolean => code === "025";
