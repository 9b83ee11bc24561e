import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverEvents, deliverJobs } from "#tests/events/delivery";
import { control, openPayments } from "#tests/services/transactions/payments-fixture";
import { createTransaction, createUser, signIn, testDb } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { bindRole, openTwoPlaces, type PlaceName } from "#tests/support/two-places";
import { events, notifications, tasks } from "#worker/database/schema/records";
import { transactions } from "#worker/database/schema/transactions";
import { transactionsRoutes } from "#worker/services/transactions/routes";

const today = () => new Date().toISOString().slice(0, 10);

const runTasks = async ({ queues, clock, organisationId }: Awaited<ReturnType<typeof openPayments>>) => {
	await deliverJobs(queues.sentJobs.splice(0), { clock, bindings: queues.bindings });
	const waiting = await testDb()
		.select({ id: events.id })
		.from(events)
		.where(eq(events.organisationId, organisationId));
	await deliverEvents([{ organisationId, eventIds: waiting.map(({ id }) => id) }]);
};

test("asks about every pending payment since a day, and tells how they stand", async () => {
	const payments = await openPayments();
	const started = [];
	for (let n = 0; n < 5; n += 1) started.push(await payments.start([{ name: `Fee ${n}`, amount: 1_000 + n }]));
	const [paid, refused, settled] = started.map(({ reference }) => reference) as [string, string, string];
	await payments.deed(paid, "pay");
	await payments.deed(refused, "fail");
	await payments.deed(settled, "pay");
	await payments.check(settled);
	payments.queues.sentJobs.splice(0);

	const asked = await payments.ask<{ taskId: string }>("/payments/requery", "POST", { startingFrom: today() });
	expect([asked.status, asked.location]).toEqual([202, `/api/tasks/${asked.body.taskId}`]);
	await runTasks(payments);
	const [task] = await testDb().select().from(tasks).where(eq(tasks.id, asked.body.taskId));
	expect(task).toMatchObject({ status: "SUCCESS", done: 4, total: 4 });
	const statuses = await Promise.all(started.map(async ({ id }) => (await payments.read(id)).status));
	expect(statuses).toEqual(["success", "failed", "success", "pending", "pending"]);
	const told = await testDb()
		.select()
		.from(notifications)
		.where(eq(notifications.organisationId, payments.organisationId));
	expect(told.map(({ type, message }) => [type, JSON.parse(message)])).toMatchObject([
		["RE_QUERY_PAYMENT", { PENDING: 2, SUCCESS: 1, FAILED: 1 }],
	]);
});

test("notes what a platform lists as paid and is not in the books, once, and nothing that nobody has paid or somebody dismissed", async () => {
	const payments = await openPayments();
	const { standIn, organisationId } = payments;
	const known = await payments.start();
	await payments.deed(known.reference, "pay");
	await payments.start([{ name: "Left pending", amount: 1_000 }]);
	const startedAt = Date.now();
	const rows = Array.from({ length: 120 }, (_, nth) => ({
		...standIn,
		reference: `OPEN-${nth}`,
		amount: 100,
		startedAt,
	}));
	const paid = { ...standIn, status: "success", startedAt, amount: 7_700 };
	await control("POST", "/books", [
		...rows,
		{ ...paid, reference: "FOREIGN-1" },
		{ ...paid, reference: "FOREIGN-2" },
		{ ...paid, reference: "LONG-AGO", startedAt: startedAt - 10 * 86_400_000 },
	]);
	const requery = async () => {
		payments.queues.sentJobs.splice(0);
		expect((await payments.ask("/payments/requery", "POST", { startingFrom: today() })).status).toBe(202);
		await runTasks(payments);
		return (await payments.exceptions()).map(({ kind, reference }) => `${kind} ${reference}`).sort();
	};
	const noted = ["unknown_reference FOREIGN-1", "unknown_reference FOREIGN-2"];
	expect(await requery()).toEqual(noted);
	expect((await payments.read(known.id)).status).toBe("success");
	const [first] = await payments.exceptions();
	expect(first).toMatchObject({
		platform: "PAYSTACK",
		configurationId: payments.configurationId,
		amount: 7_700,
		currency: "NGN",
		transactionId: null,
		reason: "The platform lists it as paid, and it is not in the books.",
	});
	const dismiss = { action: "dismiss", reason: "The bookshop's." };
	const path = `/payments/exceptions/${first?.id}/resolution`;
	expect((await payments.ask(path, "POST", dismiss)).status).toBe(200);
	expect(await requery()).toEqual(noted);
	const open = (await payments.exceptions()).filter(({ resolvedAt }) => resolvedAt === null);
	expect([open.length, open[0]?.organisationId]).toEqual([1, organisationId]);
	await payments.turn(null, "http_500");
	expect(await requery(), "a platform that is down does not keep the re-query from its end").toEqual(noted);
});

