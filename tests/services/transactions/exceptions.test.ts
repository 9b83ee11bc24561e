import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { control, openPayments, type Started, signPaystack } from "#tests/services/transactions/payments-fixture";
import { createApplicant, createTransaction, createUser, signIn, testDb } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { bindRole, openTwoPlaces } from "#tests/support/two-places";
import { formatDate } from "#worker/contract/text/dates";
import { roles, userRoles } from "#worker/database/schema/auth";
import { events } from "#worker/database/schema/records";
import { settlementLines } from "#worker/database/schema/settlements";
import {
	paymentDays,
	paymentExceptions,
	paymentReversals,
	type TransactionItem,
	transactions,
} from "#worker/database/schema/transactions";
import type { ExceptionDetails, PaymentException } from "#worker/services/transactions/exceptions.contract";
import { transactionsRoutes } from "#worker/services/transactions/routes";

type Desk = Awaited<ReturnType<typeof openPayments>>;
interface Page {
	data: PaymentException[];
	resultTotal: number;
	counts: { kind: string; exceptions: number }[];
}

const list = async (desk: Desk, query = "") => (await desk.ask<Page>(`/payments/exceptions${query}`)).body;
const resolve = (desk: Desk, id: string, body: object) =>
	desk.ask<ExceptionDetails & { error: string; code: string }>(`/payments/exceptions/${id}/resolution`, "POST", body);
const only = async (desk: Desk, kind: string): Promise<PaymentException> => {
	const { data } = await list(desk);
	expect(data.map((one) => one.kind)).toEqual([kind]);
	const [one] = data;
	if (!one) throw new Error(`there is no exception ${kind}`);
	return one;
};
const nothingNoted = async (desk: Desk) => expect(await desk.exceptions()).toEqual([]);
const nothingOpen = async (desk: Desk) =>
	expect(await list(desk)).toMatchObject({ data: [], counts: [], resultTotal: 0 });

/** Makes the platform's check of a payment that is paid due, and lets it happen. */
const recheck = async (desk: Desk, id: string) => {
	await testDb().update(transactions).set({ dueAt: 1 }).where(eq(transactions.id, id));
	await desk.checkDue();
};
const pay = async (desk: Desk, started?: Started): Promise<Started> => {
	const payment = started ?? (await desk.start());
	await desk.deed(payment.reference, "pay");
	await desk.check(payment.reference);
	return payment;
};
/** A payment of which the platform says another amount or currency. */
const payOddly = async (desk: Desk, name: string) => {
	const payment = await desk.start();
	await desk.turn(payment.reference, name);
	await pay(desk, payment);
	return payment;
};
const webhook = async (desk: Desk, reference: string, event = "charge.success") => {
	const body = JSON.stringify({ event, data: { id: 7, reference } });
	const secret = desk.standIn.account.replace("pk_", "sk_");
	return desk.webhook(body, { "x-paystack-signature": await signPaystack(secret, body) });
};
const reason = "The bank's statement says so.";

describe("paid but pending", () => {
	const stuck = async () => {
		const desk = await openPayments();
		const payment = await desk.start();
		await desk.deed(payment.reference, "pay");
		await desk.turn(payment.reference, "pending");
		// why earlier: a session does not last as long as the platform may take.
		desk.clock.advance(-61 * 60_000);
		await webhook(desk, payment.reference);
		await desk.checkDue();
		await nothingNoted(desk);
		desk.clock.advance(61 * 60_000);
		return { desk, payment };
	};

	test("is noted an hour after the platform reported the payment, once", async () => {
		const { desk, payment } = await stuck();
		await desk.check(payment.reference);
		await desk.check(payment.reference);
		expect(await only(desk, "paid_but_pending")).toMatchObject({ reference: payment.reference });
	});

	test("is resolved by the platform's own word, when staff ask it", async () => {
		const { desk, payment } = await stuck();
		await desk.check(payment.reference);
		const { id } = await only(desk, "paid_but_pending");
		expect((await resolve(desk, id, { action: "check" })).body).toMatchObject({
			resolvedAt: null,
			actions: ["check", "dismiss"],
		});
		await desk.turn(payment.reference, "http_500");
		expect(await resolve(desk, id, { action: "check" })).toMatchObject({ status: 503 });
		await desk.turn(payment.reference, "ok");
		const { body } = await resolve(desk, id, { action: "check" });
		expect(body).toMatchObject({ action: "settled", actions: [], payments: [{ status: "success" }] });
		await nothingOpen(desk);
		expect((await list(desk, "?state=RESOLVED")).resultTotal).toBe(1);
	});

	test.each(["accept", "leave_failed"])("is closed with what staff decide about its amount: %s", async (action) => {
		const { desk, payment } = await stuck();
		await desk.check(payment.reference);
		await desk.turn(payment.reference, "ok");
		await desk.turn(payment.reference, "wrong_amount");
		await desk.check(payment.reference);
		const { data } = await list(desk);
		expect(data.map(({ kind }) => kind).sort()).toEqual(["amount_differs", "paid_but_pending"]);
		const odd = data.find(({ kind }) => kind === "amount_differs");
		expect((await resolve(desk, odd?.id ?? "", { action, reason })).status).toBe(200);
		await nothingOpen(desk);
	});
});

