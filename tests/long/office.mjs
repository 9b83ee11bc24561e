import { setTimeout as wait } from "node:timers/promises";
import { openConnection, toBytes } from "../bench/connection.mjs";
import { openInspector } from "../bench/inspector.mjs";
import { createApiKeys, signInToApi } from "../bench/sign-in.mjs";
import { summarize } from "../bench/stats.mjs";

const users = 50;
const thinkMs = 2_000;
/** What of a hundred things that users do each is. */
const shares = { list: 70, sheet: 20, write: 8, export: 2 };
/** Keys by which exports are asked for. why several: what one user may have in the making is limited. */
const exporters = 8;
/** The slowest list of a hundred, in milliseconds. */
const slowestListMs = 500;
/** How much the Worker's own memory may grow meanwhile, in megabytes. */
const mostGrowthMb = 20;

/**
 * Lets an office work: each user opens lists, searches and applicants, moves some to another stage, exports now and then, and
 * thinks in between. Checks the list's p99 and that the Worker's memory, after a collection, is as at the beginning.
 * @returns {Promise<{ line: string, faults: string[] }>}
 */
export const runOffice = async (bench, state, minutes) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const { organisation } = state;
	const headers = await bench.cookie(portal, state);
	const authorization = await signInToApi(portal, state);
	const answer = await fetch(`${portal.url}/api/candidates?applicationId=${state.application}&size=100`, {
		headers: authorization,
	});
	const { data } = await answer.json();
	const keys = await createApiKeys(portal, authorization, 1 + exporters);
	const list = `${portal.url}/${organisation}/applicants`;
	const lists = [list, `${list}?page=3`, `${list}?q=ada`];
	const post = (path, method, key, body) => ({
		url: `${portal.url}/api${path}`,
		method,
		headers: { ...key, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	const deeds = {
		list: () => ({ url: anyOf(lists), headers }),
		sheet: () => ({ url: `${list}/${anyOf(data).id}`, headers }),
		write: () =>
			post("/candidates", "PATCH", keys[0], {
				candidateIds: [anyOf(data).id],
				stageId: anyOf(state.stepIds),
				reason: "The office works.",
				doNotNotify: true,
			}),
		export: () =>
			post("/candidate-export", "POST", anyOf(keys.slice(1)), {
				applicationId: state.application,
				columns: ["lastName", "firstName"],
				format: "csv",
			}),
	};
	const inspector = await openInspector(inspectorPort);
	const heapMb = async () => {
		await inspector.send("HeapProfiler.collectGarbage");
		const { usedSize, embedderHeapUsedSize, backingStorageSize } = await inspector.send("Runtime.getHeapUsage");
		return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
	};

	const samples = [];
	const faults = [];
	const sent = { list: 0, sheet: 0, write: 0, export: 0 };
	const work = async (until) => {
		const user = async () => {
			const connection = openConnection(portal.url);
			// why: people do not begin together.
			await wait(Math.random() * thinkMs);
			while (performance.now() < until) {
				const deed = anyDeed();
				const request = deeds[deed]();
				const { status, totalMs } = await connection.send(toBytes(request));
				sent[deed] += 1;
				if (status !== 200 && status !== 202) faults.push(`${request.url} answered ${status}`);
				if (deed === "list") samples.push(totalMs);
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
	const did = Object.entries(sent).map(([deed, times]) => `${times} × ${deed}`);
	const line = `office: ${users} users for ${minutes} minutes, ${did.join(", ")}, ${times}, heap ${before.toFixed(1)} → ${after.toFixed(1)} MB`;
	return { line, faults: [...new Set(faults)] };
};

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

const anyDeed = () => {
	let left = Math.random() * 100;
	for (const [deed, share] of Object.entries(shares)) {
		left -= share;
		if (left < 0) return deed;
	}
	return "list";
};
