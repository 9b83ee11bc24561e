import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { createApplicant, createApplication, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";
import { events, modificationEntries } from "#worker/database/schema/records";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

const openFixture = async () => {
	const fixture = await openMailFixture({ applicants: 0 });
	const { staff } = fixture;
	const applicant = await createApplicant(staff.application, {
		firstName: "Stephen",
		middleName: "Ugo",
		lastName: "Nwafor",
		email: "stephen1244@postbox.example",
	});
	const identity = {
		firstName: "Stephen",
		middleName: "Ugo",
		lastName: "Nwafor",
		reason: "Mistyped at registration",
		accountEmail: "stephen1244@postbox.example",
	};
	const put = (changed: Record<string, unknown> = {}, key?: string) =>
		staff.send("PUT", `/candidates/${applicant.id}/identity`, { ...identity, ...changed }, key);
	const entries = () =>
		testDb().select().from(modificationEntries).where(eq(modificationEntries.entityId, applicant.id));
	const log = () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id));
	const row = async () => (await testDb().select().from(applicants).where(eq(applicants.id, applicant.id)))[0];
	const keys = async () =>
		(await testDb().select().from(identityKeys).where(eq(identityKeys.ownerId, applicant.id))).map(({ key }) => key);
	return { ...fixture, applicant, identity, put, entries, log, row, keys };
};

describe("correcting an applicant's name and email address", () => {
	it("logs the reason with the values before and after, and finds the applicant by the new ones", async () => {
		const { put, entries, log, row, keys, staff } = await openFixture();
		const response = await put({
			version: 1,
			middleName: "",
			lastName: "Nwafọ",
			accountEmail: "s.nwafor@postbox.example",
		});
		expect(response).toMatchObject({
			status: 200,
			body: { middleName: null, lastName: "Nwafọ", accountEmail: "s.nwafor@postbox.example", version: 2 },
		});
		expect(
			(await entries()).map(({ field, oldValue, newValue, username }) => [field, oldValue, newValue, username]),
		).toEqual([
			["middleName", "Ugo", null, staff.user.email],
			["lastName", "Nwafor", "Nwafọ", staff.user.email],
			["accountEmail", "stephen1244@postbox.example", "s.nwafor@postbox.example", staff.user.email],
		]);
		expect(await log()).toMatchObject([
			{
				type: "DATA_UPDATE",
				reason: "Name and email address corrected: Mistyped at registration",
				reviewedBy: "Hauwa Bello",
			},
		]);
		expect(await row()).toMatchObject({ lastReviewedBy: "Hauwa Bello", stepId: staff.application.steps[0]?.id });
		expect(await keys()).toEqual(["email:s.nwafor@postbox.example"]);
		const found = async (keyword: string) =>
			(await staff.get(`/candidates?applicationId=${staff.application.id}&keyword=${encodeURIComponent(keyword)}`)).body
				.resultTotal;
		expect([await found("nwafo s.nwafor@postbox.example"), await found("stephen1244")]).toEqual([1, 0]);
	});

	it("sends a note to the former address, and every email afterwards, waiting ones too, to the new one", async () => {
		const { put, write, deliver, sent, applicant, emailsOf, identity } = await openFixture();
		await write({ candidateIds: [applicant.id] });
		await put({ accountEmail: "new@postbox.example" });
		await deliver();
		expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual([
			["new@postbox.example", "Your screening, Nwafor"],
			[identity.accountEmail, "Emails about your application go to another address now"],
		]);
		const note = sent.find(({ to }) => to === identity.accountEmail);
		expect(note?.text).toContain(applicant.applicationNumber);
		expect(note?.text).not.toMatch(/new@postbox|Stephen|Nwafor/);
		expect((await emailsOf(applicant.id)).map(({ to }) => to).sort()).toEqual([
			"new@postbox.example",
			identity.accountEmail,
		]);
	});

	it("writes to nobody when the name alone, or the case of the address, changes", async () => {
		const { put, log, applicant } = await openFixture();
		expect((await put({ firstName: "Steven", accountEmail: "Stephen1244@postbox.example" })).status).toBe(200);
		expect(await testDb().select().from(emails).where(eq(emails.applicantId, applicant.id))).toEqual([]);
		expect((await log())[0]?.reason).toBe("Name and email address corrected: Mistyped at registration");
	});

	it("refuses no change, an address that another applicant of the application has, and a stale version", async () => {
		const { put, entries, staff, row, identity, sentJobs } = await openFixture();
		const elsewhere = await createApplication(staff.organisation.id);
		await createApplicant(elsewhere, { email: "elsewhere@postbox.example" });
		const holder = await createApplicant(staff.application, { email: "Taken@postbox.example" });
		await testDb().insert(identityKeys).values({
			organisationId: staff.organisation.id,
			scope: staff.application.id,
			ownerId: holder.id,
			key: "email:taken@postbox.example",
		});
		const taken = await put({ accountEmail: "taken@POSTBOX.example" });
		expect(taken).toMatchObject({ status: 409, body: { code: "email_taken" } });
		expect(taken.body.fields).toEqual({
			accountEmail: [
				`${holder.applicationNumber} of this application has this email address. If both are one person, merge them.`,
			],
		});
		expect(await put()).toMatchObject({ status: 422, body: { code: "identity_unchanged" } });
		expect(await put({ version: 7, firstName: "Steven" })).toMatchObject({
			status: 409,
			body: {
				code: "stale_applicant",
				details: { current: { firstName: "Stephen", version: 1 }, attempted: { firstName: "Steven" } },
			},
		});
		const refused: [Record<string, unknown>, string][] = [
			[{ firstName: " " }, "firstName"],
			[{ lastName: "" }, "lastName"],
			[{ accountEmail: "nobody" }, "accountEmail"],
			[{ reason: "  " }, "reason"],
		];
		for (const [changed, field] of refused) {
			const response = await put({ firstName: "Steven", ...changed });
			expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
		}
		expect([await entries(), sentJobs, (await row())?.email]).toEqual([[], [], identity.accountEmail]);
		expect((await put({ accountEmail: "elsewhere@postbox.example" })).status).toBe(200);
	});

	it("applies a repeated request once, and refuses users who may only read", async () => {
		const { put, log, staff, applicant, identity } = await openFixture();
		await put({ firstName: "Steven" }, "key-00000001");
		expect((await put({ firstName: "Steven" }, "key-00000001")).status).toBe(200);
		expect(await log()).toHaveLength(1);
		const reader = await openServicesFixture({ privileges: ["candidate:r"] });
		const body = { ...identity, firstName: "Mine" };
		expect((await reader.send("PUT", `/candidates/${applicant.id}/identity`, body)).status).toBe(403);
		const happened = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
		expect(happened.map(({ type }) => type)).toEqual(["applicants.identity_corrected"]);
	});
});
