import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { openGateway } from "./open-gateway";
import { hmac } from "./signatures";

const secretKey = "sk_test_x";
const gateway = openGateway({ platform: "PAYSTACK", publicKey: "pk_test_x", secretKey, isTest: true }, production);
afterEach(() => vi.restoreAllMocks());

/** A verification as Paystack's own documentation prints it: the customer pays the fee. */
const published = {
	id: 4_099_260_516,
	domain: "test",
	status: "success",
	reference: "APP-0001-x",
	receipt_number: null,
	amount: 40_333,
	message: null,
	gateway_response: "Successful",
	paid_at: "2024-08-22T09:15:02.000Z",
	created_at: "2024-08-22T09:14:24.000Z",
	channel: "card",
	currency: "NGN",
	ip_address: "197.210.54.33",
	metadata: "",
	log: { start_time: 1_724_318_098, time_spent: 4, attempts: 1, errors: 0, success: true, mobile: false },
	fees: 10_283,
	fees_split: null,
	authorization: { authorization_code: "AUTH_uh8bcl3zbn", bin: "408408", last4: "4081" },
	customer: { id: 181_873_746, email: "demo@test.com", customer_code: "CUS_1rkzaqsv4rrhqo6" },
	plan: null,
	requested_amount: 30_050,
};
const verified = (more: object) => ({
	status: true,
	message: "Verification successful",
	data: { ...published, ...more },
});
const refusal = (status: number, message: string, more: object = {}) =>
	new Response(JSON.stringify({ status: false, message, ...more }), { status });

