import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";
import { events } from "#worker/database/schema/records";

const openFixture = async () => {
	const staff = await openServicesFixture();
	const applicant = await createApplicant(staff.application);
	const add = (body: unknown, key?: string) => staff.send("POST", `/candidates/${applicant.id}/notes`, body, key);
	const log = () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id));
	return { staff, applicant, add, log };
};

it("adds a note under the user's name, once, and neither moves the applicant nor makes an edit stale", async () => {
	const { staff, applicant, log } = await openFixture();
	const note = JSON.stringify({ note: "  Called, will bring the slip.  " });
	const path = `/candidates/${applicant.id}`;
	for (let turn = 0; turn < 2; turn++) {
		const init = { method: "POST", body: note, headers: { "idempotency-key": "key-00000001" } };
		const { status, headers } = await staff.request(`${path}/notes`, init);
		expect([status, headers.get("location")]).toEqual([201, `/api${path}/log`]);
	}
	expect(await log()).toMatchObject([
		{ type: "NOTE", reason: "Called, will bring the slip.", reviewedBy: "Hauwa Bello", stageName: "Registration" },
	]);
	const [row] = await testDb().select().from(applicants).where(eq(applicants.id, applicant.id));
	expect(row).toMatchObject({ version: 1, stepId: applicant.stepId });
	expect(await testDb().select().from(emails).where(eq(emails.applicantId, applicant.id))).toEqual([]);
	const happened = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
	expect(happened.map(({ type }) => type)).toEqual(["applicants.noted"]);
	expect(JSON.stringify(happened[0]?.payload)).not.toContain("slip");
});

it("refuses an empty and a too long note, an unknown applicant, and users who may only read", async () => {
	const { staff, applicant, add, log } = await openFixture();
	expect((await add({ note: "  " })).body.fields).toEqual({ note: ["Enter the note"] });
	expect((await add({ note: "x".repeat(2_001) })).status).toBe(422);
	expect((await staff.send("POST", "/candidates/nobody/notes", { note: "x" })).status).toBe(404);
	const reader = await openServicesFixture({ privileges: ["candidate:r"] });
	expect((await reader.send("POST", `/candidates/${applicant.id}/notes`, { note: "x" })).status).toBe(403);
	expect(await log()).toEqual([]);
});