describe("another amount or currency", () => {
	test("is accepted as what was really paid, in the lines, the sums of the day and the platform's books", async () => {
		const desk = await openPayments();
		const payment = await payOddly(desk, "wrong_amount");
		const { id } = await only(desk, "amount_differs");
		expect((await resolve(desk, id, { action: "accept" })).status).toBe(422);
		expect(await resolve(desk, id, { action: "accept", reason, amount: 4_999_800 }), "another was read").toMatchObject({
			status: 409,
			body: { code: "payment_changed" },
		});
		const { status, body } = await resolve(desk, id, { action: "accept", reason, amount: 4_999_900 });
		expect([status, body]).toMatchObject([
			200,
			{ action: "accept", resolution: reason, payments: [{ status: "success", total: 4_999_900 }] },
		]);
		const booked = await desk.read(payment.id);
		expect(booked).toMatchObject({ status: "success", amount: 4_999_900, paidAmount: 4_999_900, dueAt: null });
		expect(booked.items.at(-1)).toEqual({ name: "Paid less than asked", amount: -100, currency: "NGN" });
		const days = await testDb().select().from(paymentDays).where(eq(paymentDays.organisationId, desk.organisationId));
		expect(days.map(({ amount, payments }) => [amount, payments])).toEqual([[4_999_900, 1]]);
		expect((await desk.ledger(payment.id)).at(-1)).toMatchObject({
			source: "desk",
			outcome: "accept",
			note: expect.stringContaining(reason),
		});
		await recheck(desk, payment.id);
		await nothingOpen(desk);
		const [event] = await testDb()
			.select()
			.from(events)
			.where(and(eq(events.organisationId, desk.organisationId), eq(events.type, "payment_exception.resolved")));
		expect(event?.payload).toMatchObject({ exceptionId: id, kind: "amount_differs", reference: payment.reference });
	});

	test("in another currency keeps what was asked for in the name of its line", async () => {
		const desk = await openPayments();
		const payment = await payOddly(desk, "wrong_currency");
		const { id } = await only(desk, "currency_differs");
		await resolve(desk, id, { action: "accept", reason });
		expect(await desk.read(payment.id)).toMatchObject({
			status: "success",
			currency: "GHS",
			amount: 5_000_000,
			items: [{ name: "Acceptance fee (₦50,000.00 was asked for)", amount: 5_000_000, currency: "GHS" }],
		});
	});

	test("is left failed; the platform's plain success still counts later", async () => {
		const desk = await openPayments();
		const payment = await payOddly(desk, "wrong_amount");
		const { id } = await only(desk, "amount_differs");
		await resolve(desk, id, { action: "leave_failed", reason });
		expect(await desk.read(payment.id)).toMatchObject({ status: "failed", dueAt: null });
		await desk.turn(payment.reference, "ok");
		await recheck(desk, payment.id);
		expect((await desk.read(payment.id)).status).toBe("success");
	});

	test("is void once the platform says what was asked for", async () => {
		const desk = await openPayments();
		const payment = await payOddly(desk, "wrong_amount");
		await only(desk, "amount_differs");
		await desk.turn(payment.reference, "ok");
		await desk.check(payment.reference);
		await nothingOpen(desk);
	});

	test("that the platform does not name is entered by staff", async () => {
		const desk = await openPayments("INTERSWITCH");
		const payment = await payOddly(desk, "wrong_amount");
		const { id, amount } = await only(desk, "amount_differs");
		if (amount === null)
			expect(await resolve(desk, id, { action: "accept", reason })).toMatchObject({
				status: 422,
				body: { code: "exception_amount_needed" },
			});
		await resolve(desk, id, { action: "accept", reason, ...(amount === null && { amount: 4_000_000 }) });
		expect(await desk.read(payment.id)).toMatchObject({ status: "success", amount: amount ?? 4_000_000 });
		await recheck(desk, payment.id);
		expect((await desk.ledger(payment.id)).at(-1), "the platform still has its own").toMatchObject({
			outcome: "unchanged",
			says: { contradicts: "amount" },
		});
	});
});

describe("another amount that was settled", () => {
	/** A payment that is pending here, of which a settlement file has an amount. */
	const settled = async (amount: number, platform?: "PAYSTACK" | "INTERSWITCH") => {
		const desk = await openPayments(platform);
		const payment = await desk.start();
		await testDb()
			.insert(settlementLines)
			.values({
				...{
					organisationId: desk.organisationId,
					platform: desk.standIn.platform,
					reference: payment.reference,
					amount,
				},
				...{ transactionId: payment.id, day: "2026-11-19", currency: "NGN", fee: 0, result: "not_successful" },
				...{ importId: "file", rowNumber: 7, createdAt: 1 },
			});
		return { desk, payment };
	};

	test("is noted once its payment succeeds, and accepted as what was paid", async () => {
		const { desk, payment } = await settled(4_900_000);
		await pay(desk, payment);
		expect(await desk.read(payment.id)).toMatchObject({ status: "success", amount: 5_000_000 });
		const { id, ...noted } = await only(desk, "amount_differs");
		expect(noted).toMatchObject({
			amount: 4_900_000,
			transactionId: payment.id,
			reason: expect.stringMatching(/Row 7\.$/),
		});
		const { body } = await desk.ask<ExceptionDetails>(`/payments/exceptions/${id}`);
		expect(body.actions, "a success stays").toEqual(["accept", "dismiss"]);
		await resolve(desk, id, { action: "accept", amount: 4_900_000, reason });
		expect(await desk.read(payment.id)).toMatchObject({ amount: 4_900_000 });
		await nothingOpen(desk);
	});

	test("is noted although the platform said another amount first, of which staff have decided", async () => {
		const { desk, payment } = await settled(4_900_000);
		await desk.turn(payment.reference, "wrong_amount");
		await pay(desk, payment);
		const { id } = await only(desk, "amount_differs");
		await resolve(desk, id, { action: "leave_failed", reason });
		await desk.turn(payment.reference, "ok");
		await recheck(desk, payment.id);
		expect(await only(desk, "amount_differs")).toMatchObject({ amount: 4_900_000 });
	});

	test("is noted when staff accept another one, and not when they accept this one", async () => {
		for (const [amount, open] of [
			[4_900_000, ["amount_differs"]],
			[4_999_900, []],
		] as const) {
			const { desk, payment } = await settled(amount);
			await desk.turn(payment.reference, "wrong_amount");
			await pay(desk, payment);
			const { id } = await only(desk, "amount_differs");
			await resolve(desk, id, { action: "accept", reason });
			expect((await list(desk)).data.map(({ kind }) => kind)).toEqual(open);
		}
	});

	test.each(["PAYSTACK", "INTERSWITCH"] as const)(
		"is not noted again once staff have accepted it, although %s keeps its own amount",
		async (platform) => {
			const { desk, payment } = await settled(4_900_000, platform);
			await pay(desk, payment);
			const { id } = await only(desk, "amount_differs");
			await resolve(desk, id, { action: "accept", amount: 4_900_000, reason });
			for (let times = 0; times < 2; times += 1) await recheck(desk, payment.id);
			await nothingOpen(desk);
			expect((await desk.ledger(payment.id)).slice(-2).map(({ outcome }) => outcome)).toEqual([
				"unchanged",
				"unchanged",
			]);
			expect(await desk.read(payment.id)).toMatchObject({ status: "success", amount: 4_900_000 });
		},
	);

	test("does not hide, once it is accepted, what goes back, nor a third amount", async () => {
		const { desk, payment } = await settled(4_900_000);
		await pay(desk, payment);
		const { id } = await only(desk, "amount_differs");
		await resolve(desk, id, { action: "accept", amount: 4_900_000, reason });
		await desk.deed(payment.reference, "refund", { amount: 100 });
		await recheck(desk, payment.id);
		expect(await desk.read(payment.id)).toMatchObject({ amount: 4_900_000, reversedAmount: 100 });
		await nothingOpen(desk);
		await desk.turn(payment.reference, "wrong_amount");
		await recheck(desk, payment.id);
		expect(await only(desk, "amount_differs")).toMatchObject({ amount: 4_999_900 });
	});

	test("is resolved with the same amount that the platform says later, once staff accept that", async () => {
		const { desk, payment } = await settled(4_999_900);
		await pay(desk, payment);
		await desk.turn(payment.reference, "wrong_amount");
		await recheck(desk, payment.id);
		const { data } = await list(desk);
		expect(data.map(({ kind, amount }) => [kind, amount])).toEqual(Array(2).fill(["amount_differs", 4_999_900]));
		await resolve(desk, data[0]?.id ?? "", { action: "accept", reason });
		await nothingOpen(desk);
	});

	test("is not noted where it is what was asked for", async () => {
		const { desk, payment } = await settled(5_000_000);
		await pay(desk, payment);
		await nothingNoted(desk);
	});
});

