import type { RequestContext } from "#worker/context";

/**
 * Short work on one subject that nobody watches, such as one call of a webhook: it has neither a task nor a turn. Its rows
 * say what is left to do, and a sweep sends again what the queue has lost.
 */
export interface Errand {
	name: string;
	/** Runs once for each message; may run twice. @returns the seconds until it is to run again, if it is */
	run(ctx: RequestContext, subject: { organisationId: string; id: string }): Promise<number | undefined>;
}
