import { env } from "cloudflare:workers";
import { createOrganisation, createUser, signIn as openSession } from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { type Database, databaseFor } from "#worker/database/database";
import { everywhere } from "#worker/http/places";
import { mintSocketTicket } from "#worker/services/notifications/socket-ticket";

/** Returns a signed-in member of staff, with a ticket for one live connection. @param now UTC milliseconds. */
export const signIn = async (now = Date.now()) => {
	const organisation = await createOrganisation();
	const organisationId = organisation.id;
	const user = await createUser({ organisationId });
	const { accessToken, sessionId } = await openSession(user, now);
	const ctx = contextOf(databaseFor(env, organisationId), organisationId, user, sessionId, now);
	const mint = async () => (await mintSocketTicket(ctx)).ticket;
	return { organisationId, userId: user.id, sessionId, token: accessToken, mint, ticket: await mint() };
};

const contextOf = (
	db: Database,
	organisationId: string,
	user: { id: string; email: string },
	sessionId: string,
	now: number,
): OrgContext => ({
	env,
	db,
	organisationId,
	scope: everywhere,
	scopeFor: () => everywhere,
	actor: {
		id: user.id,
		email: user.email,
		name: "Hauwa Bello",
		firstName: "Hauwa",
		lastName: "Bello",
		sessionId,
		roles: [],
		privileges: [],
	},
	requestId: crypto.randomUUID(),
	address: "unknown",
	now: () => now,
	newId: () => crypto.randomUUID(),
	databaseFor: () => db,
	waitUntil: () => {},
	publish: () => {},
});