describe("paid twice", () => {
	const twice = async () => {
		const desk = await openPayments();
		const [first, second] = [await pay(desk), await pay(desk)];
		return { desk, first, second, exception: await only(desk, "paid_twice") };
	};

	test("shows both payments, and is closed with a reversal once staff have refunded one", async () => {
		const { desk, first, second, exception } = await twice();
		const { body } = await desk.ask<ExceptionDetails>(`/payments/exceptions/${exception.id}`);
		expect(body.payments.map(({ id }) => id)).toEqual([first.id, second.id]);
		expect(await resolve(desk, exception.id, { action: "refunded", transactionId: "another", reason })).toMatchObject({
			status: 422,
			body: { code: "payment_not_involved" },
		});
		await resolve(desk, exception.id, { action: "refunded", transactionId: first.id, reason });
		expect(await desk.read(first.id)).toMatchObject({ status: "success", reversedAmount: 5_000_000 });
		const reversals = await testDb()
			.select()
			.from(paymentReversals)
			.where(eq(paymentReversals.transactionId, first.id));
		expect(reversals).toMatchObject([
			{ amount: 5_000_000, total: 5_000_000, description: expect.stringContaining(reason) },
		]);
		await nothingOpen(desk);
		await desk.deed(first.reference, "reverse");
		await recheck(desk, first.id);
		expect(
			(await testDb().select().from(paymentReversals).where(eq(paymentReversals.transactionId, first.id))).length,
			"the platform's news is booked once",
		).toBe(1);
	});

	test("closes with it that the refunded payment had a discount which was used up", async () => {
		const { desk, first, exception } = await twice();
		const about = { transactionId: first.id, subject: first.id, platform: "PAYSTACK", reference: first.reference };
		await testDb()
			.insert(paymentExceptions)
			.values({
				...{ organisationId: desk.organisationId, id: `gone-${first.id}`, kind: "discount_used_up", ...about },
				...{ reason: "", createdAt: 1 },
			});
		await resolve(desk, exception.id, { action: "refunded", transactionId: first.id, reason });
		await nothingOpen(desk);
		expect((await list(desk, "?state=RESOLVED&kind=discount_used_up")).data).toMatchObject([
			{ action: "settled", resolution: `${first.reference} was refunded: ${reason}` },
		]);
	});

	test("closes by the platform's news that the other one went back, and not by those of another fee", async () => {
		const { desk, first, exception } = await twice();
		const other = await pay(desk, await desk.start([{ name: "Hostel", amount: 100_000 }]));
		await desk.deed(other.reference, "reverse");
		await recheck(desk, other.id);
		expect((await only(desk, "paid_twice")).id).toBe(exception.id);
		await desk.deed(first.reference, "reverse");
		await recheck(desk, first.id);
		expect((await list(desk, "?state=RESOLVED")).data).toMatchObject([{ id: exception.id, action: "settled" }]);
		await nothingOpen(desk);
	});

	test("stays open while a refund is under way, and closes by the platform's news", async () => {
		const { desk, first, exception } = await twice();
		expect(
			(await resolve(desk, exception.id, { action: "refund_later", transactionId: first.id, reason })).body,
		).toMatchObject({ refundOf: first.id, resolvedAt: null });
		await desk.deed(first.reference, "reverse");
		await recheck(desk, first.id);
		expect((await list(desk, "?state=RESOLVED")).data).toMatchObject([{ id: exception.id, action: "settled" }]);
	});
});

