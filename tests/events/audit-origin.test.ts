import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { auditEvents } from "#worker/database/schema/records";

test("the audit log names the address and the request of a change", async () => {
	const { bindings, sentEvents } = keepingQueues();
	const staff = await openServicesFixture({ privileges: ["templates:c"], bindings });
	const response = await staff.request("/reasons", {
		method: "POST",
		body: JSON.stringify({ text: "Quota is full", isPrivate: false }),
		headers: { "cf-connecting-ip": "203.0.113.9" },
	});
	expect(response.status).toBe(201);
	await deliverEvents(sentEvents, { bindings, clock: staff.clock });
	const rows = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(rows).toMatchObject([
		{ action: expect.stringMatching(/^reason/), address: "203.0.113.9", requestId: expect.any(String) },
	]);
});
