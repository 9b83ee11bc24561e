import { eq } from "drizzle-orm";
import { describe, expect, inject, test, vi } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { control, openPayments, signPaystack, signStripe } from "#tests/services/transactions/payments-fixture";
import { testDb } from "#tests/support/factories";
import type { WebhookCall } from "#tests/support/webhook-receiver";
import { events } from "#worker/database/schema/records";
import { paymentDays, paymentEvents, transactions } from "#worker/database/schema/transactions";

const open = async () => {
	const payments = await openPayments();
	const secret = payments.standIn.account.replace("pk_", "sk_");
	const send = async (body: string, signature?: string, token?: string) =>
		payments.webhook(body, { "x-paystack-signature": signature ?? (await signPaystack(secret, body)) }, token);
	return { ...payments, send };
};
const charge = (reference: string, id = 7) => JSON.stringify({ event: "charge.success", data: { id, reference } });

test("a signed call has the payment verified, and does nothing by its own words", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	const answer = await payments.send(charge(reference));
	expect([answer.status, await answer.text()]).toEqual([200, ""]);
	expect((await payments.read(id)).status).toBe("pending");
	await deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
	expect((await payments.read(id)).status, "the platform says it is not paid").toBe("pending");
	await payments.deed(reference, "pay");
	await payments.send(charge(reference, 8));
	await deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
	expect((await payments.read(id)).status).toBe("success");
});

test("a call that comes again is answered and kept once", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	const answers = await Promise.all(Array.from({ length: 5 }, () => payments.send(charge(reference))));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	expect((await payments.ledger(id)).filter(({ source }) => source === "webhook")).toHaveLength(1);
});

test("a hundred deliveries of one call, some of them after the payment was settled, have one effect", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const deliver = async () => {
		const answers = await Promise.all(Array.from({ length: 50 }, () => payments.send(charge(reference))));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const { sentJobs, bindings } = payments.queues;
		await deliverJobs(sentJobs.splice(0), { clock: payments.clock, bindings });
	};
	await deliver();
	const paid = await payments.read(id);
	expect(paid).toMatchObject({ status: "success", dueAt: null });
	await deliver();
	expect(await payments.read(id)).toEqual(paid);
	const ledger = await payments.ledger(id);
	expect(ledger.map(({ source, outcome }) => [source, outcome])).toEqual([
		["start", "started"],
		["webhook", "reported_paid"],
		["schedule", "success"],
	]);
	const { organisationId } = payments;
	const told = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
	expect(told.filter(({ type }) => type === "payment.succeeded")).toHaveLength(1);
	const days = await testDb().select().from(paymentDays).where(eq(paymentDays.organisationId, organisationId));
	expect(days).toMatchObject([{ payments: 1 }]);
	expect(await payments.exceptions()).toEqual([]);
});

test("a call of more than 1 MB is refused unread, although it is signed, and nothing is kept of it", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const tooLong = `${charge(reference).slice(0, -1)},"more":"${"x".repeat(1_048_576)}"}`;
	expect((await payments.send(tooLong)).status).toBe(413);
	expect((await payments.ledger(id)).map(({ source }) => source)).toEqual(["start"]);
	expect(payments.queues.sentJobs).toEqual([]);
	expect((await payments.read(id)).status).toBe("pending");
	expect((await payments.send(charge(reference))).status, "the same of the usual size").toBe(200);
});

test.each([
	["no signature", 401, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), "")],
	["a wrong signature", 401, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), "ab".repeat(64))],
	[
		"another address",
		404,
		(send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"), undefined, "nowhere".repeat(5)),
	],
	["an unknown reference", 404, (send: Awaited<ReturnType<typeof open>>["send"]) => send(charge("x"))],
	["a body that is no JSON", 400, (send: Awaited<ReturnType<typeof open>>["send"]) => send("{")],
	["a body without an event", 400, (send: Awaited<ReturnType<typeof open>>["send"]) => send("[]")],
])("%s gets %i", async (_name, status, ask) => {
	const { send } = await open();
	const answer = await ask(send);
	expect([answer.status, await answer.text()]).toMatchObject([status, expect.any(String)]);
});

