import { problem } from "#worker/contract/problems";

/** Requests of one user or API key in a minute. why so many: a sync of 100,000 applicants takes 1,000. */
export const maxRequests = 3_000;
const windowMs = 60_000;

let startedAt = 0;
let requests = new Map<string, number>();

/** What the window still allows. */
export interface Allowance {
	remaining: number;
	/** Seconds until the window is over. */
	resetSeconds: number;
	isExceeded: boolean;
}

/**
 * Counts a request in this isolate. why in memory: a count in the database would cost each request a write, and what this
 * keeps from harm is the isolate's own time.
 */
export const countRequest = (organisationId: string, actorId: string, now: number): Allowance => {
	if (now < startedAt || now >= startedAt + windowMs) {
		startedAt = now;
		requests = new Map();
	}
	const key = `${organisationId}/${actorId}`;
	const counted = (requests.get(key) ?? 0) + 1;
	requests.set(key, counted);
	return {
		remaining: Math.max(0, maxRequests - counted),
		resetSeconds: Math.ceil((startedAt + windowMs - now) / 1_000),
		isExceeded: counted > maxRequests,
	};
};

export const tooManyRequests = ({ resetSeconds }: Allowance) =>
	problem("too_many_requests", {
		message: `These are more than ${maxRequests.toLocaleString("en")} requests in a minute. Wait and try again.`,
		details: { retryAfter: resetSeconds },
	});

/** Adds the headers of draft-ietf-httpapi-ratelimit-headers: the policy, and what is left of it. */
export const addAllowance = (headers: Headers, { remaining, resetSeconds }: Allowance): void => {
	headers.set("ratelimit-policy", `"default";q=${maxRequests};w=${windowMs / 1_000}`);
	headers.set("ratelimit", `"default";r=${remaining};t=${resetSeconds}`);
};
