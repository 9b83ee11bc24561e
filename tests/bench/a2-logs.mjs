import { emailOf, fillLogs, placeIn, subjectIn } from "./logs.mjs";
import { createApiKeys } from "./sign-in.mjs";
import { copyState, dropState } from "./states.mjs";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 40;
/** Clients of the interface, each round another one. why: each may make 3,000 calls a minute. */
const clients = 4;
const [few, many] = [100_000, 10_000_000];
/** The share of the entries that are older than a deep page: nine of ten are newer. */
const deep = 0.1;

/** A2: compares pages of both logs at ten million entries each with the same at a hundred thousand, in alternating rounds. */
export const run = async (bench) => {
	const sizes = [];
	for (const count of [few, many]) {
		const state = copyState(bench.smallest, `logs-${count}`);
		fillLogs(state, count);
		const portal = await bench.servePortal(state);
		const keys = await createApiKeys(portal, await bench.authorization(portal, state), clients);
		sizes.push({ state, portal, keys, cookie: await bench.cookie(portal, state), requests: requestsOf(state) });
	}
	const names = Object.keys(sizes[0].requests);
	const samples = sizes.map(() => Object.fromEntries(names.map((name) => [name, []])));
	for (let round = -1; round < rounds; round++)
		for (const name of names)
			for (const [index, { portal, keys, cookie, requests, state }] of sizes.entries()) {
				const { path, isPage } = requests[name];
				const url = `${portal.url}/${isPage ? state.organisation : "api/audit"}/${path}`;
				const headers = isPage ? cookie : keys[(round + 1) % clients];
				const { samples: measured } = await bench.load({ url, headers, requests: requestsARound });
				if (round >= 0) samples[index][name].push(...measured);
			}
	for (const { portal, state } of sizes) {
		await portal.stop();
		dropState(state);
	}

	const figures = names.map((name) => {
		const [small, large] = samples.map((measured) => summarize(measured[name]));
		return { name, large, ratio: large.median / small.median };
	});
	const ratios = figures.map(({ ratio }) => ratio);
	return {
		id: "A2",
		what: `pages of both logs of ${many.toLocaleString("en")} entries / the same of ${few.toLocaleString("en")}, first byte`,
		ratio: `${Math.max(...ratios).toFixed(2)} at most`,
		target: "≤ 1.2",
		isMet: ratios.every((ratio) => ratio <= 1.2),
		parts: figures.map(({ name, large, ratio }) => ({ what: name, ...large, measured: ratio.toFixed(2) })),
	};
};

/** The first page, and one with nine tenths of the log before it: as HTML, and as JSON without and with each filter. */
const requestsOf = (state) => {
	const subject = subjectIn(state);
	const kinds = [
		{
			name: "activities",
			table: "audit_events",
			screen: "audit-log",
			path: "event-log",
			filters: [
				["by user", "username", "username", emailOf(3)],
				["by status", "eventStatus", "status", "FAILED"],
			],
		},
		{
			name: "modifications",
			table: "modification_entries",
			screen: "modification-log",
			path: "mofication-log",
			filters: [
				["by user", "username", "username", emailOf(3)],
				["by field", "on", "field", "bench-field-7"],
			],
		},
	];
	return Object.fromEntries(
		kinds.flatMap(({ name, table, screen, path, filters }) => {
			const about = ["by subject", "subject", table === "audit_events" ? "subject" : "entity_id", subject];
			const place = placeIn(state, table, deep);
			return [
				[`${name}, HTML, page 1`, { path: screen, isPage: true }],
				[`${name}, HTML, nine tenths back`, { path: `${screen}?after=${place}`, isPage: true }],
				[`${name}, API, page 1`, { path }],
				[`${name}, API, nine tenths back`, { path: `${path}?after=${place}` }],
				...[...filters, about].flatMap(([words, parameter, column, value]) => {
					const query = `${parameter}=${encodeURIComponent(value)}`;
					return [
						[`${name}, API, ${words}, page 1`, { path: `${path}?${query}` }],
						[
							`${name}, API, ${words}, nine tenths back`,
							{ path: `${path}?${query}&after=${placeIn(state, table, deep, [column, value])}` },
						],
					];
				}),
			];
		}),
	);
};
