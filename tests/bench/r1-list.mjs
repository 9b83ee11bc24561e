import { copyState, dropState } from "./states.mjs";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 100;

/** R1: measures what the portal adds to the rows themselves, on the same rows, in alternating rounds. */
export const run = async (bench) => {
	const state = bench.largest;
	// why a copy: two processes on one file lock each other out.
	const copied = copyState(state, "bare");
	const portal = await bench.servePortal(state);
	const bare = await bench.serveBare(copied);
	const html = { url: listUrl(portal, state), headers: await bench.cookie(portal, state) };
	const search = new URLSearchParams({ organisation: state.organisation, application: state.application });
	const json = { url: `${bare.url}/rows?${search}` };
	await assertSameNames(bench, html, json);

	const samples = { html: [], json: [] };
	for (let round = -1; round < rounds; round++)
		for (const [name, request] of Object.entries({ html, json })) {
			const { samples: measured } = await bench.load({ ...request, requests: requestsARound });
			// why: the first round warms both up.
			if (round >= 0) samples[name].push(...measured);
		}
	const crowd = {
		html: await bench.load({ ...html, connections: 8, ms: 5_000 }),
		json: await bench.load({ ...json, connections: 8, ms: 5_000 }),
	};
	await portal.stop();
	await bare.stop();
	dropState(copied);

	const [a, b] = [summarize(samples.html, crowd.html.perSecond), summarize(samples.json, crowd.json.perSecond)];
	const [p50, p99] = [a.median / b.median, a.p99 / b.p99];
	return {
		id: "R1",
		what: "applicants list as HTML / its rows as JSON from a bare Hono + D1 Worker, first byte",
		ratio: `${p50.toFixed(2)} (p99: ${p99.toFixed(2)})`,
		target: "≤ 3",
		isMet: p50 <= 3 && p99 <= 3,
		parts: [
			{ what: "list, HTML, signed in (requests/s: 8 connections)", ...a },
			{ what: "rows, JSON, bare", ...b },
		],
	};
};

/** Loads the list for the profile. */
export const exercise = async (bench, portal) => {
	const state = bench.largest;
	await bench.load({ url: listUrl(portal, state), headers: await bench.cookie(portal, state), ms: 6_000 });
};

const listUrl = ({ url }, { organisation, application }) =>
	`${url}/${organisation}/applicants?application=${application}`;

const assertSameNames = async (bench, html, json) => {
	const page = plainText((await bench.load({ ...html, requests: 1, wantsBody: true })).body);
	const { data } = JSON.parse((await bench.load({ ...json, requests: 1, wantsBody: true })).body);
	const absent = data.filter((row) => !page.includes(`>${fullName(row)}</a>`));
	if (data.length !== 10 || absent.length > 0)
		throw new Error(`The list and the bare rows differ: ${JSON.stringify(absent)}`);
};

const fullName = ({ firstName, middleName, lastName }) => [firstName, middleName, lastName].filter(Boolean).join(" ");
const plainText = (html) => html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").replaceAll("&quot;", '"');