describe("payments for the same", () => {
	const fee = { name: "Acceptance fee", amount: 5_000_000, currency: "NGN" };
	const card = { name: "Identity card", amount: 100_000, currency: "NGN", kind: "ADD_ON" as const };
	const charge = { name: "Portal charge", amount: 100_000, currency: "NGN" };
	const hostel = { ...fee, name: "Hostel", amount: 9_000_000 };
	const payFor = async (desk: Desk, items: TransactionItem[]) => {
		const payment = await desk.start([{ name: "Fees", amount: items.reduce((sum, { amount }) => sum + amount, 0) }]);
		await testDb().update(transactions).set({ items }).where(eq(transactions.id, payment.id));
		return pay(desk, payment);
	};

	test.each([
		["a fee with an add-on", [fee], [fee, card]],
		["a fee with a discount", [fee], [fee, { name: "Discount EARLY (10%)", amount: -500_000, currency: "NGN" }]],
		["a fee that is written in another way", [fee], [{ ...fee, name: "acceptance fee " }]],
		["a fee in another currency", [fee], [{ ...fee, amount: 4_000, currency: "USD" }]],
		["an acceptance fee beside a larger one", [{ ...fee, kind: "ACCEPTANCE_FEE" as const }, hostel], [fee, charge]],
		["the same add-ons and nothing else", [card], [card]],
	])("are %s", async (_, first, second) => {
		const desk = await openPayments();
		const both = [await payFor(desk, first), await payFor(desk, second)];
		const { id, transactionId } = await only(desk, "paid_twice");
		expect(transactionId).toBe(both[1]?.id);
		const { body } = await desk.ask<ExceptionDetails>(`/payments/exceptions/${id}`);
		expect(body.payments.map((payment) => payment.id)).toEqual(both.map((payment) => payment.id));
	});

	test.each([
		["a part of a fee", [fee], [{ ...fee, amount: 1_000_000 }]],
		["another fee of the same amount", [fee], [{ ...fee, name: "Hostel" }]],
		["an add-on that was bought before", [fee, card], [card]],
		["another fee with the same add-on", [fee, card], [hostel, card]],
		["another fee with the same charge", [fee, charge], [hostel, charge]],
	])("are not %s", async (_, first, second) => {
		const desk = await openPayments();
		await payFor(desk, first);
		await payFor(desk, second);
		await nothingNoted(desk);
	});

	test("are noted too when the second one is accepted with another amount", async () => {
		const desk = await openPayments();
		await pay(desk);
		await payOddly(desk, "wrong_amount");
		const { id } = await only(desk, "amount_differs");
		await resolve(desk, id, { action: "accept", reason });
		await only(desk, "paid_twice");
	});
});

