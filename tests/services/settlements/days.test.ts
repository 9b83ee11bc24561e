import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lineOf, openSettlements } from "#tests/services/settlements/settlements-fixture";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { bindRole } from "#tests/support/two-places";
import { auditEvents, events } from "#worker/database/schema/records";
import { paymentDayCloses, paymentLateArrivals } from "#worker/database/schema/settlements";
import { paymentReversals, transactions } from "#worker/database/schema/transactions";
import type { PaymentDay } from "#worker/services/settlements/contract";

type Money = Awaited<ReturnType<typeof openSettlements>>;

const reverse = (money: Money, transactionId: string, day: string, amount: number) =>
	testDb()
		.insert(paymentReversals)
		.values({
			organisationId: money.organisationId,
			id: `reversal-${transactionId}`,
			transactionId,
			amount,
			day,
			currency: "NGN",
			platform: "PAYSTACK",
			description: "Chargeback",
			createdAt: money.clock.now(),
		});

test("a day shows what was expected, settled, kept and sent back, and how they differ", async () => {
	const money = await openSettlements();
	const one = await money.pay("2026-11-19", { amount: 1_000_00, gatewayCharge: 20_00 });
	const two = await money.pay("2026-11-19", { amount: 500_00 });
	await money.pay("2026-11-18", { amount: 1 });
	await money.pay("2026-11-19", { amount: 70_00, currency: "USD" });
	await reverse(money, two.id, "2026-11-19", 500_00);
	await money.settle("PAYSTACK", [
		lineOf({ reference: one.reference, day: "2026-11-19", amount: 1_020_00, fee: 15_30 }),
		lineOf({ reference: "ELSEWHERE", day: "2026-11-19", amount: 30_00 }),
	]);
	const { status, body } = await money.day("2026-11-19");
	expect(status).toBe(200);
	expect(body).toMatchObject({
		day: "2026-11-19",
		platform: "PAYSTACK",
		isOver: true,
		close: null,
		lateTotal: 0,
		currencies: [
			{
				currency: "NGN",
				closed: null,
				late: null,
				now: {
					payments: 2,
					expected: 1_520_00,
					reversals: 1,
					reversed: 500_00,
					lines: 2,
					settled: 1_050_00,
					fees: 15_30,
					unmatched: 1,
					difference: 30_00,
				},
			},
			{ currency: "USD", now: { payments: 1, expected: 70_00, lines: 0, difference: -70_00 } },
		],
		unmatched: [{ reference: "ELSEWHERE", result: "unknown_reference", amount: 30_00, rowNumber: 3 }],
	});
	expect(await money.ask("/payments/days/2026-11-01/PAYSTACK")).toMatchObject({ status: 404 });
	expect(await money.ask("/payments/days/2026-13-01/PAYSTACK")).toMatchObject({ status: 404 });
});

