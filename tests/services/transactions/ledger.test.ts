import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { deliverEvents, deliverJobs } from "#tests/events/delivery";
import { control, openPayments } from "#tests/services/transactions/payments-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { serviceApp } from "#tests/support/service-app";
import { addOns, couponCodes, coupons } from "#worker/database/schema/discounts";
import { auditEvents, events, tasks } from "#worker/database/schema/records";
import {
	paymentConfigurations,
	paymentEvents,
	paymentExceptions,
	paymentReversals,
	transactions,
} from "#worker/database/schema/transactions";
import { actorKinds } from "#worker/services/audit-log/contract";
import { foldCode } from "#worker/services/coupons/code-text";
import { sealConfiguration } from "#worker/services/payment-configurations/seal-configuration";
import type { TransactionDetails } from "#worker/services/transactions/contract";
import { mostChecks } from "#worker/services/transactions/judge-answer";
import { findDue } from "#worker/services/transactions/ledger.queries";
import { claimDue, resumeChecks, stopChecks } from "#worker/services/transactions/ledger.writes";
import { transactionsRoutes } from "#worker/services/transactions/routes";

/** Creates a discount code with a limit of uses. */
const createCode = async (
	organisationId: string,
	{ code, percent, usesPerCode }: { code: string; percent: number; usesPerCode: number },
) => {
	const at = { organisationId, createdAt: 1 };
	await testDb()
		.insert(coupons)
		.values({
			...at,
			id: code,
			name: code,
			codes: 1,
			ownCode: code,
			percent,
			usesPerCode,
			updatedAt: 1,
			applicationIds: [],
			paymentKinds: [],
			active: true,
		});
	await testDb()
		.insert(couponCodes)
		.values({ ...at, couponId: code, position: 0, code, folded: foldCode(code) });
};

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
	["wrong_reference", "reference_differs"],
])("a success with a %s is believed by nobody and is noted once", async (name, kind) => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.turn(reference, name);
	await payments.check(reference);
	await payments.check(reference);
	expect((await payments.read(id)).status).toBe("pending");
	expect((await payments.ledger(id)).at(-1)).toMatchObject({ outcome: "odd" });
	expect(await payments.exceptions()).toMatchObject([{ kind, transactionId: id, reference, resolvedAt: null }]);
	await payments.turn(reference, "ok");
	expect((await payments.check(reference)).body.status).toBe("success");
});

test.each(["http_500", "http_429", "reset", "garbage_body", "flood"])(
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

test("a platform that is down is asked a few times and then spared, while another one is asked about all of its payments", async () => {
	const payments = await openPayments();
	const other = await payments.addAccount("STRIPE");
	const start = async (times: number, at?: typeof other) => {
		const ids: string[] = [];
		for (let started = 0; started < times; started += 1) ids.push((await payments.start(undefined, undefined, at)).id);
		return ids;
	};
	const [down, up] = [await start(24), await start(7, other)];
	await payments.turn(null, "http_500");
	payments.clock.advance(4 * 60_000);
	expect(await payments.checkDue()).toBe(31);
	const checked = async (ids: readonly string[]) => {
		const rows = await Promise.all(ids.map(payments.read));
		expect(rows.filter(({ dueAt }) => dueAt === null || dueAt <= payments.clock.now())).toEqual([]);
		return rows.filter(({ checks }) => checks > 0).length;
	};
	const asked = await checked(down);
	expect(asked).toBeGreaterThanOrEqual(5);
	expect(asked, "those that were on their way when the fifth call failed").toBeLessThanOrEqual(10);
	expect(await checked(up)).toBe(7);
	await payments.turn(null, "ok");
	payments.clock.advance(2 * 60_000);
	await payments.checkDue();
	expect(await checked(down), "the next round asks anew").toBe(24);
});

test("a re-query leaves the payments of a platform that is down as they are", async () => {
	const payments = await openPayments();
	for (let started = 0; started < 24; started += 1) await payments.start();
	await payments.turn(null, "http_500");
	const { status, body } = await payments.ask<{ taskId: string }>("/payments/requery", "POST", {});
	expect(status).toBe(202);
	await deliverJobs(payments.queues.sentJobs.splice(0), { clock: payments.clock, bindings: payments.queues.bindings });
	const [task] = await testDb().select().from(tasks).where(eq(tasks.id, body.taskId));
	expect(task).toMatchObject({ status: "SUCCESS", result: { payments: { PENDING: 24, SUCCESS: 0, FAILED: 0 } } });
	const lines = await testDb()
		.select({ outcome: paymentEvents.outcome })
		.from(paymentEvents)
		.where(and(eq(paymentEvents.organisationId, payments.organisationId), eq(paymentEvents.source, "requery")));
	expect(lines.length).toBeGreaterThanOrEqual(5);
	expect(lines.length).toBeLessThanOrEqual(10);
});

test.each(["by hand", "when it is due"])(
	"a platform that never answers is not waited for; checked %s, the payment stays pending and the attempt is kept",
	async (how) => {
		const payments = await openPayments();
		const { id, reference } = await payments.start();
		await payments.deed(reference, "pay");
		await payments.turn(reference, "hang", { times: 1 });
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(200));
		payments.clock.advance(4 * 60_000);
		if (how === "by hand") expect((await payments.check(reference)).status).toBe(503);
		else expect(await payments.checkDue()).toBe(1);
		limit.mockRestore();
		expect(await payments.read(id)).toMatchObject({ status: "pending", dueAt: expect.any(Number) });
		expect((await payments.ledger(id)).at(-1)).toMatchObject({
			outcome: "unavailable",
			says: null,
			note: expect.stringContaining("no answer within 10 seconds"),
			exchanges: [{ method: "GET", status: null, responseBody: null }],
		});
		payments.clock.advance(60_000);
		expect((await payments.check(reference)).body.status, "the next answer counts").toBe("success");
	},
);

