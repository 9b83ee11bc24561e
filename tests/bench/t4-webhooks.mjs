import { book, secret, settled, webhookUrl } from "./booked-payments.mjs";
import { addPayments, servePaidPortal, settlePending } from "./payments.mjs";
import { loadCore, startProcess } from "./processes.mjs";
import { summarize } from "./stats.mjs";

const payments = 4_000;
/** why: the first calls are compiled and cached, which later calls do not cost, and so are the first lists beside them. */
const warmingUp = 1_500;
const perSecond = 500;
const settledWithinMs = 180_000;

const servePending = async (bench, state, options) => {
	settlePending(state);
	const references = addPayments(state, { count: warmingUp + payments, status: "pending", platform: "PAYSTACK" });
	const served = await servePaidPortal(bench, state, options);
	await book(served.providers, references);
	return { ...served, references };
};

/** T4: reports 4,000 payments by 5,000 signed webhooks, 500 a second, while lists are read; 1,500 others go before, to warm up. */
export const run = async (bench) => {
	const state = bench.smallest;
	const { portal, providers, stop, references: all } = await servePending(bench, state);
	const [warm, references] = [all.slice(0, warmingUp), all.slice(warmingUp)];
	const sender = await startProcess("webhooks.mjs", {}, loadCore);
	const url = webhookUrl(portal, state);
	const list = {
		url: `${portal.url}/${state.organisation}/applicants?application=${state.application}`,
		headers: await bench.cookie(portal, state),
	};
	const warmingLists = bench.loadUntil(list);
	await sender.ask({ url, secret, references: warm, perSecond });
	await warmingLists.enough();
	await settled(state, warm, settledWithinMs);
	await bench.load({ ...list, requests: 100 });
	const quiet = summarize((await bench.load({ ...list, requests: 600 })).samples);
	const { asked: before } = await providers.ask();
	const reads = bench.loadUntil(list);
	const begun = performance.now();
	const sent = await sender.ask({ url, secret, references, perSecond });
	const busy = summarize((await reads.enough()).samples);
	const after = bench.loadUntil(list);
	const wrong = await settled(state, references, settledWithinMs);
	const seconds = (performance.now() - begun) / 1_000;
	const meanwhile = summarize((await after.enough()).samples);
	const { asked } = await providers.ask();
	await sender.stop();
	await stop();
	const [accepted, slowdown] = [sent.sent / sent.seconds, busy.p99 / quiet.p99];
	return {
		id: "T4",
		what: `webhooks a second, a fifth of them repeated; payments that do not end as the provider says; lists' p99 meanwhile / when all is quiet`,
		ratio: `${Math.round(accepted)}; ${wrong}; ${slowdown.toFixed(2)}`,
		target: `≥ ${perSecond}; 0; ≤ 2`,
		// why not quite: the last call is answered after the last one was due.
		isMet: accepted >= perSecond * 0.98 && wrong === 0 && slowdown <= 2,
		parts: [
			{
				what: `${sent.sent.toLocaleString("en")} webhooks about ${payments.toLocaleString("en")} payments, first byte`,
				...summarize(sent.samples, accepted),
				measured: `${sent.seconds.toFixed(1)} s; ${sent.refused} were not accepted at once`,
			},
			{
				what: "payments checked, until all were",
				perSecond: (asked.length - before.length) / seconds,
				measured: `${seconds.toFixed(1)} s; ${(asked.length - before.length).toLocaleString("en")} calls`,
			},
			{ what: "list as HTML, quiet", ...quiet },
			{ what: "list as HTML, while webhooks come", ...busy },
			{ what: "list as HTML, while payments are checked", ...meanwhile },
		],
	};
};

/** Serves payments to be reported, for the profile. */
export const serve = async (bench, options) => {
	const { portal, stop, references } = await servePending(bench, bench.smallest, options);
	return { ...portal, stop, references };
};

/** Reports a thousand of them, and waits until they are checked. */
export const exercise = async ({ smallest }, portal) => {
	const sender = await startProcess("webhooks.mjs", {}, loadCore);
	const references = portal.references.splice(0, 1_000);
	await sender.ask({ url: webhookUrl(portal, smallest), secret, references, perSecond });
	await settled(smallest, references, settledWithinMs);
	await sender.stop();
};