test("the rows of a day are its payments, its settlement lines, or what its difference is made of, a page at a time and by currency", async () => {
	const money = await openSettlements();
	const day = "2026-11-19";
	const matched = await money.pay(day, { reference: "PAY-MATCHED", amount: 100_00, gatewayCharge: 5_00 });
	const less = await money.pay(day, { reference: "PAY-LESS", amount: 50_00 });
	const pending = await money.pay(null, { reference: "PAY-PENDING", amount: 10_00 });
	const missing = await money.pay(day, { reference: "PAY-MISSING", amount: 70_00 });
	const dollars = await money.pay(day, { reference: "PAY-DOLLARS", amount: 9_00, currency: "USD" });
	await money.pay("2026-11-18", { reference: "PAY-EARLIER", amount: 1 });
	await money.pay(day, { reference: "PAY-REMITA", platform: "REMITA", amount: 2 });
	await reverse(money, matched.id, day, 30_00);
	await reverse(money, missing.id, "2026-11-18", 4_00);
	const { id: file } = await money.settle("PAYSTACK", [
		lineOf({ reference: matched.reference, day, amount: 105_00, fee: 1_50 }),
		lineOf({ reference: less.reference, day, amount: 49_00 }),
		lineOf({ reference: "ELSEWHERE", day, amount: 3_00 }),
		lineOf({ reference: pending.reference, day, amount: 10_00 }),
		lineOf({ reference: dollars.reference, day, amount: 8_00, currency: "NGN" }),
		lineOf({ reference: "OTHER-DAY", day: "2026-11-18", amount: 6_00 }),
	]);
	const shown = (rows: Awaited<ReturnType<typeof money.dayRows>>) =>
		rows.map(({ kind, reference, amount, difference }) => [kind, reference, amount, difference]);
	const settled = await money.dayRows(day, { list: "settled", currency: "NGN", size: 2 });
	expect(shown(settled)).toEqual([
		["matched", "PAY-MATCHED", 105_00, 0],
		["amount_differs", "PAY-LESS", 49_00, -1_00],
		["unknown_reference", "ELSEWHERE", 3_00, 3_00],
		["not_successful", "PAY-PENDING", 10_00, 10_00],
		["amount_differs", "PAY-DOLLARS", 8_00, 8_00],
	]);
	expect(settled[0]).toEqual({
		id: expect.stringMatching(/^0-\d+$/),
		kind: "matched",
		reference: "PAY-MATCHED",
		currency: "NGN",
		amount: 105_00,
		fee: 1_50,
		difference: 0,
		transactionId: matched.id,
		importId: file,
		rowNumber: 2,
	});
	for (const size of [1, 2, 100])
		expect(shown(await money.dayRows(day, { list: "expected", currency: "NGN", size })), `by ${size}`).toEqual([
			["settled", "PAY-MATCHED", 105_00, 0],
			["settled", "PAY-LESS", 50_00, 0],
			["not_settled", "PAY-MISSING", 70_00, -70_00],
		]);
	expect(shown(await money.dayRows(day, { list: "expected", currency: "USD" })), "settled in another currency").toEqual(
		[["not_settled", "PAY-DOLLARS", 9_00, -9_00]],
	);
	const odd = [
		...shown(settled).slice(1),
		["not_settled", "PAY-MISSING", 70_00, -70_00],
		["reversed", "PAY-MATCHED", 30_00, 30_00],
	];
	for (const size of [1, 2, 3, 100])
		expect(shown(await money.dayRows(day, { list: "difference", currency: "NGN", size })), `by ${size}`).toEqual(odd);
	expect(shown(await money.dayRows(day, { list: "difference", currency: "USD" }))).toEqual([
		["not_settled", "PAY-DOLLARS", 9_00, -9_00],
	]);
	expect(await money.dayRows(day, { list: "settled", currency: "USD" })).toEqual([]);
	expect(shown(await money.dayRows(day, { list: "difference" }))).toHaveLength(odd.length + 1);
	const { body } = await money.day(day);
	const differences = body.currencies.map(({ currency, now }) => [currency, now.difference]);
	expect(differences).toEqual([
		["NGN", odd.reduce((all, [, , , difference]) => all + Number(difference), 0)],
		["USD", -9_00],
	]);
	for (const query of ["list=all", "currency=naira", "after=x", "size=0"])
		expect([query, (await money.ask(`/payments/days/${day}/PAYSTACK/rows?${query}`)).status]).toEqual([query, 422]);
});