test.each(["PAYSTACK", "STRIPE"] as const)(
	"asks about what the list of %s says and the books do not: paid after it had failed, gone back after it was paid",
	async (platform) => {
		const payments = await openPayments(platform);
		const { standIn } = payments;
		const start = (name: string) => payments.start([{ name, amount: 5_000 }]);
		const [late, failed, reversed, paid] = [
			...[await start("Paid late"), await start("Failed")],
			...[await start("Reversed"), await start("Paid")],
		] as const;
		const refunded = await start("A part refunded");
		await start("Left pending");
		for (const { reference } of [late, failed]) await payments.deed(reference, "fail");
		for (const { reference } of [reversed, paid, refunded]) await payments.deed(reference, "pay");
		const settled = [late, failed, reversed, paid, refunded];
		for (const { reference } of settled) await payments.check(reference);
		const states = async () => {
			const rows = await Promise.all(settled.map(({ id }) => payments.read(id)));
			return rows.map(({ status, reversedAmount, dueAt }) => [status, reversedAmount, dueAt]);
		};
		const before = [
			["failed", 0, null],
			["failed", 0, null],
			["success", 0, null],
			["success", 0, null],
			["success", 0, null],
		];
		expect(await states()).toEqual(before);
		// Nobody is told: the stand-in has no address for its webhooks.
		await control("POST", "/books", { ...standIn, reference: late.reference, amount: late.amount, status: "success" });
		await payments.deed(reversed.reference, "reverse");
		await payments.deed(refunded.reference, "refund", { amount: 2_000 });
		const linesOf = async () => Promise.all(settled.map(async ({ id }) => (await payments.ledger(id)).length));
		const linesBefore = await linesOf();
		const requery = async () => {
			payments.queues.sentJobs.splice(0);
			expect((await payments.ask("/payments/requery", "POST", { startingFrom: today() })).status).toBe(202);
			await runTasks(payments);
			await runTasks(payments);
		};
		await requery();
		// Paystack's list has no parts.
		const part = platform === "STRIPE" ? 2_000 : 0;
		const after = [["success", 0, null], before[1], ["success", 5_000, null], before[3], ["success", part, null]];
		expect(await states()).toEqual(after);
		const asked = [1, 0, 1, 0, part > 0 ? 1 : 0];
		expect(await linesOf(), "only what differs is asked about").toEqual(
			linesBefore.map((lines, place) => lines + (asked[place] ?? 0)),
		);
		await requery();
		expect(await linesOf(), "what agrees is not asked about again").toEqual(
			linesBefore.map((lines, place) => lines + (asked[place] ?? 0)),
		);
	},
);

test("refuses a day to come, a text that is no day, and a day since which nothing is pending", async () => {
	const payments = await openPayments();
	const ask = (startingFrom: string) =>
		payments.ask<{ error: string; fields?: Record<string, string[]> }>("/payments/requery", "POST", { startingFrom });
	expect(await ask("2099-01-01")).toMatchObject({
		status: 422,
		body: { fields: { startingFrom: ["Choose today or an earlier day."] } },
	});
	expect(await ask("yesterday")).toMatchObject({ status: 422 });
	expect(await ask(today())).toMatchObject({ status: 422, body: { error: "No payment since that day is pending." } });
});

test("counts before it asks, and refuses a day to come", async () => {
	const payments = await openPayments();
	const { id } = await payments.start();
	const count = async (query: string) => {
		const { status, body } = await payments.ask<{ pending?: number }>(`/payments/pending${query}`);
		return [status, body.pending];
	};
	const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	expect(await count("")).toEqual([200, 1]);
	expect(await count(`?startingFrom=${yesterday}`)).toEqual([200, 1]);
	const late = { status: "pending", createdAt: Date.now() - 30 * 86_400_000 } as const;
	await testDb().update(transactions).set(late).where(eq(transactions.id, id));
	expect(await count(`?startingFrom=${yesterday}`)).toEqual([200, 0]);
	expect(await count("?startingFrom=2020-01-01")).toEqual([200, 1]);
	expect(await count("?startingFrom=2099-01-01")).toEqual([422, undefined]);
	expect(await count("?startingFrom=soon")).toEqual([422, undefined]);
	expect(await count("?since=2020-01-01")).toEqual([422, undefined]);
});

test("counts the payments within the places of a user's roles", async () => {
	const { organisationId, inside, outside } = await openTwoPlaces();
	for (const { courseId } of [inside, outside, outside])
		await createTransaction(outside, { courseId, status: "pending" });
	const call = serviceApp([transactionsRoutes]);
	const countFor = async (place?: PlaceName) => {
		const user = await createUser({ organisationId, privileges: ["payments:u"] });
		if (place) await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, place);
		const { headers } = await signIn(user);
		const answer = await call("/payments/pending?startingFrom=2020-01-01", { headers });
		return ((await answer.json()) as { pending: number }).pending;
	};
	const everywhere = await countFor();
	expect([await countFor("physics"), await countFor("chemistry")]).toEqual([everywhere - 2, 0]);
});

test("leaves pending what a platform that is down cannot say", async () => {
	const payments = await openPayments();
	const { id } = await payments.start();
	await payments.turn(null, "http_500");
	payments.queues.sentJobs.splice(0);
	expect((await payments.ask("/payments/requery", "POST", {})).status, "without a day it is today").toBe(202);
	await runTasks(payments);
	expect((await payments.read(id)).status).toBe("pending");
	const told = await testDb()
		.select()
		.from(notifications)
		.where(eq(notifications.organisationId, payments.organisationId));
	expect(told.map(({ message }) => JSON.parse(message))).toMatchObject([{ PENDING: 1, SUCCESS: 0, FAILED: 0 }]);
});
