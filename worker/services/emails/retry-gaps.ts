const minuteMs = 60_000;

/** How long a mail waits before it is tried again, after the first try, the second and so on; then it has failed. */
export const retryGapsMs = [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const;