test("a signed call that cannot be read is kept once, without secrets and without a payment; one of anybody is not", async () => {
	const payments = await open();
	const kept = () =>
		testDb().select().from(paymentEvents).where(eq(paymentEvents.organisationId, payments.organisationId));
	const broken = `{"event":"charge.success","data":{"authorization_code":"AUTH_1","customer":"${"x".repeat(20_000)}`;
	expect((await payments.send(broken, "ab".repeat(64))).status).toBe(401);
	expect(await kept()).toEqual([]);
	const answers = [await payments.send(broken), await payments.send(broken)];
	expect(answers.map(({ status }) => status)).toEqual([400, 400]);
	const [line, ...others] = await kept();
	expect(others).toEqual([]);
	expect(line).toMatchObject({ transactionId: null, platform: "PAYSTACK", source: "webhook", outcome: "unreadable" });
	const [{ requestBody } = { requestBody: "" }] = line?.exchanges ?? [];
	expect(requestBody).toMatch(
		/^\{"event":"charge.success","data":\{"authorization_code":"\[removed\]","customer":"x+$/,
	);
	expect(requestBody).toHaveLength(10_000);
	expect(await payments.exceptions()).toEqual([]);
	await payments.send(`${broken}y`);
	expect(await kept(), "another one is news").toHaveLength(2);
});

test("an unknown reference is kept, and noted once for the exception desk", async () => {
	const payments = await open();
	await payments.send(charge("NOBODY"));
	await payments.send(charge("NOBODY"));
	await payments.send(charge("NOBODY", 9));
	expect(await payments.exceptions()).toMatchObject([{ kind: "unknown_reference", reference: "NOBODY" }]);
});

test.each([
	["STRIPE", { id: "evt_1", type: "payout.paid", data: { object: { id: "po_1", object: "payout" } } }],
	["PAYSTACK", { event: "transfer.success", data: { id: 9, reference: "TRF-1" } }],
	["PAYSTACK", { event: "charge.success", data: { id: 9 } }],
] as const)("what %s tells of no payment is answered, and noted for nobody: %j", async (platform, told) => {
	const payments = await openPayments(platform);
	const body = JSON.stringify(told);
	const { account } = payments.standIn;
	const header: Record<string, string> =
		platform === "STRIPE"
			? { "stripe-signature": await signStripe(account.replace("pk_", "whsec_"), body, payments.clock.now()) }
			: { "x-paystack-signature": await signPaystack(account.replace("pk_", "sk_"), body) };
	expect((await payments.webhook(body, header)).status).toBe(200);
	expect(await payments.exceptions()).toEqual([]);
});

test("a call that came before its payment was in the books is heard when it comes again", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const as = (name: string) => testDb().update(transactions).set({ reference: name }).where(eq(transactions.id, id));
	await as("NOT-YET");
	expect((await payments.send(charge(reference))).status).toBe(404);
	await as(reference);
	expect((await payments.send(charge(reference))).status).toBe(200);
	expect(await payments.checkDue()).toBe(1);
	expect((await payments.read(id)).status).toBe("success");
});

test("a platform that looks whether the address is there gets an answer", async () => {
	const { call, organisationId, token } = await open();
	expect((await call(`/payments/webhooks/${organisationId}/${token}`)).status).toBe(200);
	expect((await call(`/payments/webhooks/${organisationId}/${"x".repeat(30)}`)).status).toBe(404);
});

test("a dispute at Paystack is news of the payment that it names, which is checked, and on the desk until it is decided", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.check(reference);
	expect((await payments.read(id)).dueAt).toBeNull();
	const noted = async () => (await payments.exceptions()).map(({ kind, action }) => [kind, action]);
	for (const [event, deed, expected] of [
		["charge.dispute.create", "dispute", ["disputed", null]],
		["charge.dispute.remind", undefined, ["disputed", null]],
		["charge.dispute.resolve", "win_dispute", ["disputed", "settled"]],
	] as const) {
		if (deed) await payments.deed(reference, deed);
		const dispute = { id: 2867, status: "awaiting-merchant-feedback", transaction: { id: 5991, reference } };
		expect((await payments.send(JSON.stringify({ event, data: dispute }))).status).toBe(200);
		expect((await payments.read(id)).dueAt).not.toBeNull();
		expect(await payments.checkDue()).toBe(1);
		const ledger = await payments.ledger(id);
		expect(ledger.slice(-2).map(({ source, outcome }) => [source, outcome])).toEqual([
			["webhook", "told"],
			["schedule", expected[1] === null ? "odd" : "unchanged"],
		]);
		expect(ledger.at(-2)?.note).toContain(event);
		expect(await noted()).toEqual([expected]);
	}
});

