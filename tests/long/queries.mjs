// Sends every text in every query parameter and every id of a path, the portal's addresses too: more than 5,000.

import { fillPath, operationsOf } from "./fixture.mjs";
import { texts } from "./payloads.mjs";
import { shootAll } from "./shoot.mjs";

export const atLeast = 5_000;
const maxRows = 100;

/** The ways to write a parameter: once, twice, as a list, without a value. */
const spellings = [
	(name, text) => `${name}=${encodeURIComponent(text)}`,
	(name, text) => `${name}=1&${name}=${encodeURIComponent(text)}`,
	(name, text) => `${name}[]=${encodeURIComponent(text)}&${encodeURIComponent(text)}`,
];

const pages = {
	"/applicants": "application stage items courses q page size after before id to view dismiss _data index",
	"/applicants/stage": "application id to q page",
	"/applicants/locations?_data=routes%2Flocations%2Flocations": "name",
	"/applicants/applications?_data=routes%2Fapplicants%2Fapplications": "q",
	"/search": "q",
	"/notices": "page",
	"": "to q user token",
	"/forgot-password": "to q",
	"/reset-request": "user token",
	"/confirm": "user token",
	"/auth": "code transfer_code state",
};

// why: the server itself refuses an address longer than 16 KB, which raw-http.mjs tests.
const short = texts
	.filter((text) => encodeURIComponent(text.toWellFormed()).length < 12_000)
	.map((text) => text.toWellFormed());

const rowsFault = ({ status, text }) => {
	if (status !== 200 || !text.startsWith("{")) return undefined;
	const rows = JSON.parse(text).data;
	return Array.isArray(rows) && rows.length > maxRows ? `answered ${rows.length} rows` : undefined;
};

function* apiRequests(fixture) {
	const headers = () => ({ authorization: fixture.authorization });
	for (const { path, method, operation } of operationsOf(fixture)) {
		const parameters = operation.parameters ?? [];
		if (method !== "GET") continue;
		const url = `${fixture.url}/api${fillPath(fixture, path)}`;
		for (const { in: where, name } of parameters)
			for (const text of short) {
				const request = { headers: headers(), check: rowsFault };
				if (where === "path") {
					const segment = path.replace(`{${name}}`, encodeURIComponent(text));
					yield { ...request, url: `${fixture.url}/api${fillPath(fixture, segment)}` };
				}
				if (where === "query") for (const spell of spellings) yield { ...request, url: `${url}?${spell(name, text)}` };
			}
	}
}

function* pageRequests(fixture) {
	const headers = { cookie: fixture.cookie, accept: "text/html" };
	const base = `${fixture.url}/${fixture.organisation}`;
	for (const [path, names] of Object.entries(pages))
		for (const name of names.split(" "))
			for (const text of short)
				yield { url: `${base}${path}${path.includes("?") ? "&" : "?"}${spellings[0](name, text)}`, headers };
	for (const text of short)
		for (const path of ["", "/stage", "/activity-log", "/photo"])
			yield { url: `${base}/applicants/${encodeURIComponent(text)}${path}`, headers };
}

function* all(fixture) {
	yield* apiRequests(fixture);
	yield* pageRequests(fixture);
}

export const run = (fixture) => shootAll(all(fixture));
