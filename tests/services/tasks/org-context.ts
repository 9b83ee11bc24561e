import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { everywhere } from "#worker/http/places";

/** Opens a context of an institution of its own, in which everything may be done. */
export const openOrgContext = async (): Promise<OrgContext> => {
	const staff = await openServicesFixture();
	const executionCtx = createExecutionContext();
	return {
		...staff.clock,
		env,
		requestId: "request-1",
		address: "test",
		databaseFor: testDb,
		db: testDb(),
		waitUntil: (work) => executionCtx.waitUntil(work),
		organisationId: staff.organisation.id,
		scope: everywhere,
		scopeFor: () => everywhere,
		actor: { ...staff.user, name: "Hauwa Bello", sessionId: "", roles: [], privileges: [] },
		publish: () => undefined,
	};
};