test("the list has days, platforms and currencies, the newest first, and filters them", async () => {
	const money = await openSettlements();
	for (const day of ["2026-11-17", "2026-11-18", "2026-11-19"]) await money.pay(day);
	await money.pay("2026-11-18", { platform: "REMITA" });
	await money.pay("2026-11-18", { currency: "USD" });
	await money.close("2026-11-17", { version: 1 });
	const list = async (search: string) => {
		const { status, body } = await money.ask<{ data: PaymentDay[]; resultTotal: number }>(`/payments/days${search}`);
		expect(status).toBe(200);
		return [body.resultTotal, body.data.map(({ day, platform, currency }) => `${day} ${platform} ${currency}`)];
	};
	const all = [
		"2026-11-19 PAYSTACK NGN",
		"2026-11-18 PAYSTACK NGN",
		"2026-11-18 PAYSTACK USD",
		"2026-11-18 REMITA NGN",
		"2026-11-17 PAYSTACK NGN",
	];
	expect(await list("")).toEqual([5, all]);
	expect(await list("?size=2&page=1")).toEqual([5, all.slice(2, 4)]);
	expect(await list("?platform=remita")).toEqual([1, [all[3]]]);
	expect(await list("?state=CLOSED")).toEqual([1, [all[4]]]);
	expect(await list("?state=OPEN&platform=PAYSTACK")).toEqual([3, all.slice(0, 3)]);
	expect(await list("?startDate=2026-11-18&endDate=2026-11-18")).toEqual([3, all.slice(1, 4)]);
	expect(await money.ask("/payments/days?state=SHUT")).toMatchObject({ status: 422 });
	expect(await money.ask("/payments/days?startDate=today")).toMatchObject({ status: 422 });
	expect(await money.ask("/payments/days?day=2026-11-18")).toMatchObject({ status: 422 });
});

test("the payments of a day are the transactions that were paid on it, whenever they were started", async () => {
	const money = await openSettlements();
	const late = await money.pay("2026-11-19", { createdAt: Date.UTC(2026, 10, 18, 22, 50) });
	const other = await money.pay("2026-11-19", { platform: "REMITA", createdAt: Date.UTC(2026, 10, 19, 7) });
	await money.pay("2026-11-18");
	const ids = async (search: string) => {
		const { body } = await money.ask<{ data: { id: string }[]; resultTotal: number; resultTotalIsExact: boolean }>(
			`/payments?${search}`,
		);
		return [body.resultTotal, body.resultTotalIsExact, body.data.map(({ id }) => id)];
	};
	expect(await ids("paidDay=2026-11-19&platform=PAYSTACK")).toEqual([1, true, [late.id]]);
	expect(await ids("paidDay=2026-11-19")).toEqual([2, true, [other.id, late.id]]);
	const between = await money.pay("2026-11-19", { createdAt: Date.UTC(2026, 10, 19, 8), platform: "STRIPE" });
	const newest = await money.pay("2026-11-19", { createdAt: Date.UTC(2026, 10, 19, 9) });
	const newestFirst = [newest.id, between.id, other.id, late.id];
	expect(await ids("paidDay=2026-11-19"), "newest first, whatever the platform").toEqual([4, true, newestFirst]);
	expect(await ids("paidDay=2026-11-19&platform=PAYSTACK")).toEqual([2, true, [newest.id, late.id]]);
	expect(await ids("paidDay=2026-11-19&status=FAILED")).toEqual([0, true, []]);
	expect(await ids("paidDay=2026-11-19&startDate=2026-11-18")).toEqual([4, true, newestFirst]);
	expect(await ids("paidDay=2026-11-19&endDate=2026-11-18")).toEqual([1, true, [late.id]]);
	expect(await ids("paidDay=2026-11-19&name=nobody")).toEqual([0, true, []]);
});

