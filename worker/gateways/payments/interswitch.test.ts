import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { openGateway } from "./open-gateway";
import { hmac } from "./signatures";

const configuration = {
	platform: "INTERSWITCH" as const,
	merchantCode: "MX187",
	payItemId: "101007",
	webhookSecret: "wh_x",
	isTest: true,
};
const gateway = openGateway(configuration, production);
afterEach(() => vi.restoreAllMocks());

/** A query as Interswitch's documentation prints it. */
const published = {
	Amount: 2_100_000,
	CardNumber: "",
	MerchantReference: "APP-0001-x",
	PaymentReference: "UBA|API|MX187|25-07-2018|249510|719456",
	RetrievalReferenceNumber: "000647661227",
	SplitAccounts: [],
	TransactionDate: "2018-07-25T06:57:24",
	ResponseCode: "00",
	ResponseDescription: "Approved by Financial Institution",
};
const nothing = { ...published, Amount: 0, MerchantReference: "", TransactionDate: "0001-01-01T00:00:00" };

describe("Interswitch", () => {
	test("takes a form at its page, and no call before it", async () => {
		expect(await gateway.start(paymentToStart)).toEqual({
			ok: true,
			value: {
				pageUrl: "https://sandbox.interswitchng.com/collections/w/pay",
				pageFields: {
					merchant_code: "MX187",
					pay_item_id: "101007",
					txn_ref: "APP-0001-x",
					amount: "2100000",
					currency: "566",
					cust_email: "ada@example.com",
					cust_id: "ada@example.com",
					cust_name: "Ada Obi",
					pay_item_name: "Application fee",
					site_redirect_url: paymentToStart.returnUrl,
				},
				rrr: null,
				providerReference: null,
			},
			exchanges: [],
		});
		expect(await gateway.start({ ...paymentToStart, reference: "short" })).toMatchObject({
			ok: false,
			code: "refused",
		});
	});

	test("is asked with the original amount", async () => {
		const calls = answerWith(published);
		expect(await gateway.verify(knownPayment)).toMatchObject({
			ok: true,
			value: {
				status: "success",
				saysStatus: "00",
				reference: "APP-0001-x",
				amount: 2_100_000,
				contradicts: null,
				providerReference: published.PaymentReference,
				paidAt: Date.UTC(2018, 6, 25, 5, 57, 24),
			},
		});
		expect(calls[0]?.url).toBe(
			"https://sandbox.interswitchng.com/collections/api/v1/gettransaction.json?merchantcode=MX187&transactionreference=APP-0001-x&amount=2100000",
		);
		expect(calls[0]?.headers.has("authorization")).toBe(false);
	});

	test.each([
		[["00", "11"], "success"],
		[["09", "10", "08", "68", "S0", "T0", "Z0", "", "ZZ", "X9", "A8"], "pending"],
		[["51", "06", "91", "05", "54", "Z1", "Z6"], "failed"],
	])("codes %j are %s", async (codes, status) => {
		for (const ResponseCode of codes) {
			answerWith({ ...published, ResponseCode, ResponseDescription: "General error" });
			expect(await gateway.verify(knownPayment), ResponseCode).toMatchObject({
				value: { status, saysStatus: ResponseCode, description: "General error" },
			});
			vi.restoreAllMocks();
		}
	});

	test("has no failed payment when it knows another amount", async () => {
		answerWith({ Amount: 0, SplitAccounts: [], ResponseCode: "Z1", ResponseDescription: "Amount Inconsistency" });
		expect(await gateway.verify(knownPayment)).toMatchObject({
			value: { status: "pending", contradicts: "amount", amount: null, description: "Amount Inconsistency" },
		});
	});

	test("does not approve another payment", async () => {
		answerWith({ ...published, MerchantReference: "APP-0002" });
		expect(await gateway.verify(knownPayment)).toMatchObject({
			value: { status: "pending", contradicts: "reference" },
		});
	});

	test.each([
		["Z25", "Transaction not Found", "not_found"],
		["20031", "Invalid merchant", "not_configured"],
	])("says %s", async (ResponseCode, ResponseDescription, code) => {
		answerWith({ ...nothing, ResponseCode, ResponseDescription });
		expect(await gateway.verify(knownPayment)).toMatchObject({ ok: false, code });
	});

	test("may answer 404", async () => {
		answerWith(new Response("", { status: 404 }));
		expect(await gateway.verify(knownPayment)).toMatchObject({ ok: false, code: "not_found" });
	});

	test("gives a token once for many queries, and another when it was revoked", async () => {
		const withClient = openGateway({ ...configuration, clientId: "IKIA1", clientSecret: "s3cret" }, production);
		const token = { access_token: "t0k3n", token_type: "bearer", expires_in: 86_399 };
		const refused = () => new Response("{}", { status: 401 });
		const calls = answerWith(token, published, published, refused(), { ...token, access_token: "an0ther" }, published);
		const first = await withClient.verify(knownPayment);
		await withClient.verify(knownPayment);
		expect(await withClient.verify(knownPayment)).toMatchObject({ ok: true });
		expect(calls.map(({ url }) => new URL(url).pathname.split("/").at(-1))).toEqual([
			"token",
			"gettransaction.json",
			"gettransaction.json",
			"gettransaction.json",
			"token",
			"gettransaction.json",
		]);
		expect(calls[0]?.headers.get("authorization")).toBe(`Basic ${btoa("IKIA1:s3cret")}`);
		expect(calls[1]?.headers.get("authorization")).toBe("Bearer t0k3n");
		expect(calls[5]?.headers.get("authorization")).toBe("Bearer an0ther");
		expect(JSON.stringify(first)).not.toContain("t0k3n");
	});

	test("signs the queries of an old merchant", async () => {
		const old = openGateway({ ...configuration, productId: "1076", macKey: "MAC1" }, production);
		const calls = answerWith(published);
		await old.verify({ ...knownPayment, reference: "r1" });
		expect(calls[0]?.url).toContain(
			"/webpay/api/v1/gettransaction.json?productid=1076&transactionreference=r1&amount=",
		);
		expect(calls[0]?.headers.get("hash")?.slice(0, 32)).toBe("7DEB7E7476A0A611128A887A1D07665A");
	});

	test("signs webhooks in either case, and repeats the uuid of a transaction", async () => {
		const body =
			'{"event":"TRANSACTION.COMPLETED","uuid":"u1","timestamp":1594646111460,"data":{"merchantReference":"r1","responseCode":"00","amount":12000}}';
		const signature = await hmac("SHA-512", "wh_x", body);
		expect(signature.slice(0, 32)).toBe("b15ab35151779f23d37a5848725caf3a");
		const read = (given: string) => gateway.readWebhook(webhookCall(body, { "x-interswitch-signature": given }));
		const notice = { key: "TRANSACTION.COMPLETED u1 1594646111460", event: "TRANSACTION.COMPLETED", reference: "r1" };
		expect(await read(signature)).toMatchObject({ ok: true, notices: [notice], reply: { status: 200, body: "" } });
		expect(await read(signature.toUpperCase())).toMatchObject({ ok: true, notices: [notice] });
		expect(await read(signature.replace(/^./, "0"))).toEqual({ ok: false, code: "bad_signature" });
	});

	test("may send an event of a shape that only guides show, and look whether the address answers", async () => {
		const body = '{"eventType":"x","eventId":"e1","data":{"transactionRef":"r9"}}';
		const headers = { "x-interswitch-signature": await hmac("SHA-512", "wh_x", body) };
		expect(await gateway.readWebhook(webhookCall(body, headers))).toMatchObject({
			notices: [{ reference: "r9", key: "x e1" }],
		});
		expect(await gateway.readWebhook(webhookCall("", {}, { method: "GET" }))).toMatchObject({ ok: true, notices: [] });
		const { webhookSecret: _, ...unsigned } = configuration;
		expect(await openGateway(unsigned, production).readWebhook(webhookCall(body, headers))).toMatchObject({
			ok: false,
		});
	});
});
