import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { openGateway } from "./open-gateway";
import { hmac } from "./signatures";

const gateway = openGateway(
	{ platform: "STRIPE", publishableKey: "pk_x", secretKey: "sk_test_x", webhookSecret: "whsec_x", isTest: true },
	production,
);
afterEach(() => vi.restoreAllMocks());

const payment = {
	...paymentToStart,
	currency: "USD",
	amount: 5_000,
	items: [
		{ name: "Form", amount: 3_000 },
		{ name: "Result", amount: 2_000 },
	],
};
const known = { ...knownPayment, currency: "USD", amount: 5_000, providerReference: "cs_1" };
const session = {
	id: "cs_1",
	object: "checkout.session",
	status: "open",
	payment_status: "unpaid",
	amount_total: 5_000,
	currency: "usd",
	client_reference_id: "APP-0001-x",
	payment_intent: null,
	url: "https://checkout.stripe.com/c/pay/cs_1",
};
const charge = {
	refunded: false,
	created: 1_700_000_000,
	payment_method_details: { type: "card" },
	balance_transaction: { fee: 175, currency: "usd" },
};
const intent = {
	id: "pi_1",
	status: "succeeded",
	amount: 5_000,
	amount_received: 5_000,
	currency: "usd",
	metadata: { reference: "APP-0001-x" },
	latest_charge: charge,
};
const paid = { ...session, status: "complete", payment_status: "paid", payment_intent: intent, url: null };

describe("Stripe", () => {
	test("is sent a checkout session as a form, once under one key", async () => {
		const calls = answerWith(session);
		expect(await gateway.start(payment)).toMatchObject({
			ok: true,
			value: { pageUrl: session.url, providerReference: "cs_1", pageFields: null },
		});
		expect(Object.fromEntries(calls[0]?.headers ?? [])).toMatchObject({
			authorization: "Bearer sk_test_x",
			"stripe-version": "2024-06-20",
			"idempotency-key": "checkout-APP-0001-x",
		});
		expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toMatchObject({
			mode: "payment",
			client_reference_id: "APP-0001-x",
			"line_items[1][price_data][unit_amount]": "2000",
			"line_items[0][price_data][currency]": "usd",
			"payment_intent_data[metadata][reference]": "APP-0001-x",
		});
	});

	test("is sent one line where items do not make the amount", async () => {
		const calls = answerWith(session);
		await gateway.start({ ...payment, amount: 4_000 });
		const sent = new URLSearchParams(calls[0]?.body);
		expect(sent.get("line_items[0][price_data][unit_amount]")).toBe("4000");
		expect(sent.has("line_items[1][quantity]")).toBe(false);
	});

	test.each([
		[session, "pending", null],
		[paid, "success", 5_000],
		[{ ...session, status: "expired", url: null }, "failed", null],
		[{ ...session, status: "complete" }, "pending", null],
		[{ ...session, status: "a new word" }, "pending", null],
		[{ ...paid, payment_intent: { ...intent, latest_charge: { ...charge, refunded: true } } }, "reversed", 5_000],
	])("reads a session %#: %s", async (answer, status, paidAmount) => {
		answerWith(answer);
		const verified = await gateway.verify(known);
		expect(verified).toMatchObject({
			value: { status, amount: 5_000, paidAmount, currency: "USD", reference: "APP-0001-x" },
		});
	});

	test("names fee, channel and moment of what was paid", async () => {
		answerWith(paid);
		expect(await gateway.verify(known)).toMatchObject({
			value: { fee: 175, channel: "card", paidAt: 1_700_000_000_000 },
		});
	});

	test.each([
		["succeeded", "success"],
		["processing", "pending"],
		["requires_payment_method", "pending"],
		["canceled", "failed"],
	])("finds a payment whose session is unknown: %s is %s", async (word, status) => {
		const calls = answerWith({ data: [{ ...intent, status: word }] });
		expect(await gateway.verify({ ...known, providerReference: null })).toMatchObject({ value: { status } });
		expect(new URL(calls[0]?.url ?? "").searchParams.get("query")).toBe("metadata['reference']:'APP-0001-x'");
	});

	test("looks for its own reference where it is given something else than a session or an intent", async () => {
		const calls = answerWith({ data: [intent] });
		expect(await gateway.verify({ ...known, providerReference: "ch_1" })).toMatchObject({
			value: { status: "success" },
		});
		expect(new URL(calls[0]?.url ?? "").pathname).toBe("/v1/payment_intents/search");
	});

	test("prefers the payment that was made to those that were not", async () => {
		answerWith({ data: [{ ...intent, status: "canceled" }, intent] });
		expect(await gateway.verify({ ...known, providerReference: null })).toMatchObject({ value: { status: "success" } });
		vi.restoreAllMocks();
		answerWith({ data: [] });
		expect(await gateway.verify({ ...known, providerReference: null })).toMatchObject({ code: "not_found" });
	});

	test.each([
		[401, "not_configured"],
		[404, "not_found"],
		[400, "refused"],
		[402, "refused"],
		[409, "unavailable"],
		[429, "unavailable"],
		[503, "unavailable"],
	])("answers %i: %s", async (status, code) => {
		answerWith(new Response(JSON.stringify({ error: { type: "x", message: "no" } }), { status }));
		expect(await gateway.verify(known)).toMatchObject({ ok: false, code });
	});

	test("signs the moment and the body, with several signatures while a secret is replaced", async () => {
		const body = '{"id":"evt_1"}';
		const signature = await hmac("SHA-256", "whsec_x", `1700000000.${body}`);
		expect(signature.slice(0, 32)).toBe("366e40c480fe3a9e6a03609dca079cea");
		const read = (header: string, seconds = 1_700_000_000) =>
			gateway.readWebhook(webhookCall(body, { "stripe-signature": header }, { now: seconds * 1_000 }));
		const bad = { ok: false, code: "bad_signature" };
		// why malformed: the vector's body is no event.
		const good = { ok: false, code: "malformed" };
		expect(await read(`t=1700000000,v1=${signature}`)).toEqual(good);
		expect(await read(`t=1700000000,v1=${"0".repeat(64)},v1=${signature},v0=x`)).toEqual(good);
		expect(await read(`t=1700000000,v1=${signature}`, 1_700_000_300)).toEqual(good);
		expect(await read(`t=1700000000,v1=${signature}`, 1_700_000_301)).toEqual(bad);
		expect(await read(`t=1700000001,v1=${signature}`)).toEqual(bad);
		expect(await read(`t=1700000000,v0=${signature}`)).toEqual(bad);
		expect(await read("")).toEqual(bad);
	});

	test.each([
		[{ type: "checkout.session.completed", data: { object: session } }, "APP-0001-x", "cs_1"],
		[
			{
				type: "charge.refunded",
				data: { object: { id: "ch_1", object: "charge", payment_intent: "pi_1", metadata: {} } },
			},
			null,
			"pi_1",
		],
	])("reads an event %#", async (event, reference, providerReference) => {
		const body = JSON.stringify({ id: "evt_1", ...event });
		const headers = { "stripe-signature": `t=1,v1=${await hmac("SHA-256", "whsec_x", `1.${body}`)}` };
		expect(await gateway.readWebhook(webhookCall(body, headers, { now: 1_000 }))).toMatchObject({
			notices: [{ key: "evt_1", event: event.type, reference, providerReference }],
		});
	});
});