describe("Paystack", () => {
	test("is asked for a page with an amount in kobo", async () => {
		const data = { authorization_url: "https://checkout.paystack.com/3ni8kdavz62431k", access_code: "3ni8kdavz62431k" };
		const calls = answerWith({
			status: true,
			message: "Authorization URL created",
			data: { ...data, reference: "APP-0001-x" },
		});
		const started = await gateway.start(paymentToStart);
		expect(started).toMatchObject({
			ok: true,
			value: { pageUrl: data.authorization_url, pageFields: null, rrr: null },
			exchanges: [{ method: "POST", url: "https://api.paystack.co/transaction/initialize", status: 200 }],
		});
		expect(calls[0]?.headers.get("authorization")).toBe("Bearer sk_test_x");
		expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({
			email: "ada@example.com",
			amount: 2_100_000,
			currency: "NGN",
			reference: "APP-0001-x",
			callback_url: paymentToStart.returnUrl,
		});
	});

	test("compares the requested amount, and names what was paid", async () => {
		answerWith(verified({}));
		expect(await gateway.verify(knownPayment)).toMatchObject({
			ok: true,
			value: {
				status: "success",
				saysStatus: "success",
				description: "Successful",
				reference: "APP-0001-x",
				amount: 30_050,
				paidAmount: 40_333,
				currency: "NGN",
				fee: 10_283,
				channel: "card",
				paidAt: Date.UTC(2024, 7, 22, 9, 15, 2),
			},
		});
	});

	test("adds up the refunds that were made; without them the success still counts, unless it is known already", async () => {
		const refunds = [
			{ status: "processed", amount: 1_000, currency: "NGN" },
			{ status: "processed", amount: "500", currency: "NGN" },
			{ status: "pending", amount: 700, currency: "NGN" },
		];
		const calls = answerWith(verified({}), { status: true, message: "Refunds retrieved", data: refunds });
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { status: "success", reversedAmount: 1_500 } });
		expect(calls.map(({ url }) => url)).toEqual([
			expect.stringContaining("/transaction/verify/"),
			expect.stringContaining("/refund?transaction=4099260516"),
		]);
		answerWith(verified({}), new Response("<html>", { status: 500 }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { status: "success", reversedAmount: null } });
		answerWith(verified({}), new Response("<html>", { status: 500 }));
		expect(await gateway.verify({ ...knownPayment, isPaid: true })).toMatchObject({ ok: false, code: "unavailable" });
	});

	const disputed = (...disputes: object[]) => ({ status: true, message: "Disputes retrieved", data: disputes });
	const noRefunds = { status: true, message: "Refunds retrieved", data: [] };
	const dueAt = "2026-12-01T10:00:00.000Z";

	test.each([
		[
			{ status: "awaiting-merchant-feedback", dueAt },
			{ state: "open", dueAt: Date.parse(dueAt) },
		],
		[
			{ status: "awaiting-merchant-feedback", due_at: dueAt },
			{ state: "open", dueAt: Date.parse(dueAt) },
		],
		[
			{ status: "awaiting-bank-feedback", dueAt },
			{ state: "open", dueAt: null },
		],
		[{ status: "pending" }, { state: "open", dueAt: null }],
		[
			{ status: "resolved", resolution: "declined", dueAt },
			{ state: "won", dueAt: null },
		],
		[{ status: "resolved", resolution: "merchant-accepted" }, { state: "lost" }],
		[{ status: "resolved", resolution: null }, { state: "lost" }],
	])("reads the dispute %j of a payment that is paid already", async (said, dispute) => {
		const calls = answerWith(
			verified({}),
			noRefunds,
			disputed({ id: 2_867, refund_amount: 1_002, category: "chargeback", transaction: { id: 5_991 }, ...said }),
		);
		expect(await gateway.verify({ ...knownPayment, isPaid: true })).toMatchObject({
			value: {
				status: "success",
				reversedAmount: 0,
				dispute: { id: "2867", amount: 1_002, reason: "chargeback", ...dispute },
			},
		});
		expect(calls[2]?.url).toContain("/dispute?transaction=4099260516");
	});

	test("takes the latest dispute, and the whole amount where it names none; of a reversed payment too", async () => {
		const one = { id: 1, status: "resolved", resolution: "declined", createdAt: "2026-11-01T10:00:00.000Z" };
		const two = { id: 2, status: "resolved", refund_amount: null, createdAt: "2026-11-20T10:00:00.000Z" };
		answerWith(verified({ status: "reversed" }), disputed(one, two));
		expect(await gateway.verify({ ...knownPayment, isPaid: true })).toMatchObject({
			value: { status: "reversed", dispute: { id: "2", state: "lost", amount: 30_050, reason: null } },
		});
	});

	test("says no dispute where it may not be asked; while it cannot answer, nothing is known", async () => {
		answerWith(verified({}), noRefunds, refusal(403, "Not allowed"));
		expect(await gateway.verify({ ...knownPayment, isPaid: true })).toMatchObject({
			ok: true,
			value: { dispute: null },
		});
		answerWith(verified({}), noRefunds, new Response("<html>", { status: 500 }));
		expect(await gateway.verify({ ...knownPayment, isPaid: true })).toMatchObject({ ok: false, code: "unavailable" });
	});

	test("may have been paid a part of what was asked for", async () => {
		answerWith(verified({ amount: 10_000 }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { amount: 10_000, paidAmount: 10_000 } });
	});

	test("may not say the requested amount", async () => {
		answerWith(verified({ requested_amount: undefined }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { amount: 40_333 } });
	});

	test.each([
		["success", "success"],
		["failed", "failed"],
		["reversed", "reversed"],
		["abandoned", "pending"],
		["ongoing", "pending"],
		["pending", "pending"],
		["processing", "pending"],
		["queued", "pending"],
		["a new word", "pending"],
		["constructor", "pending"],
	])("says %s, which is %s", async (word, status) => {
		answerWith(verified({ status: word }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ ok: true, value: { status, saysStatus: word } });
	});

	test.each([0, null, {}, "", { a: [1] }])("may have %j for metadata", async (metadata) => {
		answerWith(verified({ metadata }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ ok: true });
	});

	test("does not decide a payment by the answer about another", async () => {
		answerWith(verified({ reference: "APP-0002" }));
		expect(await gateway.verify(knownPayment)).toMatchObject({
			value: { status: "pending", reference: "APP-0002", contradicts: "reference" },
		});
	});

	test.each([
		[400, "Invalid key", "not_configured"],
		[401, "Invalid key", "not_configured"],
		[404, "Entity not found", "not_found"],
		[404, "Transaction reference not found", "not_found"],
		[400, "Transaction reference not found", "not_found"],
		[429, "Too many requests", "unavailable"],
		[500, "Oops", "unavailable"],
	])("answers %i %s to a verification: %s", async (status, message, code) => {
		answerWith(refusal(status, message));
		expect(await gateway.verify(knownPayment)).toMatchObject({ ok: false, code });
	});

	test("refuses a reference that it has", async () => {
		const more = { type: "validation_error", code: "duplicate_reference", errorCodeMappingNotFound: false };
		answerWith(refusal(400, "Duplicate Transaction Reference", more));
		expect(await gateway.start(paymentToStart)).toMatchObject({
			ok: false,
			code: "refused",
			detail: "Paystack says: Duplicate Transaction Reference",
		});
	});

	test.each(["<html>We will be back soon</html>", "", "null", '{"status":true}', "x".repeat(300_000)])(
		"is not available when it answers %.20s",
		async (body) => {
			answerWith(body);
			expect(await gateway.verify(knownPayment)).toMatchObject({ ok: false, code: "unavailable" });
		},
	);

	test("keeps how long it asks to wait", async () => {
		answerWith(new Response("{}", { status: 429, headers: { "retry-after": "7" } }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ code: "unavailable", retryAfterMs: 7_000 });
	});

	test("is not followed where it redirects", async () => {
		const calls = answerWith(new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ code: "unavailable" });
		expect(calls).toHaveLength(1);
	});

	test("does not send a browser to a page that is no page", async () => {
		answerWith({ status: true, data: { authorization_url: "javascript:alert(1)", reference: "r" } });
		expect(await gateway.start(paymentToStart)).toMatchObject({ ok: false, code: "unavailable" });
	});

	test.each([
		[{ total: 3, page: 1, pageCount: 2, perPage: 100 }, "page 2"],
		[{ total: 3, page: 1, pageCount: 1, perPage: 100 }, null],
		[{ next: "Y3Vyc29y", previous: null, perPage: 100 }, "next Y3Vyc29y"],
		[{ next: null, previous: null, perPage: 100 }, null],
	])("lists page by page: %j", async (meta, next) => {
		const calls = answerWith({ status: true, message: "Transactions retrieved", data: [published], meta });
		const listed = await gateway.list?.(Date.UTC(2026, 10, 1), null);
		expect(listed).toMatchObject({ ok: true, value: { payments: [{ status: "success" }], next } });
		const { searchParams } = new URL(calls[0]?.url ?? "");
		expect(Object.fromEntries(searchParams)).toEqual({
			perPage: "100",
			per_page: "100",
			page: "1",
			from: "2026-11-01T00:00:00.000Z",
		});
	});

	test("signs the raw bytes of a webhook with the secret key", async () => {
		const body = '{"event":"charge.success","data":{"reference":"r1"}}';
		const signature = await hmac("SHA-512", secretKey, body);
		expect(signature.slice(0, 32)).toBe("7382b8bb18d737c1a059fe249c18c778");
		const read = (sent: string, given: Record<string, string>) => gateway.readWebhook(webhookCall(sent, given));
		const header = { "x-paystack-signature": signature };
		expect(await read(body, header)).toEqual({
			ok: true,
			notices: [
				{
					key: "charge.success  r1",
					event: "charge.success",
					saysPaid: true,
					reference: "r1",
					rrr: null,
					providerReference: null,
				},
			],
			reply: { status: 200, body: "" },
		});
		expect(await read(`${body} `, header)).toEqual({ ok: false, code: "bad_signature" });
		expect(await read(body, {})).toEqual({ ok: false, code: "bad_signature" });
		expect(await read(body, { "x-paystack-signature": signature.slice(1) })).toEqual({
			ok: false,
			code: "bad_signature",
		});
	});

	test.each([
		["not json", false],
		["[]", false],
		['{"event":"refund.processed","data":{"id":7,"transaction_reference":"r2","amount":"500"}}', "r2"],
		['{"event":"charge.dispute.create","data":{"id":8,"transaction":{"reference":"r3"}}}', "r3"],
		['{"event":"charge.success","data":{}}', null],
		['{"event":"invoice.update","data":{}}', undefined],
		['{"event":"transfer.success","data":{"id":9,"reference":"r4"}}', undefined],
	])("reads the signed body %s", async (body, reference) => {
		const header = { "x-paystack-signature": await hmac("SHA-512", secretKey, body) };
		const read = await gateway.readWebhook(webhookCall(body, header));
		expect(read).toMatchObject(
			reference === false
				? { ok: false, code: "malformed" }
				: { notices: reference === undefined ? [] : [{ reference }] },
		);
	});

	test("hears each part that is refunded, though Paystack gives the event no id", async () => {
		const keyOf = async (amount: string) => {
			const body = `{"event":"refund.processed","data":{"transaction_reference":"r2","amount":"${amount}"}}`;
			const header = { "x-paystack-signature": await hmac("SHA-512", secretKey, body) };
			const read = await gateway.readWebhook(webhookCall(body, header));
			return read.ok && read.notices[0]?.key;
		};
		expect(await keyOf("500")).toBe(await keyOf("500"));
		expect(await keyOf("500")).not.toBe(await keyOf("700"));
	});

	test("hears each reminder of a dispute, and one that comes again once", async () => {
		const keyOf = async (event: string, dueAt: string) => {
			const body = JSON.stringify({
				event: `charge.dispute.${event}`,
				data: { id: 8, dueAt, transaction: { reference: "r3" } },
			});
			const header = { "x-paystack-signature": await hmac("SHA-512", secretKey, body) };
			const read = await gateway.readWebhook(webhookCall(body, header));
			return read.ok && read.notices[0]?.key;
		};
		const [first, second] = ["2026-11-20T10:00:00.000Z", "2026-11-27T10:00:00.000Z"] as const;
		expect(await keyOf("remind", first)).toBe(await keyOf("remind", first));
		expect(await keyOf("remind", first)).not.toBe(await keyOf("remind", second));
		expect(await keyOf("create", first)).toBe(await keyOf("create", second));
	});

	test("leaves no secret in what is kept of a call", async () => {
		answerWith(refusal(401, `Invalid key ${secretKey}`));
		const failed = await gateway.verify(knownPayment);
		expect(JSON.stringify(failed)).not.toContain(secretKey);
		vi.restoreAllMocks();
		answerWith(verified({}));
		expect(JSON.stringify(await gateway.verify(knownPayment))).not.toContain("AUTH_uh8bcl3zbn");
	});
});
