import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import {
	type Account,
	control,
	noticeOf,
	openPayments,
	ownPlatforms,
	type Started,
} from "#tests/services/transactions/payments-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { serviceApp } from "#tests/support/service-app";
import { createRandom } from "#worker/database/demo/random";
import { tasks } from "#worker/database/schema/records";
import { paymentDays, paymentReversals } from "#worker/database/schema/transactions";
import type { Env } from "#worker/env";
import { checksErrand } from "#worker/services/transactions/check-due";
import { transactionsRoutes } from "#worker/services/transactions/routes";

/** A payment as the platform's stand-in has it. */
interface Booked {
	reference: string;
	means: "success" | "failed" | "pending" | "reversed";
	/** What went back, in minor units. */
	returned: number;
}

/** The kills and re-queries of this file, so that it is seen that there are some. */
const kills = { before: 0, after: 0 };
let requeries = 0;

/**
 * Returns the database of a Worker that is killed where it keeps what a platform said: before that is written, or just after.
 * Nothing that it does then reaches the database.
 */
const dying = (when: keyof typeof kills): D1Database => {
	let isKeeping = false;
	let isOver = false;
	const end = (): never => {
		throw new Error("the Worker was killed");
	};
	const prepare = (text: string) => {
		if (isOver) end();
		isKeeping ||= /^insert into "payment_events"/i.test(text);
		return env.DB.prepare(text);
	};
	const batch = async (statements: D1PreparedStatement[]) => {
		if (isOver) end();
		if (!isKeeping) return env.DB.batch(statements);
		isOver = true;
		kills[when] += 1;
		if (when === "after") await env.DB.batch(statements);
		return end();
	};
	return replacing(env.DB, { prepare, batch });
};

/** A payment, and the account that it is made at. */
type Made = Started & { rrr: string | null; account: Account };

const day = 86_400_000;

/** Starts payments of three applicants at accounts of every platform, two of them for the same. */
const startSome = async (seed: number) => {
	const random = createRandom(seed, "interleavings");
	const payments = await openPayments();
	const accounts: Account[] = [];
	for (const platform of ownPlatforms) accounts.push(await payments.addAccount(platform));
	// why others too: answers about payments of different applicants are kept in one commit.
	const [second, third] = [await createApplicant(payments.application), await createApplicant(payments.application)];
	const made: Made[] = [];
	const start = async (name: string, amount: number, payer: { id: string }) => {
		const account = random.pick(accounts);
		const started = await payments.start([{ name, amount }], payer.id, account);
		const { rrr } = await payments.read(started.id);
		made.push({ ...started, rrr, account });
	};
	for (const [n, payer] of [payments.applicant, payments.applicant, second, third, second].entries())
		await start(`Fee ${n}`, 1_000 + n, payer);
	await start("Fee 0", 1_000, payments.applicant);
	return { random, payments, accounts, made };
};

type World = Awaited<ReturnType<typeof startSome>>;

/** Returns what can happen, each of it once; every Worker that takes part may be killed. */
const actsOf = ({ random, payments, accounts, made }: World) => {
	const { clock, queues, organisationId } = payments;
	const bindings = (): Partial<Env> => {
		const end = random.weighted([
			["never", 4],
			["before", 1],
			["after", 1],
		] as const);
		return end === "never" ? queues.bindings : { ...queues.bindings, DB: dying(end) };
	};
	const call = (...asked: Parameters<ReturnType<typeof serviceApp>>) =>
		serviceApp([transactionsRoutes], clock, bindings())(...asked);
	const one = () => random.pick(made);
	const deed = (payment: Made, name: string, more = {}) =>
		payments.deed(payment.reference, name, more, payment.account).catch(() => undefined);
	let notices = 0;
	const notify = async ({ account, reference, rrr }: Made, n: number) => {
		const notice = await noticeOf(account, { reference, rrr }, { n, now: clock.now() });
		return call(`/payments/webhooks/${organisationId}/${account.token}`, { method: "POST", ...notice });
	};
	const deliver = async (jobs: typeof queues.sentJobs, attempts = 1) => {
		const { retried } = await deliverJobs(jobs, { clock, bindings: bindings(), attempts });
		// why all of them: a queue may deliver again what was done already.
		if (retried > 0) queues.sentJobs.push(...jobs);
	};
	const acts: (() => Promise<unknown>)[] = [
		() =>
			deed(
				one(),
				random.weighted([
					["pay", 5],
					["fail", 2],
					["cancel", 1],
					["hold", 1],
				]),
			),
		() => deed(one(), "reverse"),
		() => deed(one(), "refund", { amount: random.between(1, 700) }),
		() => notify(one(), ++notices),
		// why the same number: the platform repeats a call that it thinks was lost.
		() => notify(one(), 1),
		async () => call(`/payments/status?ref=${one().reference}`, { headers: await payments.signInAgain() }),
		() =>
			call(`/public-payments/${organisationId}/${one().publicKey}/check`, {
				method: "POST",
				body: {},
			}),
		async () => {
			const startingFrom = new Date(Date.now() - day).toISOString().slice(0, 10);
			await call("/payments/requery", { headers: await payments.signInAgain(), body: { startingFrom } });
			await deliver(queues.sentJobs.splice(0));
		},
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
				{},
				random.pick(accounts),
			),
		() => {
			const { reference, account } = one();
			const name = random.weighted([
				["ok", 3],
				["pending", 1],
				["not_found", 1],
				["wrong_amount", 1],
			]);
			return payments.turn(reference, name, {}, account);
		},
		() => deliver(queues.sentJobs.splice(0), random.between(1, 4)),
		// why only errands: a task that is lost is sent again by a sweep that does not run here.
		async () => {
			const tasks = queues.sentJobs.splice(0).filter(({ errand }) => errand === undefined);
			queues.sentJobs.push(...tasks);
		},
		async () => clock.advance(random.between(1, 900) * 1_000),
		() => deliver([{ organisationId, taskId: organisationId, errand: checksErrand }]),
	];
	return acts;
};

