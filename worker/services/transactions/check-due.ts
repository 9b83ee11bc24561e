import type { OrgContext } from "#worker/context";
import { backgroundOrgContext } from "#worker/events/background";
import { releaseCodes } from "#worker/services/coupons/writes";
import { type Asking, askSparingly } from "#worker/services/transactions/ask-sparingly";
import type { LedgerContext } from "#worker/services/transactions/book-answers";
import { concurrently, mostConnections } from "#worker/services/transactions/concurrently";
import type { FoundPayment } from "#worker/services/transactions/ledger.queries";
import { claimDue, stopChecks } from "#worker/services/transactions/ledger.writes";
import { recordAnswers } from "#worker/services/transactions/record-answer";
import type { Errand } from "#worker/tasks/errand";

export const checksErrand = "payment-checks";

/** Payments that are taken at a time. why fewer while webhooks pour in: platforms wait for their answers, and users for pages. */
const takenAtOnce = { usually: 12, whilePouring: 4 };
/** How many times as long as it has worked a run rests while others wait, and always while webhooks pour in. */
const restsFor = { usually: 1, whilePouring: 9 };
/** From how many pieces of news during one round of checks webhooks pour in. */
const pouringFrom = 10;
/** Calls side by side while others wait for this isolate. */
const concurrencyWhenBusy = 2;
/** A timer that fires later than that, in milliseconds, says that others wait. */
const longestLateMs = 5;
/** How long one delivery goes on. why: a queue ends a consumer after fifteen minutes, and a delivery has 30 seconds of CPU. */
const longestDeliveryMs = 30_000;

/** Institutions whose checks are under way in this isolate: when they began, and how often there was news since the last round. */
const underWay = new Map<string, { begunAt: number; told: number }>();
/** A run that began before is over, although it has not said so: the runtime has ended it. */
const longestRunMs = 120_000;

/**
 * Tells the checks of an institution that there is news of so many of its payments. @returns whether they are under way in this isolate,
 * so that nobody has to be sent for
 */
export const tellChecks = (organisationId: string, payments = 1): boolean => {
	const run = underWay.get(organisationId);
	if (!run || Date.now() - run.begunAt > longestRunMs) return false;
	run.told += payments;
	return true;
};

/**
 * Checks the payments of an institution that are due: pending ones, and those that webhooks spoke of. One run in an isolate
 * does them all, however many messages ask for it, and rests as long as it has worked while others wait: longer, and after
 * fewer payments, while more are reported to it all the time.
 */
export const checkDuePayments: Errand = {
	name: checksErrand,
	run: async (request, { organisationId }) => {
		if (tellChecks(organisationId)) return undefined;
		const news = { begunAt: Date.now(), told: 0 };
		underWay.set(organisationId, news);
		try {
			const ctx = backgroundOrgContext(request, organisationId, { id: "", name: "", email: "" });
			const after = await checkAll(ctx, news);
			// why: what was reported while the last checks ended has started no run of its own.
			return news.told > 0 ? 0 : after;
		} finally {
			underWay.delete(organisationId);
		}
	},
};

/** @returns 0 when there is more to do after this delivery */
const checkAll = async (ctx: OrgContext, news: { told: number }): Promise<0 | undefined> => {
	const ask = askSparingly();
	const begunAt = Date.now();
	let isBusy = false;
	let pace: keyof typeof takenAtOnce = "usually";
	while (Date.now() - begunAt < longestDeliveryMs) {
		const startedAt = Date.now();
		news.told = 0;
		const taken = await claimDue(ctx, takenAtOnce[pace]);
		// why: what became due while the question was on its way asks in vain for a run of its own.
		if (taken.length === 0 && news.told > 0) continue;
		if (taken.length === 0) return undefined;
		const isHeld = isBusy || pace === "whilePouring";
		await keep(ctx, await askAll(ctx, taken, { ask, concurrency: isHeld ? concurrencyWhenBusy : mostConnections }));
		const doneAt = Date.now();
		await scheduler.wait(1);
		isBusy = Date.now() - doneAt - 1 > longestLateMs;
		// why also when no timer is late: one that is in time says nothing of the calls that come while the next round works.
		pace = news.told >= pouringFrom ? "whilePouring" : "usually";
		if (isBusy || pace === "whilePouring") await scheduler.wait((doneAt - startedAt) * restsFor[pace]);
	}
	return 0;
};

interface Asked {
	paymentId: string;
	answered: Awaited<ReturnType<Asking>>;
}

const askAll = async (
	ctx: OrgContext,
	taken: readonly FoundPayment[],
	{ ask, concurrency }: { ask: Asking; concurrency: number },
): Promise<Asked[]> => {
	const asked: Asked[] = [];
	await concurrently(taken, concurrency, {
		ask: async (payment) => ({ paymentId: payment.id, answered: await ask(nobody(ctx), payment) }),
		keep: async (one) => void asked.push(one),
	});
	return asked;
};

/** Keeps answers together: what they cost the database is mostly the commit and the event, and not the rows. */
const keep = async (ctx: OrgContext, asked: readonly Asked[]): Promise<void> => {
	// why nothing for those that were spared: they are due again when what this round has claimed of them ends.
	const heard = asked.flatMap(({ paymentId, answered }) => (answered === "spared" ? [] : [{ paymentId, answered }]));
	const answers = heard.flatMap(({ paymentId, answered }) => (answered ? [{ paymentId, answered }] : []));
	if (answers.length > 0) await recordAnswers(nobody(ctx), answers, "schedule");
	const unasked = heard.flatMap(({ paymentId, answered }) => (answered ? [] : [paymentId]));
	// why: without keys there is nobody to ask; a configuration that is entered later makes it due again.
	if (unasked.length > 0) await ctx.db.batch([stopChecks(ctx, unasked), releaseCodes(ctx, unasked)]);
};

const nobody = (ctx: OrgContext): LedgerContext => ({ ...ctx, actor: { id: null, name: null } });
