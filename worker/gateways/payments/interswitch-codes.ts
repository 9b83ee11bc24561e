import type { GatewayFault, ProviderPayment } from "#worker/gateways/payments/port";

export type InterswitchMeaning = { status: ProviderPayment["status"] } | { fault: GatewayFault };

/** Codes of two digits that do not refuse the card: in progress, partial, with identification, too late to know. */
const undecided = new Set(["08", "09", "10", "68"]);
const failed = new Set(["Z1", "Z6"]);

/**
 * Returns what a response code means. The published codes of two digits are those of ISO 8583, of which all but a few
 * refuse the payment; other codes are pending unless they are known.
 */
export const meaningOf = (code: string): InterswitchMeaning => {
	if (code === "00" || code === "11") return { status: "success" };
	if (code === "Z25") return { fault: "not_found" };
	if (code === "20031") return { fault: "not_configured" };
	const isRefused = /^\d\d$/.test(code) && !undecided.has(code);
	return { status: isRefused || failed.has(code) ? "failed" : "pending" };
};

/** Interswitch answers Z1 to a query with another amount too, which says nothing about the payment. */
export const isAnotherAmount = (code: string, description: string): boolean =>
	code === "Z1" && /amount inconsistency/i.test(description);