test("each reminder of a dispute at Paystack brings the date of then, and one that comes again changes nothing", async () => {
	const payments = await open();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.check(reference);
	await payments.deed(reference, "dispute");
	const remind = (dueAt: string) => {
		const dispute = { id: 2867, status: "awaiting-merchant-feedback", dueAt, transaction: { id: 5991, reference } };
		return payments.send(JSON.stringify({ event: "charge.dispute.remind", data: dispute }));
	};
	const noted = async () => {
		const [one, ...others] = await payments.exceptions();
		expect(others).toEqual([]);
		return one?.reason;
	};
	await remind("2026-11-27T10:00:00.000Z");
	expect(await payments.checkDue()).toBe(1);
	const first = await noted();
	await payments.deed(reference, "postpone_dispute");
	expect((await remind("2026-12-04T10:00:00.000Z")).status).toBe(200);
	expect(await payments.checkDue()).toBe(1);
	const later = await noted();
	expect(later).toContain("Answer it at the platform by");
	expect(later).not.toBe(first);
	expect((await remind("2026-12-04T10:00:00.000Z")).status).toBe(200);
	expect(await payments.checkDue()).toBe(0);
	expect((await payments.ledger(id)).filter(({ source }) => source === "webhook")).toHaveLength(2);
});

describe("a dispute at Stripe, which names no reference of ours", () => {
	const openPaid = async () => {
		const payments = await openPayments("STRIPE");
		const secret = payments.standIn.account.replace("pk_", "whsec_");
		const { id, reference } = await payments.start();
		await payments.deed(reference, "pay");
		await payments.check(reference);
		const { account } = payments.standIn;
		const [booked] = await control<{ id: number }[]>("GET", `/books?account=${account}&reference=${reference}`);
		const intent = `pi_${booked?.id.toString(36)}`;
		const send = async (type: string, eventId: string, of = intent) => {
			const object = { id: "dp_1", object: "dispute", charge: "ch_1", payment_intent: of, metadata: {} };
			const body = JSON.stringify({ id: eventId, object: "event", type, data: { object } });
			return payments.webhook(body, { "stripe-signature": await signStripe(secret, body, payments.clock.now()) });
		};
		return { ...payments, id, reference, send };
	};
	const kinds = async (payments: Awaited<ReturnType<typeof openPaid>>) =>
		(await payments.exceptions()).map(({ kind, resolvedAt }) => [kind, resolvedAt === null]);

	test("is found by its intent, and followed from its begin to its end", async () => {
		const payments = await openPaid();
		await payments.deed(payments.reference, "dispute");
		expect((await payments.send("charge.dispute.created", "evt_1")).status).toBe(200);
		expect(await payments.checkDue()).toBe(1);
		expect(await kinds(payments)).toEqual([["disputed", true]]);
		await payments.deed(payments.reference, "win_dispute");
		expect((await payments.send("charge.dispute.closed", "evt_2")).status).toBe(200);
		expect(await payments.checkDue()).toBe(1);
		expect(await kinds(payments)).toEqual([["disputed", false]]);
		const told = (await payments.ledger(payments.id)).filter(({ source }) => source === "webhook");
		expect(told.map(({ key, outcome }) => [key, outcome])).toEqual([
			["evt_1", "told"],
			["evt_2", "told"],
		]);
	});

	test("that comes while Stripe cannot be asked is heard when it comes again", async () => {
		const payments = await openPaid();
		await payments.deed(payments.reference, "dispute");
		await payments.turn(payments.reference, "http_500", { times: 1 });
		expect((await payments.send("charge.dispute.created", "evt_1")).status).toBe(503);
		expect(await kinds(payments)).toEqual([]);
		expect((await payments.send("charge.dispute.created", "evt_1")).status).toBe(200);
		await payments.checkDue();
		expect(await kinds(payments)).toEqual([["disputed", true]]);
	});

	test("of a payment that Stripe does not know either is noted", async () => {
		const payments = await openPaid();
		expect((await payments.send("charge.dispute.created", "evt_1", "pi_nobodys")).status).toBe(404);
		expect(await kinds(payments)).toEqual([["unknown_reference", true]]);
	});
});

const receiver = inject("webhookReceiver");

/** A payment that was just paid at the platform, and the platform's notice of it. */
const openNotified = async (platform: "REMITA" | "INTERSWITCH") => {
	const payments = await openPayments(platform);
	const path = `/${crypto.randomUUID()}x/200`;
	const { account } = payments.standIn;
	await control("PUT", "/accounts", { platform, id: account, webhookUrl: `${receiver.url}${path}` });
	const { id, reference, amount } = await payments.start();
	await payments.deed(reference, "pay");
	const notice = await vi.waitFor(
		async () => {
			const calls = (await (await fetch(receiver.url)).json<WebhookCall[]>()).filter((call) => call.path === path);
			// why: Interswitch tells of the start too.
			const paid = calls.find(({ body }) => body.includes(reference) && !body.includes("TRANSACTION.CREATED"));
			if (!paid) throw new Error("no notice has come");
			return paid;
		},
		{ timeout: 10_000, interval: 50 },
	);
	const signature = notice.headers["x-interswitch-signature"];
	const headers: Record<string, string> = signature === undefined ? {} : { "x-interswitch-signature": signature };
	const isUntouched = async () => {
		expect((await payments.ledger(id)).map(({ source }) => source)).toEqual(["start"]);
		expect(await payments.read(id)).toMatchObject({ status: "pending", checkedAt: null });
		expect(payments.queues.sentJobs).toEqual([]);
		expect(await payments.exceptions()).toEqual([]);
	};
	return { payments, id, reference, amount, body: notice.body, headers, isUntouched };
};

