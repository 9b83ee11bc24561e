// The client of a served Worker's developer tools: its isolate alone, without the local database and store beside it.
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "./stats.mjs";
import { scheduling } from "./usage.mjs";

/**
 * @param {number} port the `inspectorPort` with which it was served
 * @param {RegExp} isolate the name of the isolate; `/^d1:db$/` for the local database
 */
export const openInspector = async (port, isolate = /:matricula$/) => {
	const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
	const { webSocketDebuggerUrl } = targets.find(({ id }) => isolate.test(id));
	const socket = new WebSocket(webSocketDebuggerUrl);
	await new Promise((done, failed) => {
		socket.addEventListener("open", done);
		socket.addEventListener("error", () => failed(new Error("The inspector cannot be reached.")));
	});
	const waiting = new Map();
	let last = 0;
	socket.addEventListener("message", ({ data }) => {
		const { id, result, error } = JSON.parse(data);
		const { done, failed } = waiting.get(id) ?? {};
		waiting.delete(id);
		if (error) failed?.(new Error(error.message));
		else done?.(result);
	});
	const send = (method, params = {}) =>
		new Promise((done, failed) => {
			last += 1;
			waiting.set(last, { done, failed });
			socket.send(JSON.stringify({ id: last, method, params }));
		});
	return { send, close: () => socket.close() };
};

/**
 * Samples what an isolate runs during work().
 * why counted: a sample is taken only while the thread is in the isolate. The time since the sample before it also
 * contains what other isolates of the thread did meanwhile, above all the local database.
 *
 * @param {number} pid the process of the isolate
 * @param {number} everyMs at 1 ms the sampling does not show in the CPU of the process, at 0.5 ms it is 15 %
 * @returns {Promise<{ profile: object, busyMs: number }>} busyMs is the CPU time for which the isolate held its
 * thread: it includes native code that it called and garbage collection, but no waiting
 */
export const sampleIsolate = async ({ send }, pid, work, everyMs = 1) => {
	await send("Profiler.enable");
	await send("Profiler.setSamplingInterval", { interval: everyMs * 1_000 });
	await send("Profiler.start");
	const before = scheduling(pid);
	await work();
	const after = scheduling(pid);
	const { profile } = await send("Profiler.stop");
	const idle = new Set(
		profile.nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id),
	);
	const busy = profile.samples.filter((id) => !idle.has(id)).length;
	// why the tenth percentile: the sampler sleeps for the interval and then needs a little time itself; gaps are other
	// isolates.
	const betweenMs = percentile(profile.timeDeltas, 0.1) / 1_000;
	// why: samples are taken by the clock, also while another process has the core.
	const [ran, waited] = [after.ran - before.ran, after.waited - before.waited];
	return { profile, busyMs: busy * betweenMs * (ran / (ran + waited)) };
};

/**
 * Watches the isolate's memory until stop() is called: its objects, its buffers and the runtime's memory for them.
 * @param {{ collects: boolean }} options collects: whether garbage is collected before each look, which takes time
 * @returns {Promise<{ stop(): Promise<number> }>} stop() returns the peak in megabytes
 */
export const watchHeap = async (port, { collects }) => {
	const inspector = await openInspector(port);
	await inspector.send("HeapProfiler.enable");
	let peak = 0;
	let isWatched = true;
	const look = async () => {
		while (isWatched) {
			if (collects) await inspector.send("HeapProfiler.collectGarbage");
			const { usedSize, embedderHeapUsedSize, backingStorageSize } = await inspector.send("Runtime.getHeapUsage");
			peak = Math.max(peak, usedSize + embedderHeapUsedSize + backingStorageSize);
			await wait(20);
		}
	};
	const watching = look();
	return {
		stop: async () => {
			isWatched = false;
			await watching;
			inspector.close();
			return peak / 1e6;
		},
	};
};
