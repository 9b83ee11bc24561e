import { Agent, request } from "node:http";

/** A response that takes longer counts as a hang. */
const hangMs = 2_000;
const connections = 6;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** What no response may contain: paths of the code, and statements of the database. */
const leak =
	/\n\s+at \S+ \(|\.(ts|tsx|mjs|js):\d+:\d+|node_modules|D1_ERROR|SQLITE_|no such (table|column)|\bSELECT\b.{1,400}\bFROM\b|INSERT INTO|drizzle|valibot/s;

/** Sends one request. @returns {Promise<{ status: number, text: string, ms: number }>} status 0: no response */
export const send = ({ url, method = "GET", headers = {}, body }) =>
	new Promise((done) => {
		const startedAt = performance.now();
		const answer = (status, text) => done({ status, text, ms: performance.now() - startedAt });
		const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
		const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
			const parts = [];
			response.on("data", (part) => parts.push(part));
			response.on("end", () => answer(response.statusCode, Buffer.concat(parts).toString()));
			response.on("error", ({ message }) => answer(0, message));
		});
		sent.setTimeout(30_000, () => sent.destroy(new Error("no answer in 30 s")));
		sent.on("error", ({ message }) => answer(0, message));
		sent.end(body);
	});

/** Returns what is wrong with a response, if anything. */
const faultOf = ({ status, text, ms }) => {
	if (status === 0) return `no answer: ${text}`;
	if (status >= 500) return `answered ${status}`;
	if (leak.test(text)) return `shows "${leak.exec(text)[0].slice(0, 80)}"`;
	return ms > hangMs ? `took ${Math.round(ms)} ms` : undefined;
};

const shown = ({ method = "GET", url, body }) =>
	`${method} ${url.slice(0, 300)}${body === undefined ? "" : ` ${String(body).slice(0, 200)}`}`;

/**
 * Sends all requests, a few at a time, and checks every response.
 * @param {Iterable<object>} requests each with `check(answer)` if it has a check of its own
 */
export const shootAll = async (requests) => {
	const statuses = {};
	const faults = [];
	let [count, slowestMs] = [0, 0];
	const queue = requests[Symbol.iterator]();
	const shooter = async () => {
		for (let next = queue.next(); !next.done; next = queue.next()) {
			const one = next.value;
			let answer = await send(one);
			// why: a keep-alive connection may be closed just when it is reused.
			if (answer.status === 0) answer = await send(one);
			count += 1;
			statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
			slowestMs = Math.max(slowestMs, answer.ms);
			const fault = faultOf(answer) ?? one.check?.(answer);
			if (fault) faults.push(`${fault}: ${shown(one)}`);
		}
	};
	await Promise.all(Array.from({ length: connections }, shooter));
	return { count, statuses, slowestMs, faults };
};