describe("an unknown reference", () => {
	const stray = async () => {
		const desk = await openPayments();
		const reference = `STRAY-${crypto.randomUUID().slice(0, 8)}`;
		expect((await webhook(desk, reference)).status).toBe(404);
		return { desk, reference, exception: await only(desk, "unknown_reference") };
	};

	test("is booked for an applicant as the platform has it, and paid by the platform's word", async () => {
		const { desk, reference, exception } = await stray();
		const body = { action: "attach", candidateId: desk.applicant.id, lineName: "Hostel fee" };
		expect(await resolve(desk, exception.id, body)).toMatchObject({
			status: 409,
			body: { code: "platform_knows_none" },
		});
		await control("POST", "/books", { ...desk.standIn, reference, amount: 250_000, status: "success" });
		expect(await resolve(desk, exception.id, { ...body, candidateId: "nobody" })).toMatchObject({
			status: 422,
			body: { code: "applicant_unknown" },
		});
		const resolved = await resolve(desk, exception.id, body);
		expect([resolved.status, resolved.body]).toMatchObject([
			200,
			{ action: "attach", payments: [{ status: "success", total: 250_000 }] },
		]);
		const booked = await desk.read(resolved.body.transactionId ?? "");
		expect(booked).toMatchObject({
			reference,
			applicantId: desk.applicant.id,
			items: [{ name: "Hostel fee", amount: 250_000 }],
		});
		expect((await desk.ledger(booked.id)).map(({ source }) => source)).toEqual(["desk", "desk"]);
	});

	/** A payment that Remita has settled and reported by its RRR alone. */
	const reported = async (desk: Desk, rrr: string | null) => {
		expect((await desk.webhook(JSON.stringify([{ rrr, type: "PY" }]), {})).status).toBe(404);
		return only(desk, "unknown_reference");
	};

	test("of a payment in the books attaches that payment, whichever applicant was chosen, and is known from then on", async () => {
		const desk = await openPayments("REMITA");
		const payment = await desk.start();
		const { rrr } = await desk.read(payment.id);
		await testDb().update(transactions).set({ rrr: null }).where(eq(transactions.id, payment.id));
		await desk.deed(payment.reference, "pay");
		const { id } = await reported(desk, rrr);
		const chosen = await createApplicant(desk.application);
		const { status, body } = await resolve(desk, id, { action: "attach", candidateId: chosen.id });
		expect([status, body]).toMatchObject([
			200,
			{
				resolution: `It is ${payment.reference}, which is in the books already.`,
				applicant: { id: desk.applicant.id },
				payments: [{ id: payment.id, status: "success" }],
			},
		]);
		expect(await desk.read(payment.id)).toMatchObject({ applicantId: desk.applicant.id, rrr });
		await nothingOpen(desk);
	});

	test("of a payment in the books that has no applicant gives it the one who was chosen", async () => {
		const desk = await openPayments("REMITA");
		const payment = await desk.start();
		const { rrr } = await desk.read(payment.id);
		const forgotten = { rrr: null, applicantId: null, courseId: null };
		await testDb().update(transactions).set(forgotten).where(eq(transactions.id, payment.id));
		await desk.deed(payment.reference, "pay");
		const { id } = await reported(desk, rrr);
		const { id: candidateId, courseId } = await createApplicant(desk.application);
		const { body } = await resolve(desk, id, { action: "attach", candidateId });
		expect(body).toMatchObject({ applicant: { id: candidateId }, transactionId: payment.id });
		expect(await desk.read(payment.id)).toMatchObject({ applicantId: candidateId, courseId, rrr, status: "success" });
		await nothingOpen(desk);
	});

	test("of a payment that was paid by nobody who is known resolves that too", async () => {
		const desk = await openPayments("REMITA");
		const payment = await desk.start();
		const { rrr } = await desk.read(payment.id);
		await testDb()
			.update(transactions)
			.set({ applicantId: null, courseId: null })
			.where(eq(transactions.id, payment.id));
		await pay(desk, payment);
		await only(desk, "no_applicant");
		await testDb().update(transactions).set({ rrr: null }).where(eq(transactions.id, payment.id));
		await desk.webhook(JSON.stringify([{ rrr, channel: "BRANCH", amount: 50_000, type: "PY" }]), {});
		const { data } = await list(desk);
		const unknown = data.find(({ kind }) => kind === "unknown_reference");
		const { status } = await resolve(desk, unknown?.id ?? "", { action: "attach", candidateId: desk.applicant.id });
		expect([status, data.length]).toEqual([200, 2]);
		await nothingOpen(desk);
	});

	test("is looked for at every account of the platform, and booked with the one that knows it", async () => {
		const desk = await openPayments();
		const reference = `STRAY-${crypto.randomUUID().slice(0, 8)}`;
		const { configurationId, standIn } = await desk.addAccount();
		// As a settlement file notes it, which names no account.
		const id = `line-${reference}`;
		await testDb()
			.insert(paymentExceptions)
			.values({
				...{ organisationId: desk.organisationId, id, kind: "unknown_reference", subject: `PAYSTACK ${reference}` },
				...{ platform: "PAYSTACK", reference, reason: "", createdAt: 1 },
			});
		const body = { action: "attach", candidateId: desk.applicant.id };
		expect(await resolve(desk, id, body)).toMatchObject({ status: 409, body: { code: "platform_knows_none" } });
		await desk.turn(null, "http_500", { times: 1 });
		expect((await resolve(desk, id, body)).status, "one of them may know it").toBe(503);
		await control("POST", "/books", { ...standIn, reference, amount: 250_000, status: "success" });
		const { body: attached } = await resolve(desk, id, body);
		expect(attached).toMatchObject({ action: "attach", payments: [{ status: "success", total: 250_000 }] });
		expect(await desk.read(attached.transactionId ?? "")).toMatchObject({ configurationId, status: "success" });
		await nothingOpen(desk);
	});

	/** A payment that only Remita knows, noted by both of its names: one is attached, and the other stays. */
	const bookedByOneName = async (settled: number, status = "success") => {
		const desk = await openPayments("REMITA");
		const { organisationId } = desk;
		const [reference, rrr, amount] = ["AT-THE-BANK", "330000000001", 250_000];
		await control("POST", "/books", { ...desk.standIn, reference, rrr, amount, status });
		const note = (name: string, names: object) => ({
			...{ organisationId, id: name, kind: "unknown_reference" as const, subject: `REMITA ${name}` },
			...{ platform: "REMITA", reference: name, reason: "", createdAt: 1, ...names },
		});
		await testDb()
			.insert(paymentExceptions)
			.values([note(reference, {}), note(rrr, { rrr })]);
		await testDb()
			.insert(settlementLines)
			.values({
				...{ organisationId, platform: "REMITA", reference: rrr, day: "2026-11-19", currency: "NGN", amount: settled },
				...{ fee: 0, result: "unknown_reference" as const, importId: "file", rowNumber: 2, createdAt: 1 },
			});
		const attached = await resolve(desk, reference, { action: "attach", candidateId: desk.applicant.id });
		expect(attached.status).toBe(200);
		return { desk, transactionId: attached.body.transactionId, other: rrr };
	};

	test("is resolved with the other names of its payment, once that is booked", async () => {
		const { desk, transactionId, other } = await bookedByOneName(250_000);
		expect((await desk.ask<ExceptionDetails>(`/payments/exceptions/${other}`)).body).toMatchObject({
			action: "settled",
			transactionId,
		});
		await nothingOpen(desk);
	});

	test("by which another amount was settled is resolved too, and the amount is noted with its payment", async () => {
		const { desk, transactionId, other } = await bookedByOneName(249_000);
		const { id, amount } = await only(desk, "amount_differs");
		expect((await desk.ask<ExceptionDetails>(`/payments/exceptions/${other}`)).body.action).toBe("settled");
		expect((await desk.ask<ExceptionDetails>(`/payments/exceptions/${id}`)).body).toMatchObject({
			actions: ["accept", "dismiss"],
			payments: [{ id: transactionId, total: 250_000, status: "success" }],
			applicant: { id: desk.applicant.id },
		});
		const [odd] = (await desk.exceptions()).filter((one) => one.id === id);
		expect([amount, odd?.courseId]).toEqual([249_000, desk.applicant.courseId]);
		expect((await resolve(desk, id, { action: "accept", amount: 249_000, reason })).status).toBe(200);
		await nothingOpen(desk);
	});

	test("by which another amount was settled stays open while its payment is not paid", async () => {
		const { desk, transactionId, other } = await bookedByOneName(249_000, "pending");
		expect(await only(desk, "unknown_reference")).toMatchObject({ id: other, transactionId });
		expect((await desk.ask<ExceptionDetails>(`/payments/exceptions/${other}`)).body.actions).toEqual(["dismiss"]);
		expect(await resolve(desk, other, { action: "attach", candidateId: desk.applicant.id })).toMatchObject({
			status: 422,
			body: { code: "exception_unfit" },
		});
	});

	test("is dismissed with a reason, and does not come back", async () => {
		const { desk, reference, exception } = await stray();
		expect((await resolve(desk, exception.id, { action: "dismiss", reason: " " })).status).toBe(422);
		await resolve(desk, exception.id, { action: "dismiss", reason });
		await webhook(desk, reference, "charge.again");
		await nothingOpen(desk);
	});
});

test("a payment of no applicant is given one, with their application and course", async () => {
	const desk = await openPayments();
	const payment = await desk.start();
	await testDb().update(transactions).set({ applicantId: null, courseId: null }).where(eq(transactions.id, payment.id));
	await pay(desk, payment);
	const { id } = await only(desk, "no_applicant");
	const { body } = await resolve(desk, id, { action: "attach", candidateId: desk.applicant.id });
	expect(body).toMatchObject({ applicant: { id: desk.applicant.id, name: expect.stringContaining("Obi") } });
	expect(await desk.read(payment.id)).toMatchObject({
		applicantId: desk.applicant.id,
		courseId: desk.applicant.courseId,
	});
});

