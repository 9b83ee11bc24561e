// The developer tools' side of a served Worker: its isolate alone, without the local database and store beside it.
import { setTimeout as wait } from "node:timers/promises";

/** @param {number} port the `inspectorPort` that it was served with */
export const openInspector = async (port) => {
	const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
	const { webSocketDebuggerUrl } = targets.find(({ id }) => id.includes("matricula")) ?? targets[0];
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
 * Watches the isolate's memory until stop() is called: its objects, buffers and what the runtime keeps for them.
 * @param {{ collects: boolean }} options Is what nobody refers to cleared away before each look? It takes time.
 * @returns {Promise<{ stop(): Promise<number> }>} stop() answers the most that was seen, in megabytes
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