test("a platform that refuses the keys is not called down: the reason is told, at the check and at the desk's", async () => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	await payments.turn(reference, "wrong_amount");
	await payments.check(reference);
	const { platform, account } = payments.standIn;
	await control("PUT", "/accounts", { platform, id: account, secret: "sk_another" });
	const says = [409, expect.objectContaining({ code: "platform_not_configured", error: "Paystack says: Invalid key" })];
	const checked = await payments.ask(`/payments/status?ref=${reference}`);
	expect([checked.status, checked.body]).toEqual(says);
	await testDb()
		.update(paymentExceptions)
		.set({ kind: "reference_differs" })
		.where(eq(paymentExceptions.transactionId, id));
	const [{ id: exceptionId } = { id: "" }] = await payments.exceptions();
	const asked = await payments.ask(`/payments/exceptions/${exceptionId}/resolution`, "POST", { action: "check" });
	expect([asked.status, asked.body]).toEqual(says);
	expect((await payments.read(id)).status).toBe("pending");
});

test("a payment that its platform refuses has failed, and others hear of that", async () => {
	const payments = await openPayments();
	const { status } = await payments.ask("/payments", "POST", {
		candidateId: payments.applicant.id,
		configurationId: payments.configurationId,
		// why so little: Paystack takes a naira at least.
		items: [{ name: "Fee", amount: 1 }],
	});
	expect(status).toBe(422);
	const told = await testDb().select().from(events).where(eq(events.organisationId, payments.organisationId));
	expect(told.map(({ type }) => type).filter((type) => type.startsWith("payment."))).toEqual([
		"payment.started",
		"payment.failed",
	]);
	const [payment] = (await payments.ask<{ data: { id: string }[] }>("/payments")).body.data;
	expect(await payments.read(payment?.id ?? "")).toMatchObject({ status: "failed", dueAt: null });
	expect((await payments.ledger(payment?.id ?? "")).map(({ outcome }) => outcome)).toEqual(["refused"]);
});

