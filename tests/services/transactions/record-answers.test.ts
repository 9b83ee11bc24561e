import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { openDatabase } from "#worker/database/database";
import { events } from "#worker/database/schema/records";
import { settlementLines } from "#worker/database/schema/settlements";
import { paymentDays, paymentExceptions } from "#worker/database/schema/transactions";
import type { Answered, ProviderPayment } from "#worker/gateways/payments/port";
import type { LedgerContext } from "#worker/services/transactions/book-answers";
import { recordAnswers } from "#worker/services/transactions/record-answer";

const open = async () => {
	const payments = await openPayments();
	const { organisationId, application, clock } = payments;
	const published: string[][] = [];
	const ctx: LedgerContext = {
		organisationId,
		db: testDb(),
		env,
		...clock,
		address: "background",
		requestId: "lot",
		actor: { id: null, name: null },
		publish: (some) => void published.push(some.map(({ type }) => type)),
	};
	const start = async (name: string, payer?: { id: string }) =>
		payments.start([{ name, amount: 1_000 }], (payer ?? (await createApplicant(application))).id);
	const says = (
		{ reference, amount }: { reference: string; amount: number },
		status: ProviderPayment["status"],
	): Answered<ProviderPayment> => ({
		ok: true,
		exchanges: [],
		value: {
			status,
			saysStatus: status,
			description: "",
			reference,
			amount,
			currency: "NGN",
			rrr: null,
			providerReference: `at-${reference}`,
			paidAmount: amount,
			fee: 15,
			channel: "card",
			paidAt: clock.now(),
			reversedAmount: null,
			dispute: null,
			contradicts: null,
		},
	});
	const eventsOf = async () =>
		(await testDb().select().from(events).where(eq(events.organisationId, organisationId)))
			.filter(({ type }) => type === "payment.succeeded" || type === "payment.failed")
			.map(({ type, payload }) => [type, (payload as { reference: string }).reference]);
	const paidOnDays = async () =>
		(await testDb().select().from(paymentDays).where(eq(paymentDays.organisationId, organisationId))).reduce(
			(sum, day) => sum + day.amount,
			0,
		);
	return { ...payments, ctx, published, start, says, eventsOf, paidOnDays };
};

test("answers about several payments are kept in one commit, each with its own line and event", async () => {
	const { ctx, published, start, says, read, ledger, eventsOf, paidOnDays } = await open();
	const [paid, failed, pending, gone] = [await start("A"), await start("B"), await start("C"), await start("D")];
	await recordAnswers(
		ctx,
		[
			{ paymentId: paid.id, answered: says(paid, "success") },
			{ paymentId: failed.id, answered: says(failed, "failed") },
			{ paymentId: pending.id, answered: says(pending, "pending") },
			{ paymentId: "no-such-payment", answered: says(gone, "success") },
		],
		"schedule",
	);
	expect(published).toEqual([["payment.succeeded", "payment.failed"]]);
	expect(await eventsOf()).toEqual([
		["payment.succeeded", paid.reference],
		["payment.failed", failed.reference],
	]);
	expect(await read(paid.id)).toMatchObject({
		status: "success",
		providerReference: `at-${paid.reference}`,
		paidAmount: 1_000,
		fee: 15,
		dueAt: null,
		searchText: expect.stringContaining(paid.reference.slice(4).toLowerCase()),
	});
	expect(await read(failed.id)).toMatchObject({ status: "failed", dueAt: null });
	expect(await read(pending.id)).toMatchObject({ status: "pending", checks: 1, dueAt: expect.any(Number) });
	for (const [{ id }, outcome] of [
		[paid, "success"],
		[failed, "failed"],
		[pending, "pending"],
	] as const)
		expect((await ledger(id)).map((line) => [line.source, line.outcome, line.says?.saysStatus])).toEqual([
			["start", "started", undefined],
			["schedule", outcome, outcome],
		]);
	expect(await paidOnDays()).toBe(1_000);
});

