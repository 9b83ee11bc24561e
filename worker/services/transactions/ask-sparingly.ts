import { readAnswer } from "#worker/services/transactions/check-payment";
import { gatewaysOfMany } from "#worker/services/transactions/gateway";

/** After so many calls in a row that got no answer, an account is asked no more: its platform is down. */
export const mostUnanswered = 5;

/** Asks about one payment after another; see `askSparingly`. */
export type Asking = ReturnType<typeof askSparingly>;

/**
 * Returns what asks about the payments of one round: it opens each account once, and spares one that is down. why: each call
 * may take ten seconds, which the payments at other accounts would wait for, and a platform that comes up again is not to
 * meet everything at once. The next round asks anew.
 */
export const askSparingly = () => {
	const accountsFor = gatewaysOfMany();
	const unanswered = new Map<string, number>();
	return async (
		ctx: Parameters<typeof readAnswer>[0],
		payment: Parameters<typeof readAnswer>[1],
	): Promise<Awaited<ReturnType<typeof readAnswer>> | "spared"> => {
		const account = `${payment.configurationId} ${payment.platform}`;
		const inARow = () => unanswered.get(account) ?? 0;
		if (inARow() >= mostUnanswered) return "spared";
		const answered = await readAnswer(ctx, payment, accountsFor);
		const isDown = answered?.ok === false && answered.code === "unavailable";
		unanswered.set(account, isDown ? inARow() + 1 : 0);
		return answered;
	};
};