test("a payment whose start was lost on the way is found by the check that follows by itself", async () => {
	const payments = await openPayments();
	await payments.turn(null, "garbage_body", { times: 1 });
	const { status, body } = await payments.ask<{ error: string }>("/payments", "POST", {
		candidateId: payments.applicant.id,
		configurationId: payments.configurationId,
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

test("a payment of which news comes while its platform is asked stays due", async () => {
	const payments = await openPayments();
	const { id, reference } = await payments.start();
	// As a webhook does while the answer is on its way.
	await testDb().update(transactions).set({ dueAt: payments.clock.now() }).where(eq(transactions.id, id));
	await payments.check(reference);
	expect(await payments.read(id)).toMatchObject({ status: "pending", dueAt: payments.clock.now() });
	await payments.deed(reference, "pay");
	expect(await payments.checkDue()).toBe(1);
	expect(await payments.read(id)).toMatchObject({ status: "success", dueAt: null });
});

test("a payer who waits at the page uses up none of the checks that a payment has by itself", async () => {
	const payments = await openPayments();
	const { id, reference, publicKey } = await payments.start();
	const { dueAt } = await payments.read(id);
	for (let asked = 0; asked < 20; asked += 1) {
		payments.clock.advance(6_000);
		await payments.call(`/public-payments/${payments.organisationId}/${publicKey}/check`, { method: "POST", body: {} });
	}
	expect((await payments.ledger(id)).filter(({ source }) => source === "return")).toHaveLength(20);
	expect(await payments.read(id)).toMatchObject({ status: "pending", checks: 0, dueAt });
	payments.clock.advance(61_000);
	expect(await payments.checkDue()).toBe(1);
	expect(await payments.read(id)).toMatchObject({ checks: 1, dueAt: payments.clock.now() + 60_000 });
	await payments.deed(reference, "pay");
	payments.clock.advance(60_000);
	await payments.checkDue();
	expect(await payments.read(id)).toMatchObject({ status: "success", dueAt: null });
});

test("a payer who comes back after a failure has the platform asked, as seldom as about a pending payment", async () => {
	const payments = await openPayments();
	const { id, reference, amount, publicKey } = await payments.start();
	const comeBack = async () => {
		const path = `/public-payments/${payments.organisationId}/${publicKey}/check`;
		const response = await payments.call(path, { method: "POST", body: {} });
		return [(await response.json<{ status: string }>()).status, (await payments.ledger(id)).length];
	};
	await payments.deed(reference, "fail");
	const [, lines = 0] = [await payments.check(reference), (await payments.ledger(id)).length];
	// They have tried again at the platform's page, and its webhook is lost.
	await control("POST", "/books", { ...payments.standIn, reference, amount, status: "success" });
	payments.clock.advance(4_999);
	expect(await comeBack(), "it has just been asked about").toEqual(["failed", lines]);
	payments.clock.advance(1);
	expect(await comeBack()).toEqual(["success", lines + 1]);
	payments.clock.advance(60_000);
	expect(await comeBack(), "a success stays").toEqual(["success", lines + 1]);
});

test("what a platform says after the payer has come back is the system's in the log, and from no address of theirs", async () => {
	const { start, deed, call, read, queues, organisationId } = await openPayments();
	const { id, reference, publicKey } = await start();
	await deed(reference, "pay");
	await call(`/public-payments/${organisationId}/${publicKey}/check`, {
		method: "POST",
		headers: { "cf-connecting-ip": "203.0.113.77", "user-agent": "Browser of the payer" },
		body: {},
	});
	expect(await read(id)).toMatchObject({ status: "success" });
	const ofPayer = await testDb()
		.select()
		.from(events)
		.where(and(eq(events.organisationId, organisationId), eq(events.type, "payment.succeeded")));
	expect(ofPayer).toMatchObject([{ actorId: null, address: "background", userAgent: null }]);
	await deliverEvents(queues.sentEvents);
	const logged = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
	expect(logged.filter(({ action }) => action === "payment.succeeded")).toMatchObject([
		{ actorKind: "system", actorName: null, subject: reference, address: "background", userAgent: null },
	]);
	expect(logged.find(({ action }) => action === "payment.started")).toMatchObject({ actorKind: "staff" });
	expect(actorKinds, "each of them is who did something").toEqual(["staff", "api_key", "referee", "system"]);
});

test("a pending payment is checked by itself at gaps that grow to a day, and not for ever", async () => {
	const { start, clock, read, checkDue } = await openPayments();
	const { id } = await start();
	const minutes: number[] = [];
	let { dueAt } = await read(id);
	while (dueAt !== null) {
		minutes.push((dueAt - clock.now()) / 60_000);
		clock.advance(dueAt - clock.now() - 1);
		expect(await checkDue(), "it is not asked about earlier").toBe(0);
		clock.advance(1);
		expect(await checkDue()).toBe(1);
		({ dueAt } = await read(id));
	}
	const [, ...gaps] = minutes;
	expect(gaps).toEqual([1, 2, 5, 10, 30, 60, 120, 240, 480, 960, 1_440, ...Array(7).fill(1_440)]);
	expect(await read(id)).toMatchObject({ status: "pending", checks: mostChecks });
	expect(mostChecks, "as README.md has it").toBe(19);
});

test("keys that are entered again bring back a payment that has a check left, and none that has had all", async () => {
	const { organisationId, clock, start, read } = await openPayments();
	const [left, over] = [await start(), await start()];
	for (const [{ id }, checks] of [
		[left, mostChecks - 1],
		[over, mostChecks],
	] as const)
		await testDb().update(transactions).set({ checks, dueAt: null }).where(eq(transactions.id, id));
	await testDb().batch([resumeChecks({ organisationId, db: testDb(), now: clock.now }, "PAYSTACK")]);
	expect([(await read(left.id)).dueAt, (await read(over.id)).dueAt]).toEqual([clock.now(), null]);
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
		"started",
		"unknown",
		"failed",
		"success",
	]);
});

test("a payment of which no account is known is asked about at each account of its platform", async () => {
	const payments = await openPayments();
	const { standIn } = await payments.addAccount();
	const { id, reference } = await payments.start();
	await testDb().update(transactions).set({ configurationId: null }).where(eq(transactions.id, id));
	await payments.turn(reference, "not_found");
	await control("POST", "/books", { ...standIn, reference, amount: 5_000_000, status: "success" });
	payments.clock.advance(25 * 3_600_000);
	expect(await payments.checkDue()).toBe(1);
	expect((await payments.read(id)).status).toBe("success");
	const [asked] = (await payments.ledger(id)).slice(-1);
	expect(asked?.exchanges.filter(({ url }) => url.includes("/verify/")).map(({ status }) => status)).toEqual([
		404, 200,
	]);
});

test("another account of the platform cannot say of a payment that it was never paid", async () => {
	const [payments, other] = [await openPayments(), await openPayments()];
	const { organisationId, configurationId } = payments;
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const { account } = other.standIn;
	const configuration = {
		platform: "PAYSTACK" as const,
		publicKey: account,
		secretKey: account.replace("pk_", "sk_"),
		isTest: true,
	};
	await testDb().run(`DELETE FROM payment_configurations WHERE id = '${configurationId}'`);
	const sealed = await sealConfiguration(env.SECRET, { organisationId, id: "other" }, configuration);
	const row = { organisationId, id: "other", configId: "other", token: "other", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(paymentConfigurations)
		.values({ ...row, ...sealed });
	payments.clock.advance(25 * 3_600_000);
	expect(await payments.checkDue()).toBe(1);
	expect(await payments.read(id)).toMatchObject({ status: "pending", dueAt: expect.any(Number) });
	expect((await payments.ledger(id)).at(-1)).toMatchObject({
		outcome: "unavailable",
		note: "The account that it was started with is no longer configured, and no other one knows it.",
	});
});

test("an account whose keys were entered over the former ones cannot say that a payment was never paid", async () => {
	const [payments, other] = [await openPayments(), await openPayments()];
	const { organisationId, configurationId: id, clock } = payments;
	const { id: started, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const { account } = other.standIn;
	const keys = { publicKey: account, secretKey: account.replace("pk_", "sk_"), isTest: true };
	const sealed = await sealConfiguration(env.SECRET, { organisationId, id }, { platform: "PAYSTACK", ...keys });
	await testDb()
		.update(paymentConfigurations)
		.set({ ...sealed, updatedAt: clock.now() + 1 })
		.where(eq(paymentConfigurations.id, id));
	clock.advance(25 * 3_600_000);
	expect(await payments.checkDue()).toBe(1);
	expect((await payments.read(started)).status).toBe("pending");
	expect((await payments.ledger(started)).at(-1)).toMatchObject({
		outcome: "unavailable",
		note: "The configuration was changed since it was started, and the account of now does not know it.",
	});
});

test("a payment whose keys are entered while it is found that there are none is checked all the same", async () => {
	const { organisationId, clock, start, read } = await openPayments();
	const { id } = await start();
	const ctx = { organisationId, db: testDb(), now: clock.now };
	clock.advance(4 * 60_000);
	expect((await claimDue(ctx, 10)).map((claimed) => claimed.id)).toEqual([id]);
	// As a configuration does that is saved while the check looks for keys, and finds none.
	await testDb().batch([resumeChecks(ctx, "PAYSTACK")]);
	await testDb().batch([stopChecks(ctx, [id])]);
	expect((await read(id)).dueAt).toBe(clock.now());
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

test("a line of the ledger is neither changed nor deleted, not even by SQL", async () => {
	const { organisationId, start, check, ledger } = await openPayments();
	const { id, reference } = await start();
	await check(reference);
	const lines = await ledger(id);
	expect(lines.map(({ source }) => source)).toEqual(["start", "check"]);
	const own = `WHERE organisation_id = '${organisationId}' AND transaction_id = '${id}'`;
	for (const change of [
		...["outcome = 'success'", "note = 'Paid.'", "says = NULL", "source = 'desk'", "actor_name = 'Somebody else'"],
		...["actor_id = NULL", "created_at = 1", "transaction_id = NULL", "platform = 'REMITA'", "key = 'k'", "id = 'x'"],
		...["organisation_id = 'x'", "seq = seq + 1000000", "exchanges = '[]'", "exchanges = '[{}]'"],
	]) {
		const changed = testDb().run(`UPDATE payment_events SET ${change} ${own}`);
		await expect(changed, change).rejects.toThrow();
	}
	const deleted = testDb().run(`DELETE FROM payment_events ${own}`);
	await expect(deleted, "a line is deleted").rejects.toThrow();
	expect(await ledger(id)).toEqual(lines);
});

test("the ledger says who asked: by name the staff who did, and nobody for a payer and for checks by themselves", async () => {
	const payments = await openPayments();
	const { id, reference, publicKey } = await payments.start();
	await payments.check(reference);
	payments.clock.advance(5_000);
	await payments.call(`/public-payments/${payments.organisationId}/${publicKey}/check`, { method: "POST", body: {} });
	payments.clock.advance(180_000);
	await payments.checkDue();
	const { body: details } = await payments.ask<TransactionDetails>(`/payments/${id}`);
	const staff = (await payments.ledger(id))[0]?.actorName;
	expect(staff).toMatch(/\w+ \w+/);
	const lines = (await payments.ledger(id)).map(({ source, actorId, actorName }) => [
		source,
		actorName,
		actorId !== null,
	]);
	expect(lines).toEqual([
		["start", staff, true],
		["check", staff, true],
		["return", null, false],
		["schedule", null, false],
	]);
	expect(details.ledger.map(({ source, by }) => [source, by])).toEqual(
		lines.map(([source, by]) => [source, by]).toReversed(),
	);
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

test.each([
	["PAYSTACK", "No Paystack configs could be loaded."],
	["REMITA", "No Remita configs could be loaded."],
	["STRIPE", "No Stripe configs could be loaded."],
] as const)("without keys of %s nothing is asked, and the specification's text says so", async (platform, text) => {
	const payments = await openPayments(platform);
	const { reference } = await payments.start();
	await testDb().run(`UPDATE payment_configurations SET sealed_keys = 'AAAA' WHERE id = '${payments.configurationId}'`);
	const { status, body } = await payments.ask<{ error: string }>(`/payments/status?ref=${reference}`);
	expect([status, body.error]).toEqual([409, text]);
	expect((await payments.ask("/payments/status?ref=unknown")).status).toBe(404);
});

test("a discount and an add-on are lines of the payment; the code is given back when the payment fails, and taken again", async () => {
	const payments = await openPayments();
	const { organisationId } = payments;
	const at = { organisationId, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(addOns)
		.values({
			...at,
			id: "card",
			name: "Identity card",
			description: "",
			price: 100_000,
			currency: "NGN",
			applicationIds: [],
			enabled: true,
		});
	await createCode(organisationId, { code: "WELCOME", percent: 10, usesPerCode: 1 });
	const ask = (more: object) =>
		payments.ask<{ id: string; reference: string; amount: number; error: string }>("/payments", "POST", {
			candidateId: payments.applicant.id,
			configurationId: payments.configurationId,
			items: [{ name: "Fee", amount: 900_005 }],
			...more,
		});
	expect(await ask({ addOnIds: ["none"] })).toMatchObject({
		status: 422,
		body: { fields: { addOnIds: [expect.any(String)] } },
	});
	expect(await ask({ discountCode: "NOTHING" })).toMatchObject({
		status: 422,
		body: { fields: { discountCode: ["There is no such discount code. Check it and try again."] } },
	});
	const two = await Promise.all([1, 2].map(() => ask({ addOnIds: ["card"], discountCode: "welcome" })));
	expect(two.map(({ status }) => status).sort()).toEqual([201, 422]);
	const begun = two.find(({ status }) => status === 201)?.body;
	if (!begun) throw new Error("no payment was started");
	expect(begun.amount).toBe(900_005 + 100_000 - 100_001);
	expect((await payments.read(begun.id)).items.map(({ amount }) => amount)).toEqual([900_005, 100_000, -100_001]);
	await payments.deed(begun.reference, "fail");
	await payments.check(begun.reference);
	const again = await ask({ discountCode: "WELCOME" });
	expect(again.status, "the use was given back").toBe(201);
});

/** An institution whose code WELCOME has one use, which an applicant has taken with a payment. */
const openDiscounted = async (platform?: Parameters<typeof openPayments>[0], bindings: object = {}) => {
	const payments = await openPayments(platform);
	const { organisationId, application, configurationId } = payments;
	await createCode(organisationId, { code: "WELCOME", percent: 10, usesPerCode: 1 });
	const call = serviceApp([transactionsRoutes], payments.clock, { ...payments.queues.bindings, ...bindings });
	const begin = async (candidateId: string) => {
		const items = [{ name: "Fee", amount: 900_000 }];
		const body = { candidateId, configurationId, items, discountCode: "WELCOME" };
		const answer = await call("/payments", { method: "POST", headers: payments.headers, body });
		return { status: answer.status, body: await answer.json<{ id: string; reference: string; error: string }>() };
	};
	const uses = async () => {
		const [found] = await testDb().select().from(coupons).where(eq(coupons.organisationId, organisationId));
		return found?.uses;
	};
	/** Lets a payment have been started so long ago. */
	const age = (id: string, ms: number) =>
		testDb()
			.update(transactions)
			.set({ createdAt: payments.clock.now() - ms })
			.where(eq(transactions.id, id));
	const other = () => createApplicant(application);
	return { ...payments, begin, uses, age, other };
};

test("a payment that its payer has left gives its use of a code back after an hour; paid all the same, it is noted and not counted", async () => {
	const payments = await openDiscounted();
	const { body: left } = await payments.begin(payments.applicant.id);
	await payments.age(left.id, 59 * 60_000);
	expect((await payments.check(left.reference)).body.status).toBe("pending");
	expect(await payments.uses(), "the payer may still be at the page").toBe(1);
	expect((await payments.begin((await payments.other()).id)).body.error).toBe("This discount code has been used up.");
	await payments.age(left.id, 60 * 60_000);
	await payments.check(left.reference);
	expect(await payments.uses()).toBe(0);
	const { status, body: second } = await payments.begin((await payments.other()).id);
	expect([status, await payments.uses()]).toEqual([201, 1]);
	await payments.deed(left.reference, "pay");
	expect((await payments.check(left.reference)).body.status).toBe("success");
	expect(await payments.uses(), "never more than there are").toBe(1);
	expect(await payments.exceptions()).toMatchObject([
		{ kind: "discount_used_up", transactionId: left.id, amount: 810_000, resolvedAt: null },
	]);
	await payments.deed(second.reference, "pay");
	await payments.check(second.reference);
	expect(await payments.uses()).toBe(1);
	expect(await payments.exceptions()).toHaveLength(1);
});

test("a payment that was left and is paid while there is room counts again, and nothing is noted", async () => {
	const payments = await openDiscounted();
	const { body } = await payments.begin(payments.applicant.id);
	await payments.age(body.id, 2 * 3_600_000);
	await payments.check(body.reference);
	expect(await payments.uses()).toBe(0);
	await payments.deed(body.reference, "pay");
	await payments.check(body.reference);
	expect(await payments.uses()).toBe(1);
	expect(await payments.exceptions()).toEqual([]);
});

test("a payment that stays pending keeps its use of a code for three days, also while the platform is down", async () => {
	const payments = await openDiscounted("REMITA");
	const { body } = await payments.begin(payments.applicant.id);
	const day = 86_400_000;
	await payments.age(body.id, 3 * day - 1);
	await payments.check(body.reference);
	expect(await payments.uses(), "it can be paid at a bank").toBe(1);
	await payments.age(body.id, 3 * day);
	await payments.turn(body.reference, "http_500");
	await payments.check(body.reference);
	expect(await payments.uses()).toBe(0);
});

test("a payment about which nobody can ask any more gives its use of a code back", async () => {
	const payments = await openDiscounted();
	const { body } = await payments.begin(payments.applicant.id);
	await testDb().run(`UPDATE payment_configurations SET sealed_keys = 'AAAA' WHERE id = '${payments.configurationId}'`);
	payments.clock.advance(4 * 60_000);
	expect(await payments.checkDue()).toBe(1);
	expect([(await payments.read(body.id)).dueAt, await payments.uses()]).toEqual([null, 0]);
});

test.each([
	["active = 0", "This discount code can no longer be used."],
	["ends_at = 1", "This discount code has expired."],
	["uses_per_code = 0", "This discount code has been used up."],
	["percent = 20", "This discount code was used or changed in this moment. Check what is to be paid and try again."],
])("a code that is changed while a payment is started says why: %s", async (change, text) => {
	let beside: (() => Promise<unknown>) | undefined;
	let isTaking = false;
	const prepare = (statement: string) => {
		isTaking ||= /insert into "coupon_uses"/i.test(statement);
		return env.DB.prepare(statement);
	};
	const batch = async (statements: D1PreparedStatement[]) => {
		if (isTaking) await beside?.();
		beside = isTaking ? undefined : beside;
		return env.DB.batch(statements);
	};
	const payments = await openDiscounted("PAYSTACK", { DB: replacing(env.DB, { prepare, batch }) });
	const of = `WHERE organisation_id = '${payments.organisationId}'`;
	beside = () => testDb().run(`UPDATE coupons SET ${change}, updated_at = updated_at + 1 ${of}`);
	expect((await payments.begin(payments.applicant.id)).body.error).toBe(text);
	expect(await payments.uses()).toBe(0);
	expect((await payments.ask<{ resultTotal: number }>("/payments")).body.resultTotal).toBe(0);
});

test("every institution with due payments is found, however many are due elsewhere", async () => {
	const [one, other] = [await openPayments(), await openPayments()];
	await one.start();
	const { id } = await other.start();
	const due = async () => (await findDue(testDb(), one.clock.now())).map(({ organisationId }) => organisationId);
	const ids = [one.organisationId, other.organisationId];
	expect((await due()).filter((organisationId) => ids.includes(organisationId))).toEqual([]);
	await testDb().update(transactions).set({ dueAt: 1 }).where(eq(transactions.id, id));
	expect((await due()).filter((organisationId) => ids.includes(organisationId))).toEqual([other.organisationId]);
});

test("a payment of which a discount leaves nothing is paid at once, without the platform", async () => {
	const payments = await openPayments();
	await createCode(payments.organisationId, { code: "FREE", percent: 100, usesPerCode: 1 });
	const { status, body } = await payments.ask<{ id: string; pageUrl: string; publicKey: string }>("/payments", "POST", {
		candidateId: payments.applicant.id,
		configurationId: payments.configurationId,
		items: [{ name: "Fee", amount: 5_000 }],
		discountCode: "FREE",
	});
	expect([status, body.pageUrl]).toMatchObject([201, expect.stringContaining(body.publicKey)]);
	expect(await payments.read(body.id)).toMatchObject({ status: "success", amount: 0, dueAt: null });
	expect(await payments.ledger(body.id)).toMatchObject([{ source: "start", outcome: "success" }]);
});
