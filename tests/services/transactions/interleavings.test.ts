import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { control, openPayments, type Started, signPaystack } from "#tests/services/transactions/payments-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { createRandom } from "#worker/database/demo/random";
import { paymentDays, paymentReversals, transactions } from "#worker/database/schema/transactions";

/** A payment as the platform's stand-in has it. */
interface Booked {
	reference: string;
	means: "success" | "failed" | "pending" | "reversed";
	/** What went back, in minor units. */
	returned: number;
}

/**
 * Drives payments through webhooks, checks, retries, outages, deliveries that break off and returns of the payer in random
 * order. However they fall, in the end the books are those of the platform.
 */
test.each(Array.from({ length: 12 }, (_, seed) => seed))(
	"the books end as the platform's, whatever happens: %i",
	async (seed) => {
		const random = createRandom(seed, "interleavings");
		const payments = await openPayments();
		const secret = payments.standIn.account.replace("pk_", "sk_");
		const started: Started[] = [];
		// why others too: answers about payments of different applicants are kept in one commit.
		const [second, third] = [await createApplicant(payments.application), await createApplicant(payments.application)];
		const payers = [payments.applicant, payments.applicant, second, third, second];
		for (const [n, payer] of payers.entries())
			started.push(await payments.start([{ name: `Fee ${n}`, amount: 1_000 + n }], payer.id));
		const twins = [started[0], await payments.start([{ name: "Fee 0", amount: 1_000 }])] as const;
		started.push(twins[1]);
		const one = () => started[random.between(0, started.length - 1)] as (typeof started)[number];
		let calls = 0;
		const webhook = async ({ reference }: { reference: string }, id?: number) => {
			calls += 1;
			const body = JSON.stringify({ event: "charge.success", data: { id: id ?? 1 + calls, reference } });
			return payments.webhook(body, { "x-paystack-signature": await signPaystack(secret, body) });
		};
		const deliver = async (attempts = 1) => {
			const jobs = payments.queues.sentJobs.splice(0);
			await deliverJobs(jobs, { clock: payments.clock, bindings: payments.queues.bindings, attempts });
		};
		const seen = new Map<string, string>();
		const acts: (() => Promise<unknown>)[] = [
			() =>
				payments
					.deed(
						one().reference,
						random.weighted([
							["pay", 5],
							["fail", 2],
							["cancel", 1],
							["hold", 1],
						]),
					)
					.catch(() => undefined),
			() => payments.deed(one().reference, "reverse").catch(() => undefined),
			() => payments.deed(one().reference, "refund", { amount: random.between(1, 700) }).catch(() => undefined),
			() => webhook(one()),
			// why the same id: the platform repeats a call that it thinks was lost.
			() => webhook(one(), 1),
			() => payments.check(one().reference),
			() =>
				payments.call(`/public-payments/${payments.organisationId}/${one().publicKey}/check`, {
					method: "POST",
					body: {},
				}),
			() =>
				payments.turn(
					null,
					random.weighted([
						["ok", 4],
						["http_500", 1],
						["http_429", 1],
						["garbage_body", 1],
						["reset", 1],
					]),
				),
			() =>
				payments.turn(
					one().reference,
					random.weighted([
						["ok", 3],
						["pending", 1],
						["not_found", 1],
						["wrong_amount", 1],
					]),
				),
			() => deliver(random.between(1, 4)),
			async () => void payments.queues.sentJobs.splice(0),
			async () => payments.clock.advance(random.between(1, 900) * 1_000),
			() => payments.checkDue(),
		];
		for (let step = 0; step < 60; step += 1) {
			const some = Array.from({ length: random.between(1, 3) }, () => acts[random.between(0, acts.length - 1)]);
			await Promise.all(some.map((act) => act?.()));
			for (const { id } of started) {
				const { status } = await payments.read(id);
				expect([seen.get(id), status], "a success never goes back").not.toEqual([
					"success",
					expect.not.stringMatching("success"),
				]);
				seen.set(id, status);
			}
		}
		await payments.turn(null, "ok");
		for (const { reference } of started) await payments.turn(reference, "ok");
		await deliver();
		await testDb()
			.update(transactions)
			.set({ dueAt: 1 })
			.where(eq(transactions.organisationId, payments.organisationId));
		await payments.checkDue();

		const { platform, account } = payments.standIn;
		const books = await control<Booked[]>("GET", `/books?platform=${platform}&account=${account}`);
		const means = new Map(books.map((booked) => [booked.reference, booked.means]));
		const returned = new Map(books.map((booked) => [booked.reference, booked.returned]));
		let paid = 0;
		for (const { id, reference, amount } of started) {
			const mine = await payments.read(id);
			const ledger = await payments.ledger(id);
			const state = mine.reversedAmount === amount ? "reversed" : mine.status;
			expect([reference, state], JSON.stringify(ledger.map(({ source, outcome }) => `${source} ${outcome}`))).toEqual([
				reference,
				means.get(reference),
			]);
			if (mine.status === "success") paid += amount;
			expect(mine.reversedAmount, "what went back").toBe(returned.get(reference));
			const reversals = await testDb().select().from(paymentReversals).where(eq(paymentReversals.transactionId, id));
			expect(reversals.reduce((sum, reversal) => sum + reversal.amount, 0)).toBe(mine.reversedAmount);
			expect(ledger.filter(({ outcome }) => outcome === "reversed").length).toBe(reversals.length);
		}
		const days = await testDb()
			.select()
			.from(paymentDays)
			.where(eq(paymentDays.organisationId, payments.organisationId));
		expect(days.reduce((sum, day) => sum + day.amount + day.gatewayCharge, 0)).toBe(paid);
		const wentBack = [...returned.values()].reduce((sum, amount) => sum + amount, 0);
		expect(days.reduce((sum, day) => sum + day.reversed, 0)).toBe(wentBack);

		const ofTwins = await Promise.all(twins.map((twin) => payments.read(twin?.id ?? "")));
		const twice = (await payments.exceptions()).filter(
			({ kind, transactionId }) => kind === "paid_twice" && ofTwins.some(({ id }) => id === transactionId),
		);
		if (ofTwins.every(({ status, reversedAmount }) => status === "success" && reversedAmount === 0))
			expect(twice, "the second of two payments for the same").toHaveLength(1);
		else expect(twice.length).toBeLessThan(2);
	},
);
