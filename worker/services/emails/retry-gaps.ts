import type { MailError } from "#worker/gateways/mail/interface";

const minuteMs = 60_000;

/**
 * How long an email waits after the first attempt, the second and so on before it is tried again; then it has failed.
 */
export const retryGapsMs = [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const;

/**
 * Returns how long to wait after this many attempts, at least as long as the service asks for; undefined when it is
 * not tried again.
 */
export const gapAfter = (tries: number, { retryAfterMs = 0 }: Pick<MailError, "retryAfterMs">): number | undefined => {
	const usualMs = retryGapsMs[tries - 1];
	return usualMs === undefined ? undefined : Math.max(usualMs, retryAfterMs);
};
