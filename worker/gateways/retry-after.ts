/** The longest gap between two attempts. why no longer: one odd response would stop the work for days. */
const longestMs = 30 * 60_000;

/** Reads how long a service asks to wait (RFC 9110 §10.2.3), in milliseconds, at most half an hour; else undefined. */
export const readRetryAfter = (headers: Headers): number | undefined => {
	const told = headers.get("retry-after")?.trim() ?? "";
	if (/^\d+$/.test(told)) return Math.min(Number(told) * 1_000, longestMs);
	const moment = dateOf(told);
	if (moment === undefined) return undefined;
	// why its own clock: what counts is how far away the moment was when it was sent.
	const askedMs = moment - (dateOf(headers.get("date") ?? "") ?? Date.now());
	return Math.min(Math.max(0, askedMs), longestMs);
};

/** why beginning with a letter: `Date.parse` takes "1.5" and much else for a date. */
const dateOf = (text: string): number | undefined => {
	const moment = /^[a-z]{3,}, ?\d/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(moment) ? undefined : moment;
};