test("closing records who, when and the sums, which stay; what arrives later is listed beside them", async () => {
	const money = await openSettlements();
	const [paid, pending] = [await money.pay("2026-11-19", { amount: 100_00 }), await money.pay(null, { amount: 40_00 })];
	const version = (await money.day("2026-11-19")).body.version;
	const closed = await money.close("2026-11-19", { version, note: "  Settled tomorrow.  " });
	expect(closed).toMatchObject({
		status: 200,
		body: {
			close: { closedAt: money.clock.now(), note: "Settled tomorrow." },
			currencies: [{ closed: { payments: 1, expected: 100_00 }, late: { payments: 0, expected: 0, difference: 0 } }],
		},
	});
	expect(closed.body.close?.closedByName).not.toBe("");
	const told = await testDb().select().from(events).where(eq(events.organisationId, money.organisationId));
	expect(told.map(({ type, payload }) => [type, payload])).toEqual([
		["payment_day.closed", { day: "2026-11-19", platform: "PAYSTACK" }],
	]);

	money.clock.advance(60_000);
	await testDb()
		.update(transactions)
		.set({ status: "success", paidDay: "2026-11-19", paidAt: 1, updatedAt: money.clock.now() })
		.where(and(eq(transactions.organisationId, money.organisationId), eq(transactions.id, pending.id)));
	await reverse(money, paid.id, "2026-11-19", 100_00);
	await money.settle("PAYSTACK", [
		lineOf({ reference: paid.reference, day: "2026-11-19", amount: 100_00, fee: 1_50 }),
		lineOf({ reference: "USD-1", day: "2026-11-19", amount: 9_00, currency: "USD" }),
	]);
	const { body } = await money.day("2026-11-19");
	expect(body.currencies).toMatchObject([
		{
			currency: "NGN",
			now: { payments: 2, expected: 140_00, reversed: 100_00, settled: 100_00, fees: 1_50, difference: 60_00 },
			closed: { payments: 1, expected: 100_00, reversed: 0, settled: 0, difference: -100_00 },
			late: { payments: 1, expected: 40_00, reversed: 100_00, settled: 100_00, fees: 1_50, difference: 160_00 },
		},
		{ currency: "USD", closed: { lines: 0, settled: 0 }, late: { lines: 1, settled: 9_00, unmatched: 1 } },
	]);
	expect(body.lateTotal).toBe(4);
	expect(
		body.late.map(({ kind, reference, amount, transactionId }) => [kind, reference, amount, transactionId]),
	).toEqual([
		["payment", pending.reference, 40_00, pending.id],
		["reversal", paid.reference, 100_00, paid.id],
		["settlement", paid.reference, 100_00, paid.id],
		["settlement", "USD-1", 9_00, null],
	]);
	const [row] = await testDb()
		.select()
		.from(paymentDayCloses)
		.where(eq(paymentDayCloses.organisationId, money.organisationId));
	expect(row?.sums).toMatchObject([{ currency: "NGN", payments: 1, expected: 100_00, settled: 0 }]);
	await expect(
		testDb()
			.update(paymentDayCloses)
			.set({ note: "x" })
			.where(eq(paymentDayCloses.organisationId, money.organisationId)),
	).rejects.toThrow();
});

test("an amount that is corrected after the close, and a payment that is booked for an unknown line, are followed", async () => {
	const money = await openSettlements();
	const paid = await money.pay("2026-11-19", { amount: 90_00 });
	await money.settle("PAYSTACK", [
		lineOf({ reference: paid.reference, day: "2026-11-19", amount: 100_00 }),
		lineOf({ reference: "FOUND-LATER", day: "2026-11-19", amount: 7_00 }),
	]);
	const { version, unmatched } = (await money.day("2026-11-19")).body;
	expect(unmatched.map(({ result }) => result)).toEqual(["amount_differs", "unknown_reference"]);
	await money.close("2026-11-19", { version });
	const change = (changed: object) =>
		testDb()
			.update(transactions)
			.set(changed)
			.where(and(eq(transactions.organisationId, money.organisationId), eq(transactions.id, paid.id)));
	await change({ amount: 100_00 });
	await money.pay("2026-11-19", { reference: "FOUND-LATER", amount: 7_00 });
	const { body } = await money.day("2026-11-19");
	expect(body).toMatchObject({
		unmatched: [],
		currencies: [
			{ closed: { expected: 90_00, unmatched: 2 }, late: { expected: 17_00, unmatched: -2, difference: -17_00 } },
		],
	});
	expect(body.late.map(({ kind, amount }) => [kind, amount])).toEqual([
		["correction", 10_00],
		["payment", 7_00],
	]);
	await change({ currency: "USD" });
	const { late } = (await money.day("2026-11-19")).body;
	expect(late.slice(2).map(({ kind, currency, amount }) => [kind, currency, amount])).toEqual([
		["correction", "NGN", -100_00],
		["correction", "USD", 100_00],
	]);
});

