import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { control } from "#tests/services/transactions/payments-fixture";
import { createApplicant, createTransaction, testDb } from "#tests/support/factories";
import { events, recordChanges } from "#worker/database/schema/records";
import { paymentConfigurations, transactions } from "#worker/database/schema/transactions";
import type { PaymentConfiguration } from "#worker/services/payment-configurations/contract";
import { findConfiguration, openConfiguration } from "#worker/services/payment-configurations/queries";
import { mostChecks } from "#worker/services/transactions/judge-answer";

interface Page<Row> {
	data: Row[];
}

let fixture: Awaited<ReturnType<typeof openServicesFixture>>;
beforeEach(async () => {
	fixture = await openServicesFixture();
});

const path = "/paylog-configurations";
const paystack = (more: object = {}) => ({
	configId: "bursary",
	paymentPlatform: "PAYSTACK",
	schoolConfig: { charge: 30_000 },
	isChargeEnabled: true,
	active: true,
	isTest: true,
	fields: { publicKey: "pk_test_crestfield", secretKey: "sk_test_crestfield" },
	...more,
});
const create = async (body: object = paystack()) => {
	const made = await fixture.send<PaymentConfiguration>("POST", path, body);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body;
};
const change = ({ paymentPlatform: _, ...body }: ReturnType<typeof paystack>) => body;
const stored = async (id: string) => {
	const ctx = { db: testDb(), organisationId: fixture.organisation.id, env };
	const row = await findConfiguration(ctx, id);
	return row && { row, opened: await openConfiguration(ctx, row) };
};

