import type { ExecutionContext } from "hono";

/** What the runtime does for a request from outside, and for the calls that are made while it is answered. */
export type RequestScope = ExecutionContext;

/**
 * Returns the context of a request from outside as an object of our own, for data of the request to be kept with.
 * why: an object of the runtime that is the key of a WeakMap or has a listener stays, with all that hangs on it, until V8
 * collects everything, for which all requests wait; other garbage goes within a few milliseconds.
 */
export const requestScope = (ctx: ExecutionContext): RequestScope => ({
	waitUntil: (work) => ctx.waitUntil(work),
	passThroughOnException: () => ctx.passThroughOnException(),
	props: ctx.props,
});