test("a line follows its payment, which is paid on another day or learns its RRR later; a closed day lists that it went", async () => {
	const money = await openSettlements();
	const [early, late] = ["2026-11-18", "2026-11-19"];
	const change = (id: string, changed: object) =>
		testDb()
			.update(transactions)
			.set(changed)
			.where(and(eq(transactions.organisationId, money.organisationId), eq(transactions.id, id)));
	const sumsOf = async (day: string, platform: string) => (await money.day(day, platform)).body.currencies[0];

	const pending = await money.pay(null, { amount: 40_00 });
	await money.settle("PAYSTACK", [lineOf({ reference: pending.reference, day: early, amount: 40_00, fee: 60 })]);
	expect((await sumsOf(early, "PAYSTACK"))?.now).toMatchObject({ lines: 1, settled: 40_00, fees: 60, unmatched: 1 });
	await change(pending.id, { status: "success", paidDay: late, paidAt: 1 });
	expect((await sumsOf(early, "PAYSTACK"))?.now).toMatchObject({ lines: 0, settled: 0, fees: 0, unmatched: 0 });
	expect((await sumsOf(late, "PAYSTACK"))?.now).toMatchObject({
		...{ payments: 1, lines: 1, settled: 40_00, fees: 60, unmatched: 0, difference: 0 },
	});
	const listed = await money.ask<{ data: PaymentDay[]; resultTotal: number }>("/payments/days");
	expect([listed.body.resultTotal, listed.body.data.map(({ day }) => day)]).toEqual([1, [late]]);

	const rrr = "330000111222";
	const learns = await money.pay(late, { platform: "REMITA", amount: 50_00 });
	await money.settle("REMITA", [
		lineOf({ reference: "", rrr, day: early, amount: 50_00, fee: 75 }),
		lineOf({ reference: "", rrr: "AT-REMITA", day: early, amount: 50_00 }),
	]);
	const { version } = (await money.day(early, "REMITA")).body;
	expect((await money.close(early, { version }, "REMITA")).status).toBe(200);
	await change(learns.id, { rrr });
	expect(await sumsOf(late, "REMITA")).toMatchObject({
		now: { payments: 1, lines: 1, settled: 50_00, fees: 75, unmatched: 0, difference: 0 },
	});
	const closed = (await money.day(early, "REMITA")).body;
	expect(closed).toMatchObject({
		currencies: [
			{ closed: { lines: 2, settled: 100_00 }, late: { lines: -1, settled: -50_00, fees: -75, unmatched: -1 } },
		],
		late: [{ kind: "settlement", reference: rrr, amount: -50_00, fee: -75, transactionId: learns.id }],
	});
	await change(learns.id, { providerReference: "AT-REMITA" });
	expect(
		(await money.lines()).map(({ result }) => result),
		"the money of a payment is counted once",
	).toEqual([...["matched", "matched", "unknown_reference"]]);
});

test("today, a day to come, a closed day, other sums than those that were seen and a day without anything are refused", async () => {
	const money = await openSettlements();
	for (const day of ["2026-11-19", "2026-11-20", "2026-11-25"]) await money.pay(day);
	expect(await money.close("2026-11-20", { version: 1 })).toMatchObject({
		status: 422,
		body: { code: "day_not_over" },
	});
	expect(await money.close("2026-11-25", { version: 1 })).toMatchObject({
		status: 422,
		body: { code: "day_not_over" },
	});
	expect(await money.close("2026-11-19", { version: 9 })).toMatchObject({ status: 409, body: { code: "day_changed" } });
	expect(await money.close("2026-11-18", { version: 0 })).toMatchObject({ status: 404 });
	expect(await money.close("2026-11-19", { version: 1, note: "x".repeat(501) })).toMatchObject({ status: 422 });
	expect(await money.ask("/payments/days/2026-11-19/PAYSTACK/close", "POST", {})).toMatchObject({ status: 422 });
	expect(await money.close("2026-11-19", { version: 1 })).toMatchObject({ status: 200 });
	expect(await money.close("2026-11-19", { version: 1 })).toMatchObject({ status: 409, body: { code: "day_closed" } });
	// why: 23:30 in London is the next day in Lagos.
	money.clock.advance(Date.UTC(2026, 10, 20, 23, 30) - money.clock.now());
	const { headers } = await signIn(
		await createUser({ organisationId: money.organisationId, privileges: ["payments:u"] }),
		money.clock.now(),
	);
	expect((await money.close("2026-11-20", { version: 1 }, "PAYSTACK", headers)).status).toBe(200);
});

