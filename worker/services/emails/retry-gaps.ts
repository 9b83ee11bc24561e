import type { MailError } from "#worker/gateways/mail/interface";

const minuteMs = 60_000;

/** How long a mail waits before it is tried again, after the first try, the second and so on; then it has failed. */
export const retryGapsMs = [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const;

/** How long to wait after so many tries, no shorter than the service asks for; undefined: it is not tried again. */
export const gapAfter = (tries: number, { retryAfterMs = 0 }: Pick<MailError, "retryAfterMs">): number | undefined => {
	const usualMs = retryGapsMs[tries - 1];
	return usualMs === undefined ? undefined : Math.max(usualMs, retryAfterMs);
};
