import { fail } from "#worker/contract/result";

/** Reads of one user of the API in a minute. why so many: a sync of 100,000 applicants takes 1,000. */
export const maxReads = 3_000;
const windowMs = 60_000;

let startedAt = 0;
let reads = new Map<string, number>();

/**
 * Counts a read in this isolate. why in memory: a count in the database would cost each read a write, and what this keeps
 * from harm is the isolate's own time. @returns the refusal with the seconds to wait, if there were too many
 */
export const refuseRead = (organisationId: string, userId: string, now: number) => {
	if (now < startedAt || now >= startedAt + windowMs) {
		startedAt = now;
		reads = new Map();
	}
	const key = `${organisationId}/${userId}`;
	const counted = (reads.get(key) ?? 0) + 1;
	reads.set(key, counted);
	if (counted <= maxReads) return undefined;
	const retryAfter = Math.ceil((startedAt + windowMs - now) / 1_000);
	const message = `These are more than ${maxReads.toLocaleString("en")} requests in a minute. Wait and try again.`;
	return fail("too_many_requests", { message, details: { retryAfter } });
};
