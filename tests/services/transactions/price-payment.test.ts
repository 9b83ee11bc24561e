import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import { createApplicant, createApplication, testDb } from "#tests/support/factories";
import { addOns, couponCodes, coupons, couponUses } from "#worker/database/schema/discounts";
import { organisations } from "#worker/database/schema/organisations";
import { paymentConfigurations, transactions } from "#worker/database/schema/transactions";
import { foldCode } from "#worker/services/coupons/code-text";

interface Priced {
	subtotal: number;
	charge: number;
	total: number;
	discount: { name: string; amount: number } | null;
	rule: object | null;
	error: string;
	code: string;
	fields: Record<string, string[]>;
}

type Platform = Parameters<typeof openPayments>[0];

const open = async (charge: { charge: number; chargeCurrency: string } | null, platform?: Platform) => {
	const payments = await openPayments(platform);
	const { organisationId, applicant, configurationId } = payments;
	if (charge)
		await testDb()
			.update(paymentConfigurations)
			.set({ ...charge, isChargeEnabled: true })
			.where(eq(paymentConfigurations.organisationId, organisationId));
	const at = { organisationId, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(coupons)
		.values({
			...at,
			id: "early",
			name: "Early bird",
			codes: 1,
			ownCode: "EARLY",
			usesPerCode: 1,
			percent: 10,
			applicationIds: [],
			paymentKinds: ["APPLICATION_FEE"],
			active: true,
		});
	await testDb()
		.insert(couponCodes)
		.values({ ...at, couponId: "early", position: 0, code: "EARLY", folded: foldCode("EARLY") });
	const addOn = {
		...at,
		description: "",
		price: 100_000,
		currency: "NGN",
		applicationIds: [] as string[],
		enabled: true,
	};
	await testDb()
		.insert(addOns)
		.values([
			{ ...addOn, id: "card", name: "Identity card" },
			{ ...addOn, id: "off", name: "Switched off", enabled: false },
			{ ...addOn, id: "other", name: "For others", applicationIds: ["another"] },
			{ ...addOn, id: "dollars", name: "By courier", currency: "USD" },
		]);
	const items = [
		{ name: "Form", amount: 1_000_000, kind: "APPLICATION_FEE" },
		{ name: "Medical", amount: 500_000 },
	];
	const ask = (path: string, more: object = {}) =>
		payments.ask<Priced>(path, "POST", { candidateId: applicant.id, configurationId, items, ...more });
	return {
		...payments,
		price: (more?: object) => ask("/payments/preview", more),
		begin: (more?: object) => ask("/payments", more),
	};
};

test("the preview has the add-ons, what the code takes off, and the charge, and starts nothing", async () => {
	const payments = await open({ charge: 15_000, chargeCurrency: "NGN" });
	const asked = { discountCode: "early", addOnIds: ["card"] };
	const { status, body } = await payments.price(asked);
	expect([status, body]).toMatchObject([
		200,
		{
			subtotal: 1_600_000,
			charge: 15_000,
			total: 1_515_000,
			currency: "NGN",
			discount: { name: "Discount EARLY (10%)", amount: 100_000 },
			rule: { name: "Discount EARLY (10%)", percent: 10, amount: null, paymentKinds: ["APPLICATION_FEE"] },
		},
	]);
	const own = eq(transactions.organisationId, payments.organisationId);
	expect(await testDb().select().from(transactions).where(own)).toEqual([]);
	expect(
		await testDb().select().from(couponUses).where(eq(couponUses.organisationId, payments.organisationId)),
	).toEqual([]);
	expect((await payments.begin(asked)).status).toBe(201);
	const [row] = await testDb().select().from(transactions).where(own);
	expect((row?.amount ?? 0) + (row?.gatewayCharge ?? 0), "as the preview said").toBe(body.total);
	expect(await payments.price(asked), "the only use is taken").toMatchObject({
		status: 422,
		body: { fields: { discountCode: [expect.stringMatching(/used/)] } },
	});
});

test.each([
	[{ discountCode: "NOTHING" }, "discountCode", "There is no such discount code. Check it and try again."],
	[
		{ discountCode: "EARLY", items: [{ name: "Medical", amount: 5_000 }] },
		...(["discountCode", "This discount code is for another fee."] as const),
	],
	[{ addOnIds: ["off"] }, "addOnIds", "One of the add-ons is not offered here. Choose again."],
	[{ addOnIds: ["other"] }, "addOnIds", "One of the add-ons is not offered here. Choose again."],
	[{ addOnIds: ["dollars"] }, "addOnIds", "One of the add-ons is not offered here. Choose again."],
	[{ currency: "GBP" }, "currency", "Paystack takes NGN, USD."],
	[{ currency: "USD" }, "currency", "The charge is in NGN, so payments are taken in NGN alone."],
])("the preview and the start refuse %j beside its field", async (wrong, field, message) => {
	const payments = await open({ charge: 15_000, chargeCurrency: "NGN" });
	for (const answer of [await payments.price(wrong), await payments.begin(wrong)])
		expect([answer.status, answer.body.fields[field]]).toEqual([422, [message]]);
});

test("without a charge every currency of the platform is taken; with one its own alone", async () => {
	const free = await open(null, "STRIPE");
	for (const currency of ["USD", "GBP", "EUR"]) expect((await free.price({ currency })).status).toBe(200);
	const charged = await open({ charge: 250, chargeCurrency: "GBP" }, "STRIPE");
	expect((await charged.price({ currency: "GBP" })).body).toMatchObject({ charge: 250, total: 1_500_250 });
	expect((await charged.price({ currency: "USD" })).body.code).toBe("currency_not_taken");
	const { body } = await charged.ask<{ choices: { currencies: string[] }[] }>("/payments/platforms");
	expect(body.choices[0]?.currencies).toEqual(["GBP"]);
});

test("only add-ons that are offered for the application are listed, with their prices", async () => {
	const { application, ask } = await open(null);
	const path = "/payments/platforms";
	const listed = await ask<{ addOns: { name: string; price: number }[] }>(`${path}?applicationId=${application.id}`);
	expect(listed.body.addOns.map(({ name }) => name)).toEqual(["By courier", "Identity card"]);
	expect((await ask<{ addOns: [] }>(path)).body.addOns).toEqual([]);
});

test("all add-ons of an application are listed, however many", async () => {
	const { organisationId, application, ask } = await open(null);
	const names = Array.from({ length: 120 }, (_, index) => `Practical ${String(index).padStart(3, "0")}`);
	const fields = { description: "", price: 100_000, currency: "NGN", applicationIds: [application.id], enabled: true };
	for (const name of names)
		await testDb()
			.insert(addOns)
			.values({ ...fields, organisationId, id: name, name, createdAt: 1, updatedAt: 1 });
	const { body } = await ask<{ addOns: { name: string }[] }>(`/payments/platforms?applicationId=${application.id}`);
	expect(body.addOns.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test("a preview for another institution's applicant is not found", async () => {
	const payments = await open(null);
	const stranger = await openPayments();
	const foreign = await createApplicant(await createApplication(stranger.organisationId));
	expect((await payments.price({ candidateId: foreign.id })).status).toBe(404);
	expect((await payments.price({ configurationId: stranger.configurationId })).status).toBe(404);
});

test("while the institution adds no charge, no configuration's is added or shown, and its currency binds nobody", async () => {
	const payments = await open({ charge: 15_000, chargeCurrency: "NGN" });
	const ofOrganisation = eq(organisations.id, payments.organisationId);
	const shown = async () => {
		const { body } = await payments.ask<{ choices: { charge: number; currencies: string[] }[] }>(
			"/payments/platforms",
			"GET",
		);
		return body.choices[0];
	};
	expect((await payments.price()).body).toMatchObject({ subtotal: 1_500_000, charge: 15_000, total: 1_515_000 });
	expect(await shown()).toMatchObject({ charge: 15_000, currencies: ["NGN"] });
	await testDb().update(organisations).set({ platformChargeEnabled: false }).where(ofOrganisation);
	expect((await payments.price()).body).toMatchObject({ subtotal: 1_500_000, charge: 0, total: 1_500_000 });
	const choice = await shown();
	expect(choice?.charge).toBe(0);
	expect(choice?.currencies.length).toBeGreaterThan(1);
	const started = await payments.begin();
	expect(started.status).toBe(201);
	const [row] = await testDb()
		.select()
		.from(transactions)
		.where(eq(transactions.organisationId, payments.organisationId));
	expect(row?.gatewayCharge).toBe(0);
});