test("two who keep the same answers at once book each payment once", async () => {
	const { ctx, start, says, ledger, eventsOf, paidOnDays } = await open();
	const some = [await start("A"), await start("B"), await start("C")];
	const answers = some.map((payment) => ({ paymentId: payment.id, answered: says(payment, "success") }));
	await Promise.all([recordAnswers(ctx, answers, "schedule"), recordAnswers(ctx, answers.toReversed(), "requery")]);
	expect((await eventsOf()).map(([, reference]) => reference).toSorted()).toEqual(
		some.map(({ reference }) => reference).toSorted(),
	);
	for (const { id } of some)
		expect((await ledger(id)).map(({ outcome }) => outcome)).toEqual(["started", "success", "unchanged"]);
	expect(await paidOnDays()).toBe(3_000);
});

test("two payments of an applicant for the same in one lot are paid twice once", async () => {
	const { ctx, start, says, applicant, exceptions, eventsOf } = await open();
	const [first, second, other] = [await start("A", applicant), await start("A", applicant), await start("B")];
	const answers = [first, second, other].map((one) => ({ paymentId: one.id, answered: says(one, "success") }));
	await recordAnswers(ctx, answers, "schedule");
	expect(await eventsOf()).toHaveLength(3);
	expect((await exceptions()).map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
		["paid_twice", second.id],
	]);
});

test("an answer that is odd is kept by itself, and the others together", async () => {
	const { ctx, published, start, says, read, exceptions } = await open();
	const [first, odd, second] = [await start("A"), await start("B"), await start("C")];
	await recordAnswers(
		ctx,
		[
			{ paymentId: first.id, answered: says(first, "success") },
			{ paymentId: odd.id, answered: says({ ...odd, amount: 1 }, "success") },
			{ paymentId: second.id, answered: says(second, "success") },
		],
		"schedule",
	);
	expect(published).toEqual([["payment.succeeded", "payment.succeeded"], ["payment.questioned"]]);
	expect((await read(odd.id)).status).toBe("pending");
	expect((await exceptions()).map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
		["amount_differs", odd.id],
	]);
});

test("what was noted of a reference that nobody knew is resolved once a payment learns it", async () => {
	const { ctx, organisationId, start, says, exceptions } = await open();
	const payment = await start("A");
	const [platform, createdAt] = ["PAYSTACK", 1];
	const note = (reference: string) => ({
		...{
			organisationId,
			id: reference,
			platform,
			reference,
			createdAt,
			reason: "",
			subject: `${platform} ${reference}`,
		},
		kind: "unknown_reference" as const,
	});
	await testDb()
		.insert(paymentExceptions)
		.values([note(`at-${payment.reference}`), note("at-nobody")]);
	await recordAnswers(ctx, [{ paymentId: payment.id, answered: says(payment, "success") }], "schedule");
	const noted = new Map((await exceptions()).map((one) => [one.reference, one]));
	expect(noted.get(`at-${payment.reference}`)).toMatchObject({ action: "settled", transactionId: payment.id });
	expect(noted.get("at-nobody")).toMatchObject({ action: null, resolvedAt: null });
});

test("what was noted of a line is resolved once a payment learns a further name of it, unless another amount was settled", async () => {
	const { ctx, organisationId, start, says, exceptions } = await open();
	const [same, other] = [await start("A"), await start("B")];
	const [platform, createdAt] = ["PAYSTACK", 1];
	for (const [reference, payment, amount] of [
		["THEIRS-1", same, 1_000],
		["THEIRS-2", other, 999],
	] as const) {
		await testDb()
			.insert(settlementLines)
			.values({
				...{ organisationId, platform, reference, providerReference: `at-${payment.reference}`, amount, createdAt },
				...{
					day: "2026-11-19",
					currency: "NGN",
					fee: 0,
					result: "unknown_reference" as const,
					importId: "file",
					rowNumber: 2,
				},
			});
		await testDb()
			.insert(paymentExceptions)
			.values({
				...{ organisationId, id: reference, kind: "unknown_reference" as const, subject: `${platform} ${reference}` },
				...{ platform, reference, reason: "", createdAt },
			});
	}
	const noted = async (status: "pending" | "success") => {
		const answers = [same, other].map((payment) => ({ paymentId: payment.id, answered: says(payment, status) }));
		await recordAnswers(ctx, answers, "schedule");
		return (await exceptions()).map(({ kind, reference, action, transactionId, amount }) =>
			kind === "unknown_reference" ? [reference, action, transactionId] : [kind, action, transactionId, amount],
		);
	};
	expect(await noted("pending")).toEqual([
		["THEIRS-1", "settled", same.id],
		["THEIRS-2", null, other.id],
	]);
	// Once it is paid, the amount is what somebody has to decide.
	expect(await noted("success")).toEqual([
		["THEIRS-1", "settled", same.id],
		["THEIRS-2", "settled", other.id],
		["amount_differs", null, other.id, 999],
	]);
});