describe("a payment configuration", () => {
	it("is created with encrypted keys, of which only the last characters are ever sent", async () => {
		const made = await create();
		expect(made).toMatchObject({
			configId: "bursary",
			paymentPlatform: "PAYSTACK",
			isChargeEnabled: true,
			active: true,
			isTest: true,
			schoolConfig: { paymentPlatform: "PAYSTACK", charge: 30_000 },
			settings: { publicKey: "pk_test_crestfield" },
			keys: { secretKey: "…ield" },
		});
		expect(made.webhookUrl).toMatch(
			new RegExp(`^${env.PORTAL_ORIGIN}/api/payments/webhooks/${fixture.organisation.id}/[0-9a-f]{48}$`),
		);
		const kept = await stored(made.id);
		expect(kept?.opened).toMatchObject({ secretKey: "sk_test_crestfield" });
		expect(JSON.stringify(kept?.row)).not.toContain("sk_test_crestfield");
		const list = await fixture.get<Page<PaymentConfiguration>>(path);
		expect(list.body.data).toEqual([made]);
		expect((await fixture.get(`${path}/${made.id}`)).body).toEqual(made);
	});

	it("keeps a key that is left out of a change, and replaces one that is sent", async () => {
		const made = await create();
		const kept = await fixture.send<PaymentConfiguration>("PUT", `${path}/${made.id}`, {
			...change(paystack({ configId: "Bursary", fields: { publicKey: "pk_other" } })),
			version: made.version,
		});
		expect(kept.body).toMatchObject({ configId: "Bursary", settings: { publicKey: "pk_other" }, keys: made.keys });
		expect((await stored(made.id))?.opened).toMatchObject({ secretKey: "sk_test_crestfield" });
		const late = await fixture.send("PUT", `${path}/${made.id}`, { ...change(paystack()), version: made.version });
		expect([late.status, late.body.code]).toEqual([409, "changed_meanwhile"]);
		const fields = { publicKey: "pk_other", secretKey: "sk_replaced_9876" };
		const replaced = await fixture.send("PUT", `${path}/${made.id}`, change(paystack({ fields })));
		expect(replaced.body).toMatchObject({ keys: { secretKey: "…9876" } });
	});

	it("has its charge in a currency that the platform takes, its usual one unless another is chosen", async () => {
		expect((await create()).schoolConfig).toMatchObject({ charge: 30_000, currency: "NGN" });
		const priced = (currency: string) => paystack({ configId: currency, schoolConfig: { charge: 100, currency } });
		expect((await create(priced("USD"))).schoolConfig.currency).toBe("USD");
		const refused = await fixture.send<{ fields: object }>("POST", path, priced("GBP"));
		expect([refused.status, refused.body.fields]).toEqual([422, { currency: ["Paystack takes NGN, USD."] }]);
	});

	it("asks for the keys again when the address changes that they are sent to", async () => {
		const made = await create();
		const put = (fields: Record<string, string>) =>
			fixture.send<PaymentConfiguration & { fields?: Record<string, string[]> }>(
				"PUT",
				`${path}/${made.id}`,
				change(paystack({ fields })),
			);
		const address = "https://pay.example.edu";
		const moved = await put({ publicKey: "pk_other", secretKey: "", address });
		expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([422, ["secretKey"]]);
		expect((await put({ publicKey: "pk_other", secretKey: "sk_test_again_1234", address })).status).toBe(200);
		expect((await put({ publicKey: "pk_other", secretKey: "", address })).status, "the address is the same").toBe(200);
		expect((await stored(made.id))?.opened).toMatchObject({ secretKey: "sk_test_again_1234", address });
	});

	it("has a history of who changed what, without a key in it, in the events or in the history", async () => {
		const made = await create();
		const fields = { publicKey: "pk_other", secretKey: "sk_replaced_9876" };
		await fixture.send("PUT", `${path}/${made.id}`, change(paystack({ fields, active: false })));
		const { body } = await fixture.get<Page<Record<string, unknown>>>(`${path}/${made.id}/history`);
		expect(body.data).toMatchObject([
			{ action: "updated", before: { active: true }, after: { active: false, keys: "Secret key" } },
			{ action: "created", before: null, after: { configId: "bursary", charge: 30_000 } },
		]);
		const own = eq(recordChanges.organisationId, fixture.organisation.id);
		const everything = JSON.stringify([
			await testDb().select().from(recordChanges).where(own),
			await testDb().select().from(events).where(eq(events.organisationId, fixture.organisation.id)),
		]);
		expect(everything).not.toContain("sk_");
		expect(everything).not.toContain("9876");
	});

	it("is deleted, and then is unknown everywhere", async () => {
		const { id } = await create();
		expect((await fixture.send("DELETE", `${path}/${id}`)).body).toEqual({ id });
		const unknown = { status: 404, error: "Please use the correct paylog ID" };
		const at = `${path}/${id}`;
		expect((await fixture.get(at)).body).toMatchObject(unknown);
		expect((await fixture.get(`${at}/history`)).body).toMatchObject(unknown);
		expect((await fixture.send("PUT", at, change(paystack()))).body).toMatchObject(unknown);
		expect((await fixture.send("DELETE", at)).body).toMatchObject(unknown);
		expect((await fixture.send("POST", `${at}/test`)).body).toMatchObject(unknown);
	});

	it("adds up the charges that are on, by currency, over all pages", async () => {
		const charges = async () =>
			(await fixture.get<{ charges: object[]; resultTotal: number }>(`${path}?size=1`)).body.charges;
		expect(await charges()).toEqual([]);
		await create();
		const of = (configId: string, charge: number, more: object = {}) =>
			fixture.send("POST", path, paystack({ configId, schoolConfig: { charge }, ...more }));
		await of("second", 12_550, { active: false });
		await of("off", 99_900, { isChargeEnabled: false });
		await of("dollars", 500, { schoolConfig: { charge: 500, currency: "USD" } });
		expect(await charges()).toEqual([
			{ currency: "NGN", charge: 42_550 },
			{ currency: "USD", charge: 500 },
		]);
	});

	it("is changed by one of two at once, so that a key that was just entered stays", async () => {
		const made = await create();
		const fields = { publicKey: "pk_test_crestfield", secretKey: "sk_replaced_9876" };
		const both = await Promise.all([
			fixture.send("PUT", `${path}/${made.id}`, change(paystack({ fields }))),
			fixture.send("PUT", `${path}/${made.id}`, change(paystack({ isChargeEnabled: false }))),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	it("makes the platform's pending payments due that nobody could check", async () => {
		const applicant = await createApplicant(fixture.application);
		const payment = await createTransaction(applicant, { platform: "PAYSTACK", status: "pending" });
		const givenUp = await createTransaction(applicant, { platform: "PAYSTACK", status: "pending", checks: mostChecks });
		const other = await createTransaction(applicant, { platform: "REMITA", status: "pending" });
		const made = await create();
		expect(made.pendingPayments).toBe(2);
		const dueAt = async (id: string) => {
			const own = and(eq(transactions.organisationId, fixture.organisation.id), eq(transactions.id, id));
			return (await testDb().select({ dueAt: transactions.dueAt }).from(transactions).where(own))[0]?.dueAt;
		};
		expect(await dueAt(payment.id)).toBe(fixture.clock.now());
		expect(await dueAt(givenUp.id), "it was checked as often as it is").toBeNull();
		expect(await dueAt(other.id)).toBeNull();
	});
});

describe("what is refused", () => {
	const refused = async (body: object) => (await fixture.send("POST", path, body)).body;

	it.each(["", "x", "has space", "a/b", "é".repeat(5), "x".repeat(41)])("the paylog ID '%s'", async (configId) => {
		expect(await refused(paystack({ configId }))).toMatchObject({
			status: 400,
			error: "Invalid paylog ID",
			fields: { configId: ["Use 2 to 40 letters, digits, hyphens, dots and underscores."] },
		});
	});

	it("a paylog ID that exists, in any case of letters, at its creation and at a change", async () => {
		await create();
		const other = await create(paystack({ configId: "other" }));
		const taken = { status: 409, error: "Provided paylog id already exists" };
		expect(await refused(paystack({ configId: "BURSARY" }))).toMatchObject(taken);
		const renamed = await fixture.send("PUT", `${path}/${other.id}`, change(paystack({ configId: "Bursary" })));
		expect(renamed.body).toMatchObject(taken);
	});

	it.each([
		["PAYSTACK", { publicKey: "pk_x" }, { secretKey: ["Enter the secret key"] }],
		["PAYSTACK", { publicKey: "pk x", secretKey: "sk" }, { publicKey: ["Enter one word without spaces."] }],
		["REMITA", { merchantId: "1" }, { serviceTypeId: ["Enter the service type ID"], apiKey: ["Enter the API key"] }],
		[
			"REMITA",
			{ merchantId: "1", serviceTypeId: "2", apiKey: "3", notificationToken: "x".repeat(30) },
			{ notificationToken: ["This platform has no such field."] },
		],
		["PAYPRO_KANO", { key: "short" }, { key: ["Enter at least 16 characters."] }],
		["PAYPRO_KANO", { address: "https://10.0.0.1/x" }, { address: ["Enter the name of a host, not an IP address."] }],
		["PAYPRO_KANO", { address: "http://pay.example.com" }, { address: ["The address must begin with https://"] }],
		["PAYPRO_KANO", { address: "https://db.internal" }, { address: ["The address must be one on the internet."] }],
	])("%s with %j", async (paymentPlatform, fields, faults) => {
		expect(await refused(paystack({ paymentPlatform, fields }))).toMatchObject({ status: 422, fields: faults });
		const rows = await testDb()
			.select()
			.from(paymentConfigurations)
			.where(eq(paymentConfigurations.organisationId, fixture.organisation.id));
		expect(rows).toEqual([]);
	});

	it("a negative charge, a broken one and a platform that is none", async () => {
		for (const charge of [-1, 0.5, 2_000_000_000])
			expect((await fixture.send("POST", path, paystack({ schoolConfig: { charge } }))).status).toBe(422);
		expect((await fixture.send("POST", path, paystack({ paymentPlatform: "PAYPAL" }))).status).toBe(422);
	});
});

describe("a test of the connection", () => {
	const test = async (body: object) => {
		const { id } = await create(body);
		return (await fixture.send<{ works: boolean; says: string }>("POST", `${path}/${id}/test`)).body;
	};

	it("calls the platform and says that it accepts the keys", async () => {
		const run = crypto.randomUUID().slice(0, 8);
		await control("PUT", "/accounts", { platform: "PAYSTACK", id: `pk_${run}`, secret: `sk_${run}` });
		const tested = await test(paystack({ fields: { publicKey: `pk_${run}`, secretKey: `sk_${run}` } }));
		expect(tested.works, tested.says).toBe(true);
	});

	it("says that the platform refuses the keys, without naming them", async () => {
		const tested = await test(paystack({ fields: { publicKey: "pk_x", secretKey: "sk_nobody_has_this" } }));
		expect(tested.works).toBe(false);
		expect(tested.says).not.toBe("");
		expect(tested.says).not.toContain("sk_nobody");
	});

	it("says that Paypro Kano has no public interface where no address is entered", async () => {
		const tested = await test(paystack({ paymentPlatform: "PAYPRO_KANO", fields: {} }));
		expect(tested).toMatchObject({ works: false, says: expect.stringContaining("Paypro Kano") });
	});

	it("says that the keys cannot be read when they were sealed with another secret", async () => {
		const { id } = await create();
		const own = eq(paymentConfigurations.id, id);
		await testDb().update(paymentConfigurations).set({ sealedKeys: "broken" }).where(own);
		const tested = await fixture.send("POST", `${path}/${id}/test`);
		expect(tested.body).toMatchObject({ works: false, says: "The keys cannot be read. Enter them again." });
		expect((await fixture.get(`${path}/${id}`)).body).toMatchObject({ keys: {} });
	});
});
