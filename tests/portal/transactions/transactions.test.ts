import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicantViews } from "#worker/database/schema/applicants";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	return { organisationId, application, browser };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const tab = (applicantId: string, search = "") =>
	fixture.browser.get(`/${fixture.organisationId}/applicants/${applicantId}/transactions${search}`);

test("shows a transaction's amount with the gateway's charge and its lines, without empty lines", async () => {
	const applicant = await createApplicant(fixture.application);
	await createTransaction(applicant, {
		reference: "1234567890123",
		platform: "REMITA",
		rrr: "270012345678",
		amount: 1_500_000,
		gatewayCharge: 16_125,
		items: [
			{ name: "Application form", amount: 1_400_000, currency: "NGN" },
			{ name: "Portal charge", amount: 100_000, currency: "NGN" },
			{ name: "Late registration", amount: 0, currency: "NGN" },
		],
	});
	const text = textOf(await (await tab(applicant.id)).text());
	expect(text).toMatch(/November 1st 2026 1234567890123 Remita ₦15,161\.25 Success/);
	expect(text).toMatch(/Application form ₦14,000\.00 Portal charge ₦1,000\.00 Gateway fee ₦161\.25 Total ₦15,161\.25/);
	expect(text).toMatch(/RRR 270012345678/);
	expect(text).not.toContain("Late registration");
});

test("downloads a receipt for a successful transaction, and a record that is not a receipt for another", async () => {
	const applicant = await createApplicant(fixture.application);
	const { id } = await createTransaction(applicant, { reference: "T1" });
	const failed = await createTransaction(applicant, { status: "failed" });
	const html = await (await tab(applicant.id)).text();
	const href = (transactionId: string) =>
		`/${fixture.organisationId}/applicants/${applicant.id}/transactions/${transactionId}/receipt`;
	expect(linkOf(html, "Download receipt")).toBe(href(id));
	expect(linkOf(html, "Download record, not a receipt")).toBe(href(failed.id));
	for (const [path, name] of [
		[href(id), /"Receipt T1\.pdf"/],
		[href(failed.id), /"Payment record not paid .+\.pdf"/],
	] as const) {
		const receipt = await fixture.browser.get(path);
		expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
		expect(receipt.headers.get("content-disposition")).toMatch(name);
		expect(new TextDecoder().decode((await receipt.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
	}
});

test("names neither a gateway fee nor an RRR that does not exist", async () => {
	const applicant = await createApplicant(fixture.application);
	await createTransaction(applicant, { status: "pending" });
	const text = textOf(await (await tab(applicant.id)).text());
	expect(text).toContain("Pending");
	expect(text).not.toMatch(/Gateway fee|RRR/);
});

test("hands the palette an applicant's payments, the newest first, without a look at the applicant", async () => {
	const { organisationId, application, browser } = fixture;
	const applicant = await createApplicant(application);
	await createTransaction(applicant, { reference: "OLD", createdAt: 1, amount: 100, gatewayCharge: 5 });
	await createTransaction(applicant, { reference: "NEW", createdAt: 2, status: "pending" });
	const answer = await browser.get(`/${organisationId}/applicants/${applicant.id}/payments`);
	expect(await answer.json()).toMatchObject({
		payments: [
			{ reference: "NEW", status: "pending", applicantId: applicant.id },
			{ reference: "OLD", total: 105 },
		],
	});
	const views = await testDb().select().from(applicantViews).where(eq(applicantViews.applicantId, applicant.id));
	expect(views).toEqual([]);
	const other = await createApplicant((await openFixture()).application);
	expect((await browser.get(`/${organisationId}/applicants/${other.id}/payments`)).status).toBe(404);
});

test("shows no history for an applicant who paid nothing", async () => {
	const applicant = await createApplicant(fixture.application);
	const response = await tab(applicant.id);
	expect(response.status).toBe(200);
	expect(textOf(await response.text())).toContain("No Transactions history available");
});

test("continues on another page after ten transactions, and keeps the list's own parameters", async () => {
	const applicant = await createApplicant(fixture.application);
	for (let n = 0; n < 11; n++) await createTransaction(applicant, { createdAt: n });
	const older = linkOf(await (await tab(applicant.id, "?page=2&size=20")).text(), "Older transactions") ?? "";
	expect(older).toMatch(/\/transactions\?page=2&size=20&transactionsPage=1$/);
	const html = await (await fixture.browser.get(older)).text();
	expect(textOf(html)).toContain("11–11 of 11");
	expect(linkOf(html, "Newer transactions")).toMatch(/\/transactions\?page=2&size=20$/);
});

test("does not find another organisation's applicant", async () => {
	const { id } = await createApplicant((await openFixture()).application);
	expect((await tab(id)).status).toBe(404);
});