describe.each(["REMITA", "INTERSWITCH"] as const)("a notice of %s, as its platform sends it", (platform) => {
	test("is booked, has the payment verified, and ends in the ledger as paid; again it changes nothing", async () => {
		const { payments, id, reference, amount, body, headers } = await openNotified(platform);
		const deliver = () =>
			deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
		const answer = await payments.webhook(body, headers);
		expect([answer.status, await answer.text()]).toEqual([200, platform === "REMITA" ? "Ok" : ""]);
		expect((await payments.read(id)).status, "its words alone are not believed").toBe("pending");
		await deliver();
		const paid = await payments.read(id);
		expect(paid).toMatchObject({ status: "success", paidAmount: amount, dueAt: null });
		const again = await Promise.all([payments.webhook(body, headers), payments.webhook(body, headers)]);
		expect(again.map(({ status }) => status)).toEqual([200, 200]);
		await deliver();
		expect(await payments.checkDue()).toBe(0);
		expect(await payments.read(id)).toEqual(paid);
		const ledger = await payments.ledger(id);
		expect(ledger.map(({ source, outcome }) => [source, outcome])).toEqual([
			["start", "started"],
			["webhook", "reported_paid"],
			["schedule", "success"],
		]);
		expect(ledger[1]?.exchanges[0]?.requestBody).toContain(reference);
		const { organisationId } = payments;
		const days = await testDb().select().from(paymentDays).where(eq(paymentDays.organisationId, organisationId));
		expect(days).toMatchObject([{ platform, amount, payments: 1 }]);
		const told = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		expect(told.filter(({ type }) => type === "payment.succeeded")).toHaveLength(1);
		expect(await payments.exceptions()).toEqual([]);
	});

	test("that is not true is verified all the same, and the payment stays as the platform has it", async () => {
		const { payments, id, reference, body, headers } = await openNotified(platform);
		await payments.turn(reference, "pending");
		expect((await payments.webhook(body, headers)).status).toBe(200);
		expect(await payments.checkDue()).toBe(1);
		expect((await payments.read(id)).status).toBe("pending");
		expect((await payments.ledger(id)).at(-1)).toMatchObject({ source: "schedule", outcome: "pending" });
	});

	test("at the address of another institution, or at none, is 404", async () => {
		const { payments, body, headers, isUntouched } = await openNotified(platform);
		const other = await openPayments(platform);
		const statuses = [
			(await other.webhook(body, headers, payments.token)).status,
			(await payments.webhook(body, headers, other.token)).status,
			(await payments.webhook(body, headers, "nowhere".repeat(5))).status,
		];
		expect(statuses).toEqual([404, 404, 404]);
		await isUntouched();
	});

	test("cannot be taken to another institution's own address", async () => {
		const { reference, body, headers, isUntouched } = await openNotified(platform);
		const other = await openPayments(platform);
		// why: Remita signs nothing. Its notice is believed there to be one of the other institution, which has no such payment.
		const [status, noted] = platform === "REMITA" ? [404, [{ kind: "unknown_reference", reference }]] : [401, []];
		expect((await other.webhook(body, headers)).status).toBe(status);
		expect(await other.exceptions()).toMatchObject(noted);
		await isUntouched();
	});
});

test.each([
	["without a signature", (): Record<string, string> => ({})],
	[
		"with a wrong signature",
		(sent: Record<string, string>) => ({
			"x-interswitch-signature": (sent["x-interswitch-signature"] ?? "").replace(/.$/, (last) =>
				last === "0" ? "1" : "0",
			),
		}),
	],
	[
		"with the signature of another platform",
		(sent: Record<string, string>) => ({ "x-paystack-signature": sent["x-interswitch-signature"] ?? "" }),
	],
])("a notice of Interswitch %s is 401", async (_, forge) => {
	const { payments, body, headers, isUntouched } = await openNotified("INTERSWITCH");
	expect((await payments.webhook(body, forge(headers))).status).toBe(401);
	expect((await payments.webhook(body.replace('"00"', '"51"'), headers)).status, "of another body").toBe(401);
	await isUntouched();
});