test("a payment that went back whole and is given an applicant was not paid twice", async () => {
	const desk = await openPayments();
	await pay(desk);
	const payment = await desk.start();
	await testDb().update(transactions).set({ applicantId: null }).where(eq(transactions.id, payment.id));
	await pay(desk, payment);
	await desk.deed(payment.reference, "reverse");
	await recheck(desk, payment.id);
	const { id } = await only(desk, "no_applicant");
	expect((await resolve(desk, id, { action: "attach", candidateId: desk.applicant.id })).status).toBe(200);
	await nothingOpen(desk);
});

test("money of an admitted applicant that went back: the admission is kept, or was changed", async () => {
	const desk = await openPayments();
	const payment = await pay(desk);
	await testDb().run(`UPDATE workflow_steps SET type = 'ACCEPTED' WHERE organisation_id = '${desk.organisationId}'`);
	await desk.deed(payment.reference, "refund", { amount: 100 });
	await recheck(desk, payment.id);
	await nothingOpen(desk);
	await desk.deed(payment.reference, "reverse");
	await recheck(desk, payment.id);
	const { id } = await only(desk, "reversed_after_admission");
	expect(await resolve(desk, id, { action: "admission_changed" })).toMatchObject({
		status: 409,
		body: { code: "still_admitted" },
	});
	await testDb().run(`UPDATE workflow_steps SET type = 'DECLINED' WHERE organisation_id = '${desk.organisationId}'`);
	expect((await resolve(desk, id, { action: "admission_changed" })).status).toBe(200);
	await nothingOpen(desk);
});

describe("money of an admitted applicant that went back is no longer odd", () => {
	const returned = async (platform?: "REMITA") => {
		const desk = await openPayments();
		const payment = await pay(desk);
		await testDb().run(`UPDATE workflow_steps SET type = 'ACCEPTED' WHERE organisation_id = '${desk.organisationId}'`);
		await desk.deed(payment.reference, "reverse");
		await recheck(desk, payment.id);
		const { id } = await only(desk, "reversed_after_admission");
		return { desk, id, other: platform && (await desk.addAccount(platform)) };
	};
	const isSettled = async (desk: Desk, id: string) => {
		await nothingOpen(desk);
		const { data } = await list(desk, "?state=RESOLVED&kind=reversed_after_admission");
		expect(data).toMatchObject([{ id, action: "settled", resolution: "The applicant has paid for the same again." }]);
	};

	test("once they have paid for the same again, at whichever platform, and not for another fee", async () => {
		const { desk, id, other } = await returned("REMITA");
		await pay(desk, await desk.start([{ name: "Hostel", amount: 100_000 }]));
		expect((await only(desk, "reversed_after_admission")).id).toBe(id);
		const again = await desk.start(undefined, undefined, other);
		expect((await only(desk, "reversed_after_admission")).id, "it is only started").toBe(id);
		await desk.deed(again.reference, "pay", {}, other);
		await desk.check(again.reference);
		await isSettled(desk, id);
	});

	test("once staff accept what they have paid again", async () => {
		const { desk, id } = await returned();
		await payOddly(desk, "wrong_amount");
		const odd = (await list(desk, "?kind=amount_differs")).data[0];
		await resolve(desk, odd?.id ?? "", { action: "accept", reason });
		await isSettled(desk, id);
	});

	test("once a payment for the same is attached to them", async () => {
		const { desk, id } = await returned();
		const payment = await desk.start();
		await testDb().update(transactions).set({ applicantId: null }).where(eq(transactions.id, payment.id));
		await pay(desk, payment);
		const odd = (await list(desk, "?kind=no_applicant")).data[0];
		await resolve(desk, odd?.id ?? "", { action: "attach", candidateId: desk.applicant.id });
		await isSettled(desk, id);
	});

	test("and is odd anew when what they paid again goes back too", async () => {
		const { desk, id } = await returned();
		const again = await pay(desk);
		await isSettled(desk, id);
		await desk.deed(again.reference, "reverse");
		await recheck(desk, again.id);
		expect(await only(desk, "reversed_after_admission")).toMatchObject({ transactionId: again.id });
	});
});

test("the refund of one of two payments for the same leaves an admitted applicant a payment, and that of both none", async () => {
	const desk = await openPayments();
	const payments = [await pay(desk), await pay(desk)] as const;
	await testDb().run(`UPDATE workflow_steps SET type = 'ACCEPTED' WHERE organisation_id = '${desk.organisationId}'`);
	const goesBack = async ({ id, reference }: Started) => {
		await desk.deed(reference, "reverse");
		await recheck(desk, id);
	};
	await goesBack(payments[1]);
	await nothingOpen(desk);
	await goesBack(payments[0]);
	expect(await only(desk, "reversed_after_admission")).toMatchObject({ transactionId: payments[0].id });
});

describe.each(["STRIPE", "PAYSTACK"] as const)("%s", (platform) => {
	test("a part that goes back leaves the payment successful, each part is a row, and the day knows it", async () => {
		const desk = await openPayments(platform);
		const payment = await pay(desk);
		for (const amount of [1_000_000, 500_000]) {
			await desk.deed(payment.reference, "refund", { amount });
			await recheck(desk, payment.id);
			await recheck(desk, payment.id);
		}
		expect(await desk.read(payment.id)).toMatchObject({ status: "success", reversedAmount: 1_500_000 });
		const reversals = await testDb()
			.select()
			.from(paymentReversals)
			.where(eq(paymentReversals.transactionId, payment.id));
		expect(reversals.map(({ amount, total }) => [amount, total]).sort()).toEqual([
			[1_000_000, 1_000_000],
			[500_000, 1_500_000],
		]);
		const [day] = await testDb().select().from(paymentDays).where(eq(paymentDays.organisationId, desk.organisationId));
		expect(day).toMatchObject({ amount: 5_000_000, reversed: 1_500_000, payments: 1 });
	});
});

