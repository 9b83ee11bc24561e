import * as v from "valibot";
import type { Clock, OrgContext, RequestContext } from "#worker/context";
import { Id, OrganisationId } from "#worker/contract/ids";
import { databaseFor, requestDatabase } from "#worker/database/database";
import type { Scope } from "#worker/database/scope";
import { type Env, readEnv } from "#worker/env";
import { everywhere } from "#worker/http/places";
import { orgContext } from "#worker/http/serve";

/** The context of work that no request waits for. */
export interface BackgroundContext extends RequestContext {
	/** Rests so many milliseconds before each batch that goes to D1 from now on; 0 for none. */
	restBefore(organisationId: string, ms: number): void;
}

/** Where work that no user does comes from, in place of a network address. */
export const backgroundAddress = "background";

export const backgroundContext = (rawEnv: Env, executionCtx: ExecutionContext, clock: Clock): BackgroundContext => {
	const env = readEnv(rawEnv);
	const work = {};
	return {
		...clock,
		env,
		requestId: crypto.randomUUID(),
		address: backgroundAddress,
		databaseFor: (organisationId) => databaseFor(env, organisationId, work),
		restBefore: (organisationId, ms) => requestDatabase(env, organisationId, work).restBefore(ms),
		waitUntil: (promise) => executionCtx.waitUntil(promise),
	};
};

/**
 * Returns the context of background work for a user: with their name, without session or privileges.
 * @param scope the applicants that it may touch; everybody for the consequences of what was decided before
 */
export const backgroundOrgContext = (
	request: RequestContext,
	organisationId: string,
	actor: { id: string; name: string; email: string },
	scope: Scope = everywhere,
): OrgContext =>
	orgContext(request, {
		organisationId,
		scope,
		scopeFor: () => scope,
		actor: { ...actor, firstName: actor.name, lastName: "", sessionId: "", roles: [], privileges: [] },
	});

export const EventMessageBody = v.object({ organisationId: OrganisationId, eventIds: v.array(v.string()) });
export const JobMessageBody = v.object({
	organisationId: OrganisationId,
	taskId: Id,
	errand: v.optional(v.string()),
});