test("of two people who close at once one does", async () => {
	const money = await openSettlements();
	await money.pay("2026-11-19");
	const closes = await Promise.all([1, 2, 3].map(() => money.close("2026-11-19", { version: 1 })));
	expect(closes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	const told = await testDb().select().from(events).where(eq(events.organisationId, money.organisationId));
	expect(told.filter(({ type }) => type === "payment_day.closed").length).toBe(1);
});

test("a role at a place does not reach days or files, and neither does another institution", async () => {
	const money = await openSettlements();
	await money.pay("2026-11-19");
	const user = await createUser({ organisationId: money.organisationId, privileges: ["payments:r", "payments:u"] });
	await bindRole(
		{ organisationId: money.organisationId, userId: user.id, roleId: `role-${user.id}` },
		"a deleted item",
	);
	const bound = await signIn(user, money.clock.now());
	const day = "/payments/days/2026-11-19/PAYSTACK";
	for (const path of ["/payments/days", day, `${day}/rows`, `${day}/rows?list=difference`, "/payments/settlements"])
		expect([path, (await money.ask(path, "GET", undefined, bound.headers)).status]).toEqual([path, 403]);
	expect((await money.close("2026-11-19", { version: 1 }, "PAYSTACK", bound.headers)).status).toBe(403);
	const other = await openSettlements();
	expect((await other.day("2026-11-19")).status).toBe(404);
	expect((await other.ask(`${day}/rows`)).status).toBe(404);
	expect(
		await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, money.organisationId)),
	).not.toEqual([]);
});

