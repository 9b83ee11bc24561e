import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { openGateway } from "./open-gateway";

const configuration = { platform: "NABROLL" as const, apiKey: "PK1", secretKey: "SK1", isTest: true };
const gateway = openGateway(configuration, production);
afterEach(() => vi.restoreAllMocks());

const payment = { ...paymentToStart, reference: "P1", amount: 20_000 };
const known = { ...knownPayment, reference: "P1", amount: 20_000, providerReference: "T1" };

describe("NABRoll", () => {
	test("is sent a signed form", async () => {
		const url = "https://demo.nabroll.com.ng/pay/T1";
		const calls = answerWith({
			status: "SUCCESSFUL",
			code: "00",
			msg: "ok",
			TransactionRef: "T1",
			PaymentCode: "1",
			PaymentUrl: url,
		});
		expect(await gateway.start(payment)).toMatchObject({ ok: true, value: { pageUrl: url, providerReference: "T1" } });
		expect(calls[0]?.url).toBe("https://demo.nabroll.com.ng/api/v1/transactions/initiate");
		const sent = Object.fromEntries(new URLSearchParams(calls[0]?.body));
		expect(sent).toMatchObject({ ApiKey: "PK1", Amount: "200.00", PayerRefNo: "P1", FeeBearer: "Customer" });
		expect(sent.Hash?.slice(0, 32)).toBe("434fab2440ccc4cc82951c5147250067");
	});

	test("is asked by its own reference", async () => {
		const calls = answerWith({ status: "SUCCESSFUL", code: "00", msg: "Approved", amount: "200.00" });
		expect(await gateway.verify(known)).toMatchObject({
			value: { status: "success", amount: 20_000, reference: "P1" },
		});
		const sent = Object.fromEntries(new URLSearchParams(calls[0]?.body));
		expect(sent.Hash?.slice(0, 32)).toBe("b835561872b72f59f7e15c085887f054");
		expect(await gateway.verify({ ...known, providerReference: null })).toMatchObject({ ok: false, code: "not_found" });
	});

	test.each([
		{ status: "SUCCESSFUL", code: "00", msg: "Pending", amount: "200.00" },
		{ status: "SUCCESSFUL", code: "01", msg: "Approved", amount: "200.00" },
		{ status: "SUCCESSFUL", code: "00", msg: "Approved" },
		{ status: "FAILED", code: "02", msg: "Failed", amount: "200.00" },
		{ msg: "Transaction not found" },
	])("leaves a payment pending at %j", async (answer) => {
		answerWith(answer);
		expect(await gateway.verify(known)).toMatchObject({ ok: true, value: { status: "pending" } });
	});

	test("has no published live address, and no webhook that could be believed", async () => {
		const live = openGateway({ ...configuration, isTest: false }, production);
		expect(await live.start(payment)).toMatchObject({ ok: false, code: "not_configured", exchanges: [] });
		expect(await gateway.readWebhook(webhookCall("{}", {}))).toEqual({ ok: false, code: "bad_signature" });
	});
});
