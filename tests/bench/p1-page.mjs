import { openInspector, sampleIsolate } from "./inspector.mjs";
import { cpuMs } from "./usage.mjs";

const pages = 600;
const warmUps = 400;
const limits = { processMs: 6, isolateMs: 3.5, kilobytes: 45 };

/** P1: measures what a page of ten applicants costs the server, and its size. */
export const run = async (bench) => {
	const state = bench.largest;
	const list = await measureProcess(bench, await bench.servePortal(state), async (portal) => ({
		url: `${portal.url}/${state.organisation}/applicants?application=${state.application}`,
		headers: await bench.cookie(portal, state),
	}));
	const search = new URLSearchParams({ organisation: state.organisation, application: state.application });
	const bare = await measureProcess(bench, await bench.serveBare(state), async ({ url }) => ({
		url: `${url}/rows?${search}`,
	}));
	const isolateMs = await measureIsolate(bench, /:matricula$/);
	const databaseMs = await measureIsolate(bench, /^d1:db$/);
	const kilobytes = Buffer.byteLength(list.body) / 1_000;
	return {
		id: "P1",
		what: "one page of ten applicants, signed in: CPU of the process; of the Worker's isolate; HTML",
		ratio: `${list.processMs.toFixed(1)} ms; ${isolateMs.toFixed(1)} ms; ${kilobytes.toFixed(1)} kB`,
		target: `≤ ${limits.processMs} ms; ≤ ${limits.isolateMs} ms; ≤ ${limits.kilobytes} kB`,
		isMet: list.processMs <= limits.processMs && isolateMs <= limits.isolateMs && kilobytes <= limits.kilobytes,
		parts: [
			{ what: "of the process: the local D1's isolate", measured: `${databaseMs.toFixed(1)} ms` },
			{
				what: "the same rows as JSON from a bare Hono + D1 Worker: CPU of the process",
				measured: `${bare.processMs.toFixed(2)} ms, 1 / ${(list.processMs / bare.processMs).toFixed(1)}`,
			},
		],
	};
};

const measureProcess = async (bench, served, toRequest) => {
	const request = await toRequest(served);
	// why: the first pages are compiled and cached, which later pages do not cost.
	await bench.load({ ...request, requests: warmUps });
	const before = cpuMs(served.pids);
	await bench.load({ ...request, requests: pages });
	const processMs = (cpuMs(served.pids) - before) / pages;
	const { body } = await bench.load({ ...request, requests: 1, wantsBody: true });
	await served.stop();
	return { processMs, body };
};

/** Returns the milliseconds a page for which an isolate of the served portal holds its thread. */
const measureIsolate = async (bench, isolate) => {
	const state = bench.largest;
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const request = {
		url: `${portal.url}/${state.organisation}/applicants?application=${state.application}`,
		headers: await bench.cookie(portal, state),
	};
	await bench.load({ ...request, requests: warmUps });
	const inspector = await openInspector(inspectorPort, isolate);
	const { busyMs } = await sampleIsolate(inspector, portal.pids[0], () => bench.load({ ...request, requests: pages }));
	inspector.close();
	await portal.stop();
	return busyMs / pages;
};

/** Loads the page for the profile. */
export const exercise = async (bench, portal) => {
	const state = bench.largest;
	const url = `${portal.url}/${state.organisation}/applicants?application=${state.application}`;
	await bench.load({ url, headers: await bench.cookie(portal, state), requests: pages });
};