/** Sums of a day as its rows have them: what triggers keep must be equal. */
const counted = async (organisationId: string) => {
	const rows = await testDb().all<{ day: string; platform: string; currency: string }>(sql`
		SELECT day, platform, currency, sum(payments) AS payments, sum(expected) AS expected, sum(reversals) AS reversals,
			sum(reversed) AS reversed, sum(lines) AS lines, sum(settled) AS settled, sum(fees) AS fees, sum(unmatched) AS unmatched
		FROM (
			SELECT paid_day AS day, platform, currency, 1 AS payments, amount + gateway_charge AS expected, 0 AS reversals,
				0 AS reversed, 0 AS lines, 0 AS settled, 0 AS fees, 0 AS unmatched
			FROM transactions WHERE organisation_id = ${organisationId} AND paid_day IS NOT NULL
			UNION ALL SELECT day, platform, currency, 0, 0, 1, amount, 0, 0, 0, 0
			FROM payment_reversals WHERE organisation_id = ${organisationId}
			UNION ALL SELECT day, platform, currency, 0, 0, 0, 0, 1, amount, fee, result <> 'matched'
			FROM settlement_lines WHERE organisation_id = ${organisationId})
		GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
	type Kept = Record<"day" | "platform" | "currency", string> &
		Record<"payments" | "lines" | "settled" | "expected" | "reversed", number>;
	const kept = await testDb().all<Kept>(sql`
		SELECT day, platform, currency, payments, expected, reversals, reversed, lines, settled, fees, unmatched
		FROM payment_day_sums WHERE organisation_id = ${organisationId} AND payments + reversals + lines > 0
		ORDER BY day, platform, currency`);
	return { rows, kept };
};

test("in any order of payments, reversals, lines and closes, the kept sums are those of the rows, and closed and late sums add up", async () => {
	const money = await openSettlements();
	let state = 20_261_123;
	const random = (below: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return Math.floor(state / 256) % below;
	};
	const days = ["2026-11-17", "2026-11-18", "2026-11-19"];
	const dayOf = () => days[random(3)] ?? "";
	const made: { id: string; reference: string; amount: number; isPaid: boolean; isReversed: boolean }[] = [];
	for (let turn = 0; turn < 60; turn += 1) {
		const one = made[random(made.length || 1)];
		switch (random(6)) {
			case 0:
			case 1: {
				const isPaid = random(3) > 0;
				const { id, reference, amount } = await money.pay(isPaid ? dayOf() : null, { amount: 1 + random(900_000) });
				made.push({ id, reference, amount, isPaid, isReversed: false });
				break;
			}
			case 2:
				if (one && turn % 3 === 0)
					await testDb()
						.update(transactions)
						.set({ providerReference: `X${random(8)}` })
						.where(and(eq(transactions.organisationId, money.organisationId), eq(transactions.id, one.id)));
				if (!one || one.isPaid) break;
				one.isPaid = true;
				await testDb()
					.update(transactions)
					.set({ status: "success", paidDay: dayOf(), paidAt: 1, fee: random(100) })
					.where(and(eq(transactions.organisationId, money.organisationId), eq(transactions.id, one.id)));
				break;
			case 3:
				if (!one?.isPaid || one.isReversed) break;
				one.isReversed = true;
				await reverse(money, one.id, dayOf(), one.amount);
				break;
			case 4:
				await money.settle("PAYSTACK", [
					...(one ? [lineOf({ reference: one.reference, day: dayOf(), amount: one.amount + random(2), fee: 1 })] : []),
					lineOf({ reference: `X${random(8)}`, day: dayOf(), amount: 5 + random(2) }),
				]);
				break;
			case 5: {
				const day = dayOf();
				const { status, body } = await money.day(day);
				if (status === 200 && turn > 20) await money.close(day, { version: body.version });
			}
		}
	}
	const { rows, kept } = await counted(money.organisationId);
	expect(kept).toEqual(rows);
	expect(kept.length).toBeGreaterThan(2);
	for (const { day, platform, currency, payments, lines, settled, expected, reversed } of kept) {
		expect(platform).toBe("PAYSTACK");
		const paid = await money.dayRows(day, { list: "expected", currency, size: 7 });
		expect([paid.length, paid.reduce((all, { amount }) => all + amount, 0)]).toEqual([payments, expected]);
		const of = await money.dayRows(day, { list: "settled", currency, size: 7 });
		expect([of.length, of.reduce((all, { amount }) => all + amount, 0)]).toEqual([lines, settled]);
		const odd = await money.dayRows(day, { list: "difference", currency, size: 7 });
		expect(odd.reduce((all, { difference }) => all + difference, 0)).toBe(settled - (expected - reversed));
		expect(odd.filter(({ kind }) => kind === "matched")).toEqual([]);
	}
	const closes = await testDb()
		.select()
		.from(paymentDayCloses)
		.where(eq(paymentDayCloses.organisationId, money.organisationId));
	expect(closes.length).toBeGreaterThan(0);
	for (const { day } of closes) {
		const { body } = await money.day(day);
		const arrived = await testDb()
			.select()
			.from(paymentLateArrivals)
			.where(and(eq(paymentLateArrivals.organisationId, money.organisationId), eq(paymentLateArrivals.day, day)));
		for (const { currency, now, closed, late } of body.currencies) {
			const sum = (kind: string) =>
				arrived
					.filter((one) => one.kind === kind && one.currency === currency)
					.reduce((all, { amount }) => all + amount, 0);
			expect([late?.expected, late?.reversed, late?.settled]).toEqual([
				sum("payment"),
				sum("reversal"),
				sum("settlement"),
			]);
			expect((closed?.difference ?? 0) + (late?.difference ?? 0)).toBe(now.difference);
		}
	}
});
