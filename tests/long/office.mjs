import { setTimeout as wait } from "node:timers/promises";
import { openConnection, toBytes } from "../bench/connection.mjs";
import { openInspector } from "../bench/inspector.mjs";
import { signInToApi } from "../bench/sign-in.mjs";
import { summarize } from "../bench/stats.mjs";

const users = 50;
const thinkMs = 2_000;
/** The slowest list of a hundred, in milliseconds. */
const slowestListMs = 500;
/** How much the Worker's own memory may grow meanwhile, in megabytes. */
const mostGrowthMb = 20;

/**
 * Lets an office work: each user opens the list, an applicant and a search, and thinks in between. Checks the list's p99
 * and that the Worker's memory, after a collection, is as at the beginning.
 * @returns {Promise<{ line: string, faults: string[] }>}
 */
export const runOffice = async (bench, state, minutes) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const { organisation } = state;
	const headers = await bench.cookie(portal, state);
	const answer = await fetch(`${portal.url}/api/candidates?size=100`, { headers: await signInToApi(portal, state) });
	const { data } = await answer.json();
	const list = `${portal.url}/${organisation}/applicants`;
	const pages = [list, `${list}/${data[0].id}`, `${list}?q=ada`, `${list}?page=3`, `${list}/${data.at(-1).id}`];
	const lists = new Set([pages[0], pages[3]]);
	const inspector = await openInspector(inspectorPort);
	const heapMb = async () => {
		await inspector.send("HeapProfiler.collectGarbage");
		const { usedSize, embedderHeapUsedSize, backingStorageSize } = await inspector.send("Runtime.getHeapUsage");
		return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
	};

	const samples = [];
	const faults = [];
	let sent = 0;
	const work = async (until) => {
		const user = async () => {
			const connection = openConnection(portal.url);
			// why: people do not begin together.
			await wait(Math.random() * thinkMs);
			while (performance.now() < until) {
				const url = pages[Math.floor(Math.random() * pages.length)];
				const { status, totalMs } = await connection.send(toBytes({ url, headers }));
				sent += 1;
				if (status !== 200) faults.push(`${url} answered ${status}`);
				if (lists.has(url)) samples.push(totalMs);
				await wait(thinkMs * (0.5 + Math.random()));
			}
			connection.close();
		};
		await Promise.all(Array.from({ length: users }, user));
	};
	await work(performance.now() + 30_000);
	samples.length = 0;
	const before = await heapMb();
	await work(performance.now() + minutes * 60_000);
	const after = await heapMb();
	inspector.close();
	await portal.stop();

	const { median, p99 } = summarize(samples);
	if (p99 > slowestListMs) faults.push(`the list's p99 is ${Math.round(p99)} ms, above ${slowestListMs}`);
	if (after - before > mostGrowthMb) faults.push(`the memory grew from ${before.toFixed(1)} to ${after.toFixed(1)} MB`);
	const times = `list median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms`;
	const line = `office: ${users} users for ${minutes} minutes, ${sent} pages, ${times}, heap ${before.toFixed(1)} → ${after.toFixed(1)} MB`;
	return { line, faults: [...new Set(faults)] };
};