describe.each(["STRIPE", "PAYSTACK"] as const)("a dispute at %s", (platform) => {
	const disputed = async () => {
		const desk = await openPayments(platform);
		const payment = await pay(desk);
		await desk.deed(payment.reference, "dispute");
		await recheck(desk, payment.id);
		return { desk, payment, exception: await only(desk, "disputed") };
	};

	const told = async (desk: Desk) => {
		const rows = await testDb()
			.select({ type: events.type })
			.from(events)
			.where(eq(events.organisationId, desk.organisationId));
		return rows.map(({ type }) => type).filter((type) => type.startsWith("payment."));
	};

	test("changes nothing while it is open, and is over when it is won, of which open pages hear once", async () => {
		const { desk, payment } = await disputed();
		expect(await desk.read(payment.id)).toMatchObject({ status: "success", reversedAmount: 0 });
		const before = ["payment.started", "payment.succeeded", "payment.questioned"];
		expect(await told(desk)).toEqual(before);
		await desk.deed(payment.reference, "win_dispute");
		for (let times = 0; times < 2; times += 1) await recheck(desk, payment.id);
		await nothingOpen(desk);
		expect((await desk.read(payment.id)).reversedAmount).toBe(0);
		expect(await told(desk)).toEqual([...before, "payment.dispute_decided"]);
	});

	test("is noted anew when it comes a second time, and not again while it is the same", async () => {
		const { desk, payment, exception } = await disputed();
		await resolve(desk, exception.id, { action: "dismiss", reason });
		await recheck(desk, payment.id);
		await nothingOpen(desk);
		await desk.deed(payment.reference, "win_dispute");
		await recheck(desk, payment.id);
		await desk.deed(payment.reference, "dispute");
		for (let times = 0; times < 2; times += 1) await recheck(desk, payment.id);
		expect((await only(desk, "disputed")).id).not.toBe(exception.id);
		await desk.deed(payment.reference, "lose_dispute");
		await recheck(desk, payment.id);
		await nothingOpen(desk);
		expect((await desk.read(payment.id)).reversedAmount).toBe(5_000_000);
	});

	test("is noted with why, and by when it has to be answered in the time of the institution", async () => {
		const inAWeek = () => formatDate(Date.now() + 7 * 86_400_000, "Africa/Lagos");
		const asked = inAWeek();
		const { exception } = await disputed();
		const [amount, why] = platform === "STRIPE" ? ["$50,000.00", "general"] : ["₦50,000.00", "chargeback"];
		expect(exception.reason).toMatch(
			new RegExp(
				`^The payer disputes \\${amount} at their bank: ${why}\\. Answer it at the platform by (${asked}|${inAWeek()}), \\d\\d:\\d\\d\\.$`,
			),
		);
	});

	test("that is heard of when it was won already is no news", async () => {
		const desk = await openPayments(platform);
		const payment = await pay(desk);
		await desk.deed(payment.reference, "dispute");
		await desk.deed(payment.reference, "win_dispute");
		await recheck(desk, payment.id);
		await nothingNoted(desk);
		expect(await told(desk)).toEqual(["payment.started", "payment.succeeded"]);
	});

	test("that is lost is a reversal", async () => {
		const { desk, payment, exception } = await disputed();
		await desk.deed(payment.reference, "lose_dispute");
		expect((await resolve(desk, exception.id, { action: "check" })).body).toMatchObject({ action: "settled" });
		expect(await desk.read(payment.id)).toMatchObject({ status: "success", reversedAmount: 5_000_000 });
		expect((await told(desk)).slice(-2)).toEqual(["payment.reversed", "payment.dispute_decided"]);
	});
});

