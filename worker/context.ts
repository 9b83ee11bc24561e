import { v7 } from "uuid";
import type { Permission } from "#worker/contract/permissions";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import type { Scope } from "#worker/database/scope";
import type { Env } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import type { HeldRole } from "#worker/http/held-roles.queries";

/** The time in UTC milliseconds and fresh ids, which tests replace. */
export interface Clock {
	now(): number;
	newId(): string;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	// why in the order of time: rows that are written together then lie on few pages of each index.
	newId: () => v7(),
};

/** The signed-in staff member or the API key that acts, with the privileges they hold at this moment. */
export interface Actor {
	id: string;
	email: string;
	name: string;
	firstName: string;
	lastName: string;
	/** Empty for work in the background and for an API key. */
	sessionId: string;
	/** Whether it is an API key, which acts in its own name: `id` is the key's. */
	isApiKey?: boolean;
	roles: readonly HeldRole[];
	/** The roles' privileges, `resource:action`. */
	privileges: readonly string[];
}

/** What every request has, signed in or not. */
export interface RequestContext extends Clock {
	env: Env;
	requestId: string;
	/** The client's network address, for rate limits and the audit log. */
	address: string;
	/** The browser or program of the client, as it names itself, for the activity log. */
	userAgent?: string | undefined;
	/** Whether the portal's server sent the request, by its secret. */
	isPortal?: boolean;
	databaseFor(organisationId: string): Database;
	waitUntil(work: Promise<unknown>): void;
}

/** What an operation gets: an organisation, its database and the actor. Made once a request. */
export interface OrgContext extends RequestContext {
	organisationId: string;
	actor: Actor;
	db: Database;
	/** The applicants that this request may see or change: those of the places where the user holds what the endpoint asks for. */
	scope: Scope;
	/** Returns the applicants of the places where the user holds any of these privileges. */
	scopeFor(privileges: readonly Permission[]): Scope;
	/** The version of the institution's configuration at the start of the request; undefined where nothing is remembered. */
	configVersion?: number | undefined;
	/** The key that a repeat of this request carries too, where the endpoint takes one. */
	idempotencyKey?: string;
	/** Goes with every commit of a request that may come again: it was done, whatever becomes of its answer. */
	markCompleted?: () => Write;
	/** Tells the queue and the open pages about committed events. Never fails the request: a sweep resends. */
	publish(events: readonly DomainEvent[]): void;
}
