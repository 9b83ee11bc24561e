import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import type { Env } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import type { HeldRole } from "#worker/http/held-roles.queries";

/** What tests own: the time in UTC milliseconds, and fresh ids. */
export interface Clock {
	now(): number;
	newId(): string;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	newId: () => crypto.randomUUID(),
};

/** Who acts: a signed-in member of staff with the privileges they hold at this moment. */
export interface Actor {
	id: string;
	email: string;
	name: string;
	firstName: string;
	lastName: string;
	sessionId: string;
	roles: readonly HeldRole[];
	/** Those of the roles, `resource:action`. */
	privileges: readonly string[];
}

/** What any request has, signed in or not. */
export interface RequestContext extends Clock {
	env: Env;
	requestId: string;
	/** The client's network address, for rate limits and the audit log. */
	address: string;
	databaseFor(organisationId: string): Database;
	waitUntil(work: Promise<unknown>): void;
}

/** What an operation gets: an organisation, its database and who acts. Made once a request. */
export interface OrgContext extends RequestContext {
	organisationId: string;
	actor: Actor;
	db: Database;
	/** The version of the institution's configuration at the start of the request; undefined where nothing is remembered. */
	configVersion?: number | undefined;
	/** What a repeat of this request bears too, where the endpoint takes one. */
	idempotencyKey?: string;
	/** Goes with every commit of a request that may come again: it was done, whatever becomes of its answer. */
	noteDone?: () => Write;
	/** Tells the queue and the open pages about events that are committed. Never fails the request: a sweep resends. */
	publish(events: readonly DomainEvent[]): void;
}
