import * as v from "valibot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { GatewayConfiguration, secretFields } from "#worker/contract/payment-configurations";
import { openGateway, platformPath } from "./open-gateway";
import { hmac } from "./signatures";

const paystack = { platform: "PAYSTACK" as const, publicKey: "pk_x", secretKey: "sk_x", isTest: false };
afterEach(() => vi.restoreAllMocks());

describe("a gateway", () => {
	test.each([
		"https://localhost/",
		"https://10.0.0.1",
		"https://pay.internal",
		"http://pay.example.com",
		"https://portal.test",
	])("does not call %s, even in development", async (address) => {
		const calls = answerWith({});
		const environment = {
			...production,
			ENVIRONMENT: "development" as const,
			PAYMENT_PROVIDERS_ORIGIN: "http://127.0.0.1:1",
		};
		const gateway = openGateway({ ...paystack, address }, environment);
		for (const answered of [
			gateway.start(paymentToStart),
			gateway.verify(knownPayment),
			gateway.test(),
			gateway.list?.(0, null),
		])
			expect(await answered).toMatchObject({ ok: false, code: "not_configured", exchanges: [] });
		expect(calls).toEqual([]);
	});

	test("calls an address of the institution's own, and in production no stand-in", async () => {
		const calls = answerWith({}, {});
		const own = { ...paystack, address: "https://pay.example.com/paystack/" };
		await openGateway(own, { ...production, PAYMENT_PROVIDERS_ORIGIN: "http://127.0.0.1:1" }).verify(knownPayment);
		expect(calls[0]?.url).toBe("https://pay.example.com/paystack/transaction/verify/APP-0001-x");
		await openGateway(own, {
			...production,
			ENVIRONMENT: "test",
			PAYMENT_PROVIDERS_ORIGIN: "http://127.0.0.1:1",
		}).verify(knownPayment);
		expect(calls[1]?.url).toBe("http://127.0.0.1:1/paystack/transaction/verify/APP-0001-x");
		expect(platformPath("PAYPRO_KANO")).toBe("paypro-kano");
	});

	test("of a platform without a public interface says so, and calls nothing", async () => {
		const calls = answerWith({});
		for (const configuration of [
			{ platform: "PAYPRO_KANO" as const, isTest: false },
			{ platform: "PAYUNIMAID" as const, isTest: false, key: "a-key-of-the-portal" },
			{ platform: "PAYUNIMAID" as const, isTest: true, address: "https://adapter.example.edu" },
		]) {
			const gateway = openGateway(configuration, production);
			const answers = await Promise.all([gateway.start(paymentToStart), gateway.verify(knownPayment), gateway.test()]);
			for (const answer of answers)
				expect(answer).toMatchObject({
					ok: false,
					code: "not_configured",
					detail: expect.stringContaining("is not connected: its interface is not public"),
				});
		}
		expect(calls).toEqual([]);
	});

	test("of such a platform speaks the protocol of our own to its adapter", async () => {
		const key = "a-key-of-the-portal";
		const gateway = openGateway(
			{ platform: "PAYPRO_KANO", address: "https://adapter.example.edu/v1", key, isTest: false },
			production,
		);
		const known = { reference: "APP-0001-x", amount: 2_100_000, currency: "NGN" };
		const calls = answerWith(
			{ pageUrl: "https://pay.example.edu/1", providerReference: "K1" },
			{ ...known, status: "success" },
			{ ...known, status: "strange" },
		);
		expect(await gateway.start(paymentToStart)).toMatchObject({ value: { pageUrl: "https://pay.example.edu/1" } });
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { status: "success", amount: 2_100_000 } });
		expect(await gateway.verify(knownPayment)).toMatchObject({ value: { status: "pending", saysStatus: "strange" } });
		expect(calls.map(({ url }) => url)).toEqual([
			"https://adapter.example.edu/v1/payments",
			"https://adapter.example.edu/v1/payments/APP-0001-x",
			"https://adapter.example.edu/v1/payments/APP-0001-x",
		]);
		const body = '{"id":"e1","event":"payment.success","reference":"APP-0001-x"}';
		const headers = { "x-timestamp": "1", "x-signature": await hmac("SHA-256", key, `1.${body}`) };
		expect(await gateway.readWebhook(webhookCall(body, headers, { now: 1_000 }))).toMatchObject({
			notices: [{ key: "e1" }],
		});
		expect(await gateway.readWebhook(webhookCall(body, headers, { now: 400_000 }))).toMatchObject({ ok: false });
	});

	test("says what was paid where that is less than what was asked for", async () => {
		const key = "a-key-of-the-portal";
		const configuration = {
			platform: "PAYUNIMAID" as const,
			address: "https://adapter.example.edu",
			key,
			isTest: false,
		};
		const known = { reference: "APP-0001-x", amount: 2_100_000, currency: "NGN" };
		for (const [paidAmount, amount, status, reversedAmount] of [
			[1_000_000, 1_000_000, "success", 0],
			[2_150_000, 2_100_000, "success", 0],
			[1_000_000, 2_100_000, "success", 1_100_000],
			[1_000_000, 2_100_000, "pending", 0],
		] as const) {
			answerWith({ ...known, paidAmount, status, reversedAmount });
			const answered = await openGateway(configuration, production).verify(knownPayment);
			expect(answered).toMatchObject({ value: { status, amount, paidAmount } });
			vi.restoreAllMocks();
		}
	});

	test("that cannot be reached is not available, within the time limit", async () => {
		const timeout = vi.spyOn(AbortSignal, "timeout");
		answerWith();
		expect(await openGateway(paystack, production).verify(knownPayment)).toMatchObject({
			ok: false,
			code: "unavailable",
			detail: "Paystack is not available: it could not be reached.",
			exchanges: [{ method: "GET", status: null, responseBody: null }],
		});
		expect(timeout).toHaveBeenCalledWith(10_000);
	});
});

describe("a configuration", () => {
	test("is refused with a key of another platform, without its own, and with a line break", () => {
		const isRead = (configuration: object) => v.is(GatewayConfiguration, configuration);
		expect(isRead(paystack)).toBe(true);
		expect(isRead({ ...paystack, merchantId: "1" })).toBe(false);
		expect(isRead({ ...paystack, secretKey: "" })).toBe(false);
		expect(isRead({ ...paystack, secretKey: "a\r\nb: c" })).toBe(false);
		expect(isRead({ ...paystack, platform: "PAYPAL" })).toBe(false);
		expect(
			isRead({ platform: "REMITA", merchantId: "1", serviceTypeId: "2", apiKey: "3", notificationToken: "short" }),
		).toBe(false);
	});

	test("names as secret only fields that it has", () => {
		for (const { entries } of GatewayConfiguration.options) {
			const fields = Object.keys(entries);
			expect(fields).toEqual(expect.arrayContaining([...secretFields[entries.platform.literal]]));
		}
	});
});
