// Writes malformed HTTP to the socket; after each request the server must still respond.
import { connect } from "node:net";
import { send } from "./shoot.mjs";

export const atLeast = 200;
const timeoutMs = 2_000;

const targets = (fixture) => {
	const { ids, organisation } = fixture;
	const stage = `/${organisation}/applicants/${ids.applicantId}/stage`;
	return [
		"/api/ums/login",
		"/api/ums/token",
		"/api/ums/roles",
		"/api/ums/password/reset",
		"/api/ums/confirm",
		"/api/candidates",
		`/api/candidates/${ids.applicantId}`,
		"/api/candidates/stage-preview",
		"/api/nothing",
		"/api/notifications/seen",
		`/${organisation}`,
		stage,
		`/${organisation}/preferences`,
		`/${organisation}/notices`,
		`/${organisation}/logout`,
		`/${organisation}/nothing`,
		"/",
		"/build/nothing.js",
	];
};

const json = "content-type: application/json";
const chunked = "transfer-encoding: chunked";

/** The malformed requests: verb, header lines and body, or all of it as bytes. */
const ways = {
	"JSON cut short": () => ["POST", [json, "content-length: 5"], '{"a":'],
	"JSON as text": () => ["POST", ["content-type: text/plain", "content-length: 7"], '{"a":1}'],
	"a key twice": () => ["POST", [json, "content-length: 13"], '{"a":1,"a":2}'],
	"an unknown verb": () => ["BREW", [json], ""],
	"a verb that is not served": () => ["PROPFIND", [], ""],
	"a verb without its body": () => ["PUT", [json], ""],
	"an address of 17 KB": () => ["GET", [], "", `?q=${"x".repeat(17_000)}`],
	"a chunk cut off": () => ["POST", [json, chunked], "ff\r\n{"],
	"a chunk of no size": () => ["POST", [json, chunked], "zz\r\n{}\r\n0\r\n\r\n"],
	"a body cut off": () => ["POST", [json, "content-length: 500"], '{"a":'],
	"two lengths": () => ["POST", [json, "content-length: 2", "content-length: 3"], "{}x"],
	"a length and chunks": () => ["POST", [json, "content-length: 2", chunked], "0\r\n\r\n"],
	"a header of 100 KB": () => ["GET", [`x-long: ${"x".repeat(100_000)}`], ""],
	"a header with a NUL": () => ["GET", ["x-nul: a\0b"], ""],
	"a folded header": () => ["GET", ["x-fold: a", " b"], ""],
};

/** why: from a signed-in user, otherwise it would be refused before it is read. */
const bytesOf = ({ url, cookie, authorization }, path, way) => {
	const [method, more, body, search = ""] = way();
	const own = [`origin: ${url}`, "sec-fetch-site: same-origin", `cookie: ${cookie}`, `authorization: ${authorization}`];
	const lines = [`host: ${new URL(url).host}`, ...own, ...more];
	return `${method} ${path}${search} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n${body}`;
};

/** Writes the bytes and closes its side. @returns the status, or 0 when the server only closed the connection */
const write = (port, bytes) =>
	new Promise((done) => {
		const startedAt = performance.now();
		let text = "";
		let hasHung = false;
		const socket = connect({ host: "127.0.0.1", port });
		const end = () => {
			clearTimeout(timeout);
			socket.destroy();
			done({
				status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
				text,
				ms: performance.now() - startedAt,
				hasHung,
			});
		};
		const timeout = setTimeout(() => {
			hasHung = text === "";
			end();
		}, timeoutMs);
		socket.on("data", (part) => {
			text += part.toString("latin1");
			// why: a kept-alive connection stays open after its response; only the head is needed.
			if (/\r\n\r\n/.test(text)) end();
		});
		socket.on("error", end);
		socket.on("close", end);
		socket.end(bytes, "latin1");
	});

export const run = async (fixture) => {
	const port = Number(new URL(fixture.url).port);
	const result = { count: 0, statuses: {}, slowestMs: 0, faults: [] };
	for (const [name, way] of Object.entries(ways))
		for (const path of targets(fixture)) {
			const { status, text, ms, hasHung } = await write(port, bytesOf(fixture, path, way));
			const alive = await send({ url: `${fixture.url}/api/portals?orgName=crest` });
			result.count += 1;
			result.statuses[status] = (result.statuses[status] ?? 0) + 1;
			result.slowestMs = Math.max(result.slowestMs, ms);
			// why: the server itself responds 501 to an unknown verb, before the Worker sees it.
			if (status >= 500 && status !== 501) result.faults.push(`answered ${status}: ${name}, ${path}`);
			if (/\n\s+at |D1_ERROR|node_modules/.test(text)) result.faults.push(`shows its inside: ${name}, ${path}`);
			if (hasHung) result.faults.push(`neither answers nor hangs up: ${name}, ${path}`);
			if (alive.status !== 200) result.faults.push(`no longer answers after ${name}, ${path}`);
		}
	return result;
};