/** Ends every outage, and lets come what comes by itself: the last notices, the queue, the checks of the days that follow. */
const settle = async ({ payments, accounts, made }: World) => {
	const { clock, queues } = payments;
	for (const account of accounts) await payments.turn(null, "ok", {}, account);
	for (const { reference, account } of made) await payments.turn(reference, "ok", {}, account);
	for (const { account, reference, rrr } of made) {
		const { body, headers } = await noticeOf(account, { reference, rrr }, { n: 1_000_000, now: clock.now() });
		const path = `/payments/webhooks/${payments.organisationId}/${account.token}`;
		expect((await payments.call(path, { method: "POST", headers, body })).status).toBe(200);
	}
	for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
		await deliverJobs(jobs, { clock, bindings: queues.bindings });
	for (let days = 0; days < 3; days += 1) {
		await payments.checkDue();
		clock.advance(day);
	}
};

const booksOf = async ({ accounts }: World) => {
	const books: Booked[] = [];
	for (const { standIn } of accounts)
		books.push(...(await control<Booked[]>("GET", `/books?platform=${standIn.platform}&account=${standIn.account}`)));
	return new Map(books.map((booked) => [booked.reference, booked]));
};

/**
 * Drives payments at four platforms through webhooks, checks, re-queries, retries, outages, deliveries that break off, returns
 * of the payer, and kills between a platform's answer and the end of the commit that keeps it, in random order. However they
 * fall, in the end the books are those of the platforms.
 */
test.each(Array.from({ length: 16 }, (_, seed) => seed))(
	"the books end as the platforms', whatever happens: %i",
	async (seed) => {
		const world = await startSome(seed);
		const { random, payments, made } = world;
		const acts = actsOf(world);
		const seen = new Map<string, string>();
		for (let step = 0; step < 60; step += 1) {
			const some = Array.from({ length: random.between(1, 3) }, () => random.pick(acts));
			await Promise.all(some.map((act) => act()));
			for (const { id } of made) {
				const { status } = await payments.read(id);
				expect([seen.get(id), status], "a success never goes back").not.toEqual([
					"success",
					expect.not.stringMatching("success"),
				]);
				seen.set(id, status);
			}
		}
		await settle(world);

		const books = await booksOf(world);
		let [paid, wentBack] = [0, 0];
		for (const { id, reference, amount } of made) {
			const booked = books.get(reference);
			const mine = await payments.read(id);
			const ledger = await payments.ledger(id);
			const state = mine.reversedAmount === amount ? "reversed" : mine.status;
			const story = `${mine.platform} ${JSON.stringify(ledger.map(({ source, outcome }) => `${source} ${outcome}`))}`;
			expect([reference, state], story).toEqual([reference, booked?.means]);
			if (mine.status === "success") paid += amount;
			expect(mine.reversedAmount, `what went back: ${story}`).toBe(booked?.returned);
			wentBack += mine.reversedAmount;
			const reversals = await testDb().select().from(paymentReversals).where(eq(paymentReversals.transactionId, id));
			expect(reversals.reduce((sum, reversal) => sum + reversal.amount, 0)).toBe(mine.reversedAmount);
			expect(ledger.filter(({ outcome }) => outcome === "reversed").length).toBe(reversals.length);
		}
		const days = await testDb()
			.select()
			.from(paymentDays)
			.where(eq(paymentDays.organisationId, payments.organisationId));
		expect(days.reduce((sum, one) => sum + one.amount + one.gatewayCharge, 0)).toBe(paid);
		expect(days.reduce((sum, one) => sum + one.reversed, 0)).toBe(wentBack);

		const runs = await testDb().select().from(tasks).where(eq(tasks.organisationId, payments.organisationId));
		requeries += runs.length;
		for (const { type, status, done, total, result } of runs) {
			expect({ type, status, done }).toEqual({ type: "RE_QUERY_PAYMENT", status: "SUCCESS", done: total });
			const counts = Object.values((result as { payments: Record<string, number> }).payments);
			expect(
				counts.reduce((sum, count) => sum + count, 0),
				"each payment is counted once",
			).toBeLessThanOrEqual(total);
		}

		const [first, last] = [made[0], made.at(-1)];
		const twins = await Promise.all([first, last].map((twin) => payments.read(twin?.id ?? "")));
		const twice = (await payments.exceptions()).filter(
			({ kind, transactionId }) => kind === "paid_twice" && twins.some(({ id }) => id === transactionId),
		);
		if (twins.every(({ status, reversedAmount }) => status === "success" && reversedAmount === 0))
			expect(twice, "the second of two payments for the same").toHaveLength(1);
		else expect(twice.length).toBeLessThan(2);
	},
);

test("Workers were killed on both sides of the commit, and there were re-queries among it", () => {
	expect(kills.before).toBeGreaterThan(20);
	expect(kills.after).toBeGreaterThan(20);
	expect(requeries).toBeGreaterThan(20);
});
