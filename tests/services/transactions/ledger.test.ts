import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import { testDb } from "#tests/support/factories";
import { paymentReversals } from "#worker/database/schema/transactions";

describe.each(["PAYSTACK", "REMITA", "INTERSWITCH", "STRIPE"] as const)("a payment by %s", (platform) => {
	test("is in the books before it is paid, and successful once the platform says so", async () => {
		const payments = await openPayments(platform);
		const { id, reference } = await payments.start();
		expect(await payments.read(id)).toMatchObject({ status: "pending", amount: 5_000_000, platform, reference });
		expect((await payments.check(reference)).body).toMatchObject({ status: "pending", canBeChecked: true });
		await payments.deed(reference, "pay");
		const checked = await payments.check(reference);
		expect([checked.status, checked.body]).toMatchObject([200, { status: "success", reference, amount: 5_000_000 }]);
		const paid = await payments.read(id);
		expect(paid).toMatchObject({ status: "success", dueAt: null, paidDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
		const ledger = await payments.ledger(id);
		expect(ledger.map(({ source, outcome }) => [source, outcome])).toEqual([
			["start", "started"],
			["check", "pending"],
			["check", "success"],
		]);
		expect(JSON.stringify(ledger)).not.toMatch(/sk_|key-|Bearer/);
		expect(await payments.exceptions()).toEqual([]);
	});

	test("that is cancelled has failed, and one that is checked again changes nothing more", async () => {
		const payments = await openPayments(platform);
		const { id, reference } = await payments.start();
		await payments.deed(reference, "fail");
		expect((await payments.check(reference)).body.status).toBe("failed");
		await payments.check(reference);
		expect(await payments.read(id)).toMatchObject({ status: "failed", paidAt: null, dueAt: null });
	});
});

test.each([
	["wrong_amount", "amount_differs"],
	["wrong_currency", "currency_differs"],
])("a success with a %s is believed by nobody and is noted once", async (name, kind) => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.turn(reference, name);
	await payments.check(reference);
	await payments.check(reference);
	expect((await payments.read(id)).status).toBe("pending");
	expect(await payments.exceptions()).toMatchObject([{ kind, transactionId: id, reference, resolvedAt: null }]);
	await payments.turn(reference, "ok");
	expect((await payments.check(reference)).body.status).toBe("success");
});

test.each(["http_500", "http_429", "reset", "garbage_body"])(
	"a platform that answers %s is down; the payment stays pending and the answer is kept",
	async (name) => {
		const payments = await openPayments();
		const { id, reference } = await payments.start();
		await payments.turn(reference, name);
		const refused = await payments.ask<{ error: string }>(`/payments/status?ref=${reference}`);
		expect([refused.status, refused.body.error]).toEqual([
			503,
			"Payment platform is currently down kindly retry later",
		]);
		expect(await payments.read(id)).toMatchObject({ status: "pending", dueAt: expect.any(Number) });
		expect((await payments.ledger(id)).at(-1)).toMatchObject({ outcome: "unavailable", says: null });
	},
);

test("a payment whose start was lost on the way is found by the check that follows by itself", async () => {
	const payments = await openPayments();
	await payments.turn(null, "garbage_body", { times: 1 });
	const { status, body } = await payments.ask<{ error: string }>("/payments", "POST", {
		...{ candidateId: payments.applicant.id, configurationId: payments.configurationId },
		items: [{ name: "Fee", amount: 100 }],
	});
	expect([status, body.error]).toEqual([503, "Payment platform is currently down kindly retry later"]);
	const [payment] = (await payments.ask<{ data: { id: string; reference: string }[] }>("/payments")).body.data;
	if (!payment) throw new Error("the payment is not in the books");
	await payments.deed(payment.reference, "pay");
	expect(await payments.checkDue()).toBe(0);
	payments.clock.advance(4 * 60_000);
	expect(await payments.checkDue()).toBe(1);
	expect((await payments.read(payment.id)).status).toBe("success");
});

test("a payment that the platform does not know is pending for a day, and failed after it", async () => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	await payments.turn(reference, "not_found");
	expect((await payments.check(reference)).body.status).toBe("pending");
	payments.clock.advance(25 * 3_600_000);
	await payments.checkDue();
	expect((await payments.read(id)).status).toBe("failed");
	await payments.turn(reference, "ok");
	await payments.deed(reference, "pay");
	await testDb().run(`UPDATE transactions SET due_at = 1 WHERE id = '${id}'`);
	await payments.checkDue();
	expect((await payments.read(id)).status, "a late success counts").toBe("success");
	expect((await payments.ledger(id)).map(({ outcome }) => outcome)).toEqual([
		...["started", "unknown", "failed", "success"],
	]);
});

test("money that goes back is a row of its own; the payment stays successful", async () => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.check(reference);
	await payments.deed(reference, "reverse");
	// why by a webhook: a payment that has succeeded is not asked about by hand.
	await testDb().run(`UPDATE transactions SET due_at = 1 WHERE id = '${id}'`);
	await payments.checkDue();
	expect(await payments.read(id)).toMatchObject({ status: "success", reversedAmount: 5_000_000 });
	const reversals = await testDb().select().from(paymentReversals).where(eq(paymentReversals.transactionId, id));
	expect(reversals).toMatchObject([{ amount: 5_000_000, currency: "NGN", platform: "PAYSTACK" }]);
	const updated = testDb().run(`UPDATE transactions SET status = 'pending' WHERE id = '${id}'`);
	await expect(updated, "no code can take a success back").rejects.toThrow();
});

test("paying for the same a second time is noted", async () => {
	const payments = await openPayments();
	for (const round of [1, 2]) {
		const { reference } = await payments.start();
		await payments.deed(reference, "pay");
		await payments.check(reference);
		expect((await payments.exceptions()).map(({ kind }) => kind)).toEqual(round === 1 ? [] : ["paid_twice"]);
	}
});

test("without keys nothing is asked, and the specification's text says so", async () => {
	const payments = await openPayments();
	const { reference } = await payments.start();
	await testDb().run(`UPDATE payment_configurations SET sealed_keys = 'AAAA' WHERE id = '${payments.configurationId}'`);
	const { status, body } = await payments.ask<{ error: string }>(`/payments/status?ref=${reference}`);
	expect([status, body.error]).toEqual([409, "No Paystack/Remita/Paypro Kano configs could be loaded."]);
	expect((await payments.ask("/payments/status?ref=unknown")).status).toBe(404);
});
