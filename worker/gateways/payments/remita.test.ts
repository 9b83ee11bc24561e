import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, knownPayment, paymentToStart, production, webhookCall } from "#tests/support/recorded-provider";
import { openGateway } from "./open-gateway";
import { withoutPadding } from "./remita";

const notificationToken = "a-token-that-nobody-guesses";
const gateway = openGateway(
	{ platform: "REMITA", merchantId: "M1", serviceTypeId: "S1", apiKey: "K1", notificationToken, isTest: true },
	production,
);
afterEach(() => vi.restoreAllMocks());

const services = "https://demo.remita.net/remita/exapp/api/v1/send/api/echannelsvc";
const generated = 'jsonp ({"statuscode":"025","RRR":"140008260136","status":"Payment Reference generated"})';
const order = { ...paymentToStart, reference: "O1" };
const known = { ...knownPayment, reference: "O1", rrr: "140008260136" };
/** Published status of a paid order. */
const approved = {
	amount: 21_000,
	RRR: "140008260136",
	orderId: "O1",
	message: "Approved",
	paymentDate: "2026-10-06 06:02:06 PM",
	transactiontime: "2026-10-06 12:00:00 AM",
	status: "01",
};

describe("Remita", () => {
	test("generates a retrieval reference, and its page takes a form", async () => {
		const calls = answerWith(generated);
		const started = await gateway.start(order);
		expect(started).toMatchObject({
			ok: true,
			value: {
				pageUrl: "https://demo.remita.net/remita/ecomm/finalize.reg",
				pageFields: { merchantId: "M1", rrr: "140008260136", responseurl: paymentToStart.returnUrl },
				rrr: "140008260136",
			},
		});
		expect(calls[0]?.url).toBe(`${services}/merchant/api/paymentinit`);
		expect(calls[0]?.headers.get("authorization")).toMatch(
			/^remitaConsumerKey=M1,remitaConsumerToken=18a16605a186b9332b4abed2bbfbaf9a[0-9a-f]{96}$/,
		);
		expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ amount: "21000", orderId: "O1", serviceTypeId: "S1" });
		expect(JSON.stringify(started.exchanges)).not.toContain("18a16605");
	});

	test("is sent kobo as a fraction", async () => {
		const calls = answerWith(generated);
		await gateway.start({ ...order, amount: 2_100_050 });
		expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ amount: "21000.50" });
	});

	test("is asked by its reference, or by the order where there is none", async () => {
		const calls = answerWith(approved, approved);
		const byRrr = await gateway.verify(known);
		await gateway.verify({ ...known, rrr: null });
		expect(calls[0]?.url).toContain(`${services}/M1/140008260136/3fa46b5fbb7007bcc9ca3c8548078680`);
		expect(calls[0]?.url).toMatch(/\/status\.reg$/);
		expect(calls[1]?.url).toContain(`${services}/M1/O1/d1c64de9d7ed789f667a44c97125fb5f`);
		expect(calls[1]?.url).toMatch(/\/orderstatus\.reg$/);
		expect(byRrr).toMatchObject({
			ok: true,
			value: {
				status: "success",
				saysStatus: "01",
				reference: "O1",
				rrr: "140008260136",
				amount: 2_100_000,
				currency: null,
				paidAt: Date.UTC(2026, 9, 6, 17, 2, 6),
			},
			exchanges: [{ url: `${services}/M1/140008260136/[removed]/status.reg` }],
		});
	});

	test.each([
		[["00", "01"], "success"],
		[["02", "012", "046", "059"], "failed"],
		[
			[
				"021",
				"025",
				"027",
				"030",
				"040",
				"041",
				"045",
				"058",
				"069",
				"070",
				"071",
				"072",
				"25",
				"998",
				"999",
				"1",
				"2",
				"?",
			],
			"pending",
		],
	])("codes %j are %s", async (codes, status) => {
		for (const code of codes) {
			answerWith({ ...approved, status: code });
			expect(await gateway.verify(known), code).toMatchObject({ ok: true, value: { status, saysStatus: code } });
			vi.restoreAllMocks();
		}
	});

	test.each([
		[["013", "020", "024", "043", "044", "056"], "not_configured"],
		[["022", "023", "026", "074"], "not_found"],
		[["038", "064", "084", "087", "088", "089", "090", "091"], "refused"],
	])("codes %j without a payment are %s", async (codes, fault) => {
		for (const status of codes) {
			answerWith(`jsonp (${JSON.stringify({ status, message: "no" })})`);
			expect(await gateway.verify(known), status).toMatchObject({ ok: false, code: fault });
			vi.restoreAllMocks();
		}
	});

	test("has paid nothing when it names no payment", async () => {
		answerWith({ status: "00", message: "Approved" });
		expect(await gateway.verify(known)).toMatchObject({ ok: true, value: { status: "pending" } });
	});

	test.each(["028", "055"])("keeps the reference of an order that it has already (%s)", async (statuscode) => {
		const calls = answerWith(`jsonp (${JSON.stringify({ statuscode, status: "Duplicate Order Ref" })})`, {
			...approved,
			status: "021",
		});
		expect(await gateway.start(order)).toMatchObject({ ok: true, value: { rrr: "140008260136" } });
		expect(calls).toHaveLength(2);
		vi.restoreAllMocks();
		answerWith({ statuscode, status: "Duplicate Order Ref" }, { ...approved, amount: 100 });
		expect(await gateway.start(order)).toMatchObject({ ok: false, code: "refused" });
	});

	test.each([
		['jsonp ({"a":1})', '{"a":1}'],
		['jsonp({"a":1});', '{"a":1}'],
		['({"a":"(x)"})', '{"a":"(x)"}'],
		['{"a":1}', '{"a":1}'],
		["alert(1);alert(2)", "1);alert(2"],
		["<html>", "<html>"],
	])("reads %s", (text, json) => expect(withoutPadding(text)).toBe(json));

	test("is not available when it answers with a page or a program", async () => {
		for (const body of ["<html></html>", "alert(1);alert(2)", "jsonp (", ""]) {
			answerWith(body);
			expect(await gateway.verify(known)).toMatchObject({ ok: false, code: "unavailable" });
			vi.restoreAllMocks();
		}
	});

	test("takes naira alone", async () => {
		expect(await gateway.start({ ...order, currency: "USD" })).toMatchObject({
			ok: false,
			code: "refused",
			exchanges: [],
		});
	});

	test("notifies of several payments, at an address that only it knows", async () => {
		const body = JSON.stringify([
			{ rrr: "140008260136", channel: "CARDPAYMENT", amount: 21_000, orderId: "O1", type: "PY" },
			{ rrr: 140_008_260_137, channel: "BANKBRANCH", amount: 21_000, orderId: "O2", type: "PY" },
		]);
		const read = (token: string | null, sent = body) => gateway.readWebhook(webhookCall(sent, {}, { token }));
		const known = await read(notificationToken);
		expect(known).toMatchObject({
			ok: true,
			notices: [
				{ rrr: "140008260136", reference: "O1", event: "PY" },
				{ rrr: "140008260137", reference: "O2" },
			],
			reply: { status: 200, body: "Ok" },
		});
		expect(await read(notificationToken)).toEqual(known);
		expect(await read(null)).toEqual({ ok: false, code: "bad_signature" });
		expect(await read("another")).toEqual({ ok: false, code: "bad_signature" });
		expect(await read(notificationToken, "{}")).toEqual({ ok: false, code: "malformed" });
		expect(await read(notificationToken, "[1]")).toEqual({ ok: false, code: "malformed" });
	});
});