describe("the desk", () => {
	test("resolves nothing twice, also at once; says so clearly, and refuses what does not fit", async () => {
		const desk = await openPayments();
		const payment = await payOddly(desk, "wrong_amount");
		const { id } = await only(desk, "amount_differs");
		expect(await resolve(desk, id, { action: "keep_admission", reason })).toMatchObject({
			status: 422,
			body: { code: "exception_unfit" },
		});
		const both = await Promise.all([
			resolve(desk, id, { action: "accept", reason }),
			resolve(desk, id, { action: "leave_failed", reason }),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await resolve(desk, id, { action: "dismiss", reason })).toMatchObject({
			status: 409,
			body: { error: "This was resolved already. Reload the page to see what was done." },
		});
		expect(["success", "failed"]).toContain((await desk.read(payment.id)).status);
		expect(await resolve(desk, "none", { action: "dismiss", reason })).toMatchObject({ status: 404 });
	});

	test("filters by kind, platform and state, page by page, with kept counts", async () => {
		const desk = await openPayments();
		await payOddly(desk, "wrong_amount");
		await payOddly(desk, "wrong_amount");
		await payOddly(desk, "wrong_currency");
		expect(await list(desk)).toMatchObject({
			resultTotal: 3,
			counts: [
				{ kind: "amount_differs", exceptions: 2 },
				{ kind: "currency_differs", exceptions: 1 },
			],
		});
		const pages = [
			await list(desk, "?kind=amount_differs&size=1"),
			await list(desk, "?kind=amount_differs&size=1&page=1"),
		];
		expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(2);
		expect(await list(desk, "?platform=REMITA")).toMatchObject({ resultTotal: 0, data: [] });
		expect((await desk.ask("/payments/exceptions?kind=nothing")).status).toBe(422);
	});

	test("is seen by roles at the payment's course; of another institution nothing is", async () => {
		const desk = await openPayments();
		await payOddly(desk, "wrong_amount");
		const { id } = await only(desk, "amount_differs");
		const other = await openPayments();
		expect((await other.ask(`/payments/exceptions/${id}`)).status).toBe(404);
		expect((await resolve(other, id, { action: "dismiss", reason })).status).toBe(404);
		const reader = await signIn(await createUser({ organisationId: desk.organisationId, privileges: ["payments:r"] }));
		const refused = await desk.call(`/payments/exceptions/${id}/resolution`, {
			method: "POST",
			headers: reader.headers,
			body: { action: "dismiss", reason },
		});
		expect(refused.status).toBe(403);
	});

	test("shows everything that is odd about a payment where the payment is, once its course is known", async () => {
		const { organisationId, inside, outside } = await openTwoPlaces();
		const staff = await signIn(await createUser({ organisationId, privileges: ["payments:r", "payments:u"] }));
		const boundTo = async (place: "physics" | "law") => {
			const user = await createUser({ organisationId, privileges: ["payments:r"] });
			await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, place);
			return signIn(user);
		};
		const [physics, law] = [await boundTo("physics"), await boundTo("law")];
		const call = serviceApp([transactionsRoutes]);
		const unknown = { applicantId: null, courseId: null, status: "pending" as const };
		const { id, reference, platform } = await createTransaction(outside, unknown);
		const kinds = ["no_applicant", "amount_differs"] as const;
		await testDb()
			.insert(paymentExceptions)
			.values(
				kinds.map((kind) => ({
					...{ organisationId, id: `${kind}-${id}`, kind, subject: id, transactionId: id, platform, reference },
					...{ reason: "", createdAt: 1 },
				})),
			);
		const seenBy = async ({ headers }: typeof staff, state = "OPEN") => {
			const answer = await call(`/payments/exceptions?state=${state}&size=100`, { headers });
			const { data, counts } = await answer.json<Page>();
			const one = await call(`/payments/exceptions/amount_differs-${id}`, { headers });
			return {
				listed: data.filter(({ transactionId }) => transactionId === id).map(({ kind }) => kind),
				counted: counts.reduce((sum, { exceptions }) => sum + exceptions, 0) - data.length,
				status: one.status,
			};
		};
		const nothing = { listed: [], counted: 0, status: 404 };
		expect([await seenBy(physics), await seenBy(law)]).toEqual([nothing, nothing]);
		const attached = await call(`/payments/exceptions/no_applicant-${id}/resolution`, {
			method: "POST",
			headers: staff.headers,
			body: { action: "attach", candidateId: inside.id },
		});
		expect(attached.status).toBe(200);
		expect(await seenBy(physics)).toEqual({ listed: ["amount_differs"], counted: 0, status: 200 });
		expect(await seenBy(physics, "RESOLVED")).toEqual({ listed: ["no_applicant"], counted: 0, status: 200 });
		expect([await seenBy(law), await seenBy(law, "RESOLVED")]).toEqual([nothing, nothing]);
		expect(await seenBy(staff)).toMatchObject({ listed: ["amount_differs"], status: 200 });
	});

	test("tells who may resolve exceptions at another place alone that they may not resolve this one", async () => {
		const { organisationId, inside, outside } = await openTwoPlaces();
		const user = await createUser({ organisationId, privileges: ["payments:r"] });
		const at = { organisationId, createdAt: 1, updatedAt: 1 };
		await testDb()
			.insert(roles)
			.values({ ...at, id: "cashiers", name: "Cashiers", privileges: ["payments:u"] });
		await testDb().insert(userRoles).values({ organisationId, userId: user.id, roleId: "cashiers" });
		await bindRole({ organisationId, userId: user.id, roleId: "cashiers" }, "physics");
		const { headers } = await signIn(user);
		const call = serviceApp([transactionsRoutes]);
		const elsewhere = async (payer: typeof inside) => {
			const { id, reference, platform, courseId } = await createTransaction(payer);
			const about = { transactionId: id, subject: id, reference, platform, courseId };
			const odd = { ...about, id: `odd-${id}`, kind: "amount_differs", reason: "", createdAt: 1 } as const;
			await testDb()
				.insert(paymentExceptions)
				.values({ organisationId, ...odd });
			const answer = await call(`/payments/exceptions/${odd.id}`, { headers });
			return (await answer.json<ExceptionDetails>()).privilegesElsewhere;
		};
		expect([await elsewhere(inside), await elsewhere(outside)]).toEqual([[], ["payments:u"]]);
	});

	test("changes nothing elsewhere for a role at a place, and knows who is admitted elsewhere", async () => {
		const { organisationId, inside, outside } = await openTwoPlaces();
		await testDb().run(`UPDATE workflow_steps SET type = 'ACCEPTED' WHERE organisation_id = '${organisationId}'`);
		const user = await createUser({ organisationId, privileges: ["payments:r", "payments:u"] });
		await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, "physics");
		const { headers } = await signIn(user);
		const call = serviceApp([transactionsRoutes]);
		const { courseId } = inside;
		const note = async (
			kind: "no_applicant" | "paid_twice" | "reversed_after_admission",
			applicantId: string | null,
		) => {
			const { id, reference, platform } = await createTransaction(outside, { applicantId, courseId });
			const about = { transactionId: id, subject: id, reference, platform, courseId };
			await testDb()
				.insert(paymentExceptions)
				.values({ organisationId, id: `odd-${id}`, kind, ...about, reason: "", createdAt: 1 });
			return async (body: object) => {
				const answer = await call(`/payments/exceptions/odd-${id}/resolution`, { method: "POST", headers, body });
				return [answer.status, await answer.json()];
			};
		};
		const attach = await note("no_applicant", null);
		expect(await attach({ action: "attach", candidateId: outside.id })).toMatchObject([
			422,
			{ code: "applicant_unknown" },
		]);
		expect(await attach({ action: "attach", candidateId: inside.id })).toMatchObject([200, { action: "attach" }]);
		const repay = await note("paid_twice", inside.id);
		const { id: transactionId } = await createTransaction(outside, { applicantId: inside.id });
		expect(await repay({ action: "refunded", transactionId, reason })).toMatchObject([
			422,
			{ code: "payment_not_involved" },
		]);
		const change = await note("reversed_after_admission", outside.id);
		expect(await change({ action: "admission_changed" })).toMatchObject([409, { code: "still_admitted" }]);
	});
});
