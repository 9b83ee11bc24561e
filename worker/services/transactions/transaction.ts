import type { TransactionStatus } from "#worker/services/transactions/contract";

/** Maps a provider's status (§4): success, failed; anything else is pending. */
export const statusOf = (said: string): TransactionStatus => {
	const word = said.toLowerCase();
	return word === "success" || word === "failed" ? word : "pending";
};
