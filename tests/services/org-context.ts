import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { everywhere } from "#worker/http/places";

/** Returns the context in which a fixture's user does something, everywhere in the institution. */
export const orgContextOf = ({ clock, organisation, user }: ServicesFixture): OrgContext => {
	const executionCtx = createExecutionContext();
	return {
		...clock,
		env,
		requestId: "request-1",
		address: "test",
		databaseFor: testDb,
		db: testDb(),
		waitUntil: (work) => executionCtx.waitUntil(work),
		organisationId: organisation.id,
		scope: everywhere,
		scopeFor: () => everywhere,
		actor: { ...user, name: "Hauwa Bello", sessionId: "", roles: [], privileges: [] },
		publish: () => undefined,
	};
};

/** Opens the context of an institution of its own. */
export const openOrgContext = async (): Promise<OrgContext> => orgContextOf(await openServicesFixture());