test("a fee that comes later is kept, although somebody changes the payment while it is kept", async () => {
	const { ctx, start, says, read, exceptions } = await open();
	const payment = await start("A");
	const answered = says(payment, "success");
	if (!answered.ok) throw new Error("it is an answer");
	const { value } = answered;
	const first = { ...answered, value: { ...value, fee: null, providerReference: null } };
	await recordAnswers(ctx, [{ paymentId: payment.id, answered: first }], "schedule");
	const [platform, reference] = ["PAYSTACK", `at-${payment.reference}`];
	await testDb()
		.insert(paymentExceptions)
		.values({
			...{ organisationId: ctx.organisationId, id: reference, kind: "unknown_reference", platform, reference },
			...{ subject: `${platform} ${reference}`, reason: "", createdAt: 1 },
		});
	const someoneFaster = replacing(env.DB, {
		batch: async (statements: D1PreparedStatement[]) => {
			await testDb().run(sql`UPDATE transactions SET updated_at = updated_at + 1 WHERE id = ${payment.id}`);
			return env.DB.batch(statements);
		},
	});
	const meanwhile = { ...ctx, db: openDatabase(someoneFaster) };
	await recordAnswers(meanwhile, [{ paymentId: payment.id, answered }], "check");
	expect(await read(payment.id)).toMatchObject({ status: "success", fee: 15, providerReference: reference });
	expect(await exceptions()).toMatchObject([{ action: "settled", transactionId: payment.id }]);
});

test("what is reversed without a part has gone back whole", async () => {
	const { ctx, start, says, read } = await open();
	const payment = await start("A");
	const answered = says(payment, "reversed");
	if (!answered.ok) throw new Error("it is an answer");
	const asked = { paymentId: payment.id, answered: { ...answered, value: { ...answered.value, reversedAmount: 0 } } };
	await recordAnswers(ctx, [asked], "schedule");
	expect(await read(payment.id)).toMatchObject({ status: "success", reversedAmount: 1_000 });
});

test("an answer that cannot be kept holds up none of the others", async () => {
	const { ctx, start, says, read } = await open();
	const [first, bad, second] = [await start("A"), await start("B"), await start("C")];
	const unkept = says(bad, "success");
	if (!unkept.ok) throw new Error("it is an answer");
	// why: the books take whole minor units, and a constraint of the table is the surest way to fail.
	const answers = [
		{ paymentId: first.id, answered: says(first, "success") },
		{ paymentId: bad.id, answered: { ...unkept, value: { ...unkept.value, fee: 0.5 } } },
		{ paymentId: second.id, answered: says(second, "success") },
	];
	await expect(recordAnswers(ctx, answers, "schedule")).rejects.toThrow();
	expect([(await read(first.id)).status, (await read(bad.id)).status, (await read(second.id)).status]).toEqual([
		"success",
		"pending",
		"success",
	]);
});

test("a success that does not say its amount is none until staff enter what was paid", async () => {
	const { ctx, start, says, read, exceptions } = await open();
	const payment = await start("A");
	const answered = says(payment, "success");
	if (!answered.ok) throw new Error("it is an answer");
	const { value } = answered;
	const asked = { paymentId: payment.id, answered: { ...answered, value: { ...value, amount: null } } };
	await recordAnswers(ctx, [asked], "schedule");
	expect(await read(payment.id)).toMatchObject({ status: "pending", paidAt: null, dueAt: expect.any(Number) });
	expect(await exceptions()).toMatchObject([
		{ kind: "amount_differs", amount: null, reason: "The provider says that it was paid, and not how much." },
	]);
	await recordAnswers(ctx, [{ paymentId: payment.id, answered }], "schedule");
	expect(await read(payment.id)).toMatchObject({ status: "success" });
	expect(await exceptions()).toMatchObject([{ action: "settled" }]);
});
