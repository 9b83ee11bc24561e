import type { OrgContext } from "#worker/context";
import { holdsAny } from "#worker/contract/permissions";
import type { EventToCommit } from "#worker/database/commit";
import type { EventPayload } from "#worker/events/catalogue";
import { revealAnswers } from "#worker/services/forms/contract";

/**
 * Returns the request as it reaches applicants whose sensitive answers the user may reveal; undefined where there are none. A
 * file with the answers as they are is about those alone.
 */
export const asRevealer = (ctx: OrgContext): OrgContext | undefined =>
	holdsAny(ctx.actor.privileges, revealAnswers.access)
		? { ...ctx, scope: ctx.scopeFor(revealAnswers.access) }
		: undefined;

/** Returns the one event that says a file with sensitive answers is being made, and about how many applicants. */
export const disclosed = (payload: EventPayload<"applicants.answers_disclosed">): EventToCommit => ({
	type: "applicants.answers_disclosed",
	payload,
});
