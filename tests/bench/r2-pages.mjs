import { summarize } from "./stats.mjs";

const rounds = 6;
const requestsARound = 60;
const size = 10;

/** R2: checks that neither a late page nor more applicants cost more. */
export const run = async (bench) => {
	const { largest, smallest } = bench;
	const few = smallest === largest ? undefined : await bench.servePortal(smallest);
	const many = await bench.servePortal(largest);
	const far = Math.min(1_999, Math.floor(largest.inApplication / size) - 1);
	const requests = {};
	for (const [kind, address, signIn] of kinds(bench)) {
		requests[`${kind} first`] = { url: address(many, largest, 0), headers: await signIn(many, largest) };
		requests[`${kind} far`] = { ...requests[`${kind} first`], url: address(many, largest, far) };
		if (few) requests[`${kind} few`] = { url: address(few, smallest, 0), headers: await signIn(few, smallest) };
	}
	const samples = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
	for (let round = -1; round < rounds; round++)
		for (const [name, request] of Object.entries(requests)) {
			const { samples: measured } = await bench.load({ ...request, requests: requestsARound });
			if (round >= 0) samples[name].push(...measured);
		}
	await many.stop();
	await few?.stop();

	const figures = Object.fromEntries(Object.entries(samples).map(([name, measured]) => [name, summarize(measured)]));
	const between = (a, b) =>
		kinds(bench).map(([kind]) => figures[`${kind} ${a}`].median / figures[`${kind} ${b}`].median);
	const inWords = {
		first: `page 1 of ${count(largest)}`,
		far: `page ${(far + 1).toLocaleString("en")}`,
		few: `page 1 of ${count(smallest)}`,
	};
	const row = (what, ratios) => ({
		id: "R2",
		what,
		ratio: `${ratios[0].toFixed(2)} (API), ${ratios[1].toFixed(2)} (HTML)`,
		target: "≤ 1.2",
		isMet: ratios.every((ratio) => ratio <= 1.2),
	});
	const parts = Object.entries(figures).map(([name, figure]) => {
		const [kind, which] = name.split(" ");
		return { what: `${kind}, ${inWords[which]}`, ...figure };
	});
	const deep = row(`page ${(far + 1).toLocaleString("en")} / page 1 of the list`, between("far", "first"));
	if (!few) return [{ ...deep, parts }];
	return [deep, { ...row(`${count(largest)} / ${count(smallest)} applicants`, between("first", "few")), parts }];
};

export const exercise = async (bench, portal) => {
	const [[, address, signIn]] = kinds(bench);
	const headers = await signIn(portal, bench.largest);
	await bench.load({ url: address(portal, bench.largest, 1_999), headers, ms: 6_000 });
};

const count = ({ applicants }) => applicants.toLocaleString("en");

const kinds = (bench) => [
	[
		"API",
		({ url }, { application }, page) => `${url}/api/candidates?applicationId=${application}&size=${size}&page=${page}`,
		bench.authorization,
	],
	[
		"HTML",
		({ url }, { organisation, application }, page) =>
			`${url}/${organisation}/applicants?application=${application}&page=${page}`,
		bench.cookie,
	],
];
