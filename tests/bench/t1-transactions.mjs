import { addPayments, read } from "./payments.mjs";
import { createApiKeys } from "./sign-in.mjs";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 60;
/** Clients of the interface, each round another one. why: each may make 3,000 calls a minute. */
const clients = 4;
const payments = 1_000_000;

/** T1: compares lists and searches of a million payments with those of the applicants, each with the same page of them, in alternating rounds. */
export const run = async (bench) => {
	const state = bench.largest;
	addPayments(state, { count: payments });
	const [some] = read(
		state.file,
		"SELECT reference, rrr, name, email FROM transactions WHERE organisation_id = ? AND rrr IS NOT NULL AND seq % 100003 = 77 LIMIT 1",
		state.organisation,
	);
	const portal = await bench.servePortal(state);
	const cookie = await bench.cookie(portal, state);
	const keys = await createApiKeys(portal, await bench.authorization(portal, state), clients);
	const html = (path) => ({ url: `${portal.url}/${state.organisation}/${path}`, headersIn: () => cookie });
	const json = (path) => ({ url: `${portal.url}/api/${path}`, headersIn: (round) => keys.at(round % clients) });
	const q = encodeURIComponent;
	const [lastName] = some.name.split(" ").slice(-1);
	const kinds = {
		"list, HTML": [
			html(`applicants?application=${state.application}`),
			{ all: html("transactions"), "by Paystack": html("transactions?platform=PAYSTACK") },
		],
		"list, HTML, page 500": [
			html(`applicants?application=${state.application}&page=499`),
			{ "failed, page 500": html("transactions?status=FAILED&page=499") },
		],
		"list, API": [json(`candidates?applicationId=${state.application}&size=10`), { all: json("payments?size=10") }],
		"list, API, page 2,000": [
			json(`candidates?applicationId=${state.application}&size=10&page=1999`),
			{ "page 2,000": json("payments?size=10&page=1999") },
		],
		"list with a search, HTML": [
			html(`applicants?application=${state.application}&q=${q(lastName)}`),
			{
				"by payer": html(`transactions?q=${q(lastName)}`),
				"by reference": html(`transactions?q=${q(some.reference)}`),
			},
		],
		"palette, API": [
			json(`search?q=${q(lastName)}`),
			{
				"# by reference": json(`payments/search?q=${q(some.reference)}`),
				"# by RRR": json(`payments/search?q=${some.rrr}`),
				"# by the beginning of a reference": json(`payments/search?q=PAY-1`),
				"# by payer": json(`payments/search?q=${q(lastName)}`),
				"# by email": json(`payments/search?q=${q(some.email)}`),
			},
		],
	};
	const requests = Object.entries(kinds).flatMap(([kind, [applicants, own]]) => [
		{ what: `applicants ${kind}`, kind, request: applicants },
		...Object.entries(own).map(([which, request]) => ({
			what: `· transactions ${which}`,
			kind,
			request,
			isOurs: true,
		})),
	]);
	const samples = new Map(requests.map((one) => [one, []]));
	for (let round = -1; round < rounds; round++)
		for (const one of requests) {
			const { url, headersIn } = one.request;
			const { samples: measured } = await bench.load({ url, headers: headersIn(round), requests: requestsARound });
			if (round >= 0) samples.get(one).push(...measured);
		}
	await portal.stop();

	const figures = requests.map((one) => ({ ...one, ...summarize(samples.get(one)) }));
	const reference = (kind) => figures.find((one) => one.kind === kind && !one.isOurs).median;
	const ratios = figures.filter(({ isOurs }) => isOurs).map(({ kind, median }) => median / reference(kind));
	return {
		id: "T1",
		what: `lists and searches of ${payments.toLocaleString("en")} transactions / those of the applicants, first byte`,
		ratio: `${Math.max(...ratios).toFixed(2)} at most`,
		target: "≤ 1.1",
		isMet: ratios.every((ratio) => ratio <= 1.1),
		parts: figures.map(({ what, kind, isOurs, median, p95, p99 }) => ({
			what,
			median,
			p95,
			p99,
			...(isOurs && { measured: (median / reference(kind)).toFixed(2) }),
		})),
	};
};

/** Loads the list for the profile. */
export const exercise = async (bench, portal) => {
	const state = bench.largest;
	const headers = await bench.cookie(portal, state);
	await bench.load({ url: `${portal.url}/${state.organisation}/transactions`, headers, ms: 6_000 });
};
