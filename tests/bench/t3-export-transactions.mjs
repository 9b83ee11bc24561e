import { watchHeap } from "./inspector.mjs";
import { addPayments, read, settlePending } from "./payments.mjs";
import { ended, send } from "./tasks.mjs";
import { cpuMs } from "./usage.mjs";

/** T3: measures the isolate's memory in an export of a hundred thousand payments, and of ten thousand. */
export const run = async (bench) => {
	const state = bench.smallest;
	// why: the sweep would check those of other rows, whose provider is not there.
	settlePending(state);
	const [few, many] = read(
		state.file,
		"SELECT id FROM applications WHERE organisation_id = ? AND id <> ? ORDER BY id LIMIT 2",
		state.organisation,
		state.application,
	).map(({ id }, index) => ({ id, count: index === 0 ? 10_000 : 100_000 }));
	for (const { id, count } of [few, many]) addPayments(state, { count, application: id });
	const figures = [];
	for (const one of [few, many]) figures.push(await exportAll(bench, state, one.id));
	const [held, peak] = [figures[1].held / figures[0].held, figures[1].peak];
	return {
		id: "T3",
		what: "memory of the isolate in an export of 100,000 transactions, over one of 10,000; its most",
		ratio: `${held.toFixed(2)}; ${Math.round(peak)} MB`,
		target: "≤ 1.3; < 128 MB",
		isMet: held <= 1.3 && peak < 128,
		parts: figures.map(({ rows, seconds, cpu, held: kept, peak: most }) => ({
			what: `${rows.toLocaleString("en")} transactions, rows a second`,
			perSecond: rows / seconds,
			measured: `${seconds.toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU; ${Math.round(kept)} MB held, ${Math.round(most)} MB with what is not collected yet`,
		})),
	};
};

/** Exports twice: once as it is, and once with all garbage collected, which takes longer. */
const exportAll = async (bench, state, applicationId) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const headers = await bench.authorization(portal, state);
	const exported = async () => {
		const { taskId } = await send(portal, headers, "POST", "/payments/export", { applicationId });
		await ended(portal, headers, taskId);
		return taskId;
	};
	const heap = await watchHeap(inspectorPort, { collects: false });
	const [begun, cpuBefore] = [performance.now(), cpuMs(portal.pids)];
	const taskId = await exported();
	const [seconds, cpu] = [(performance.now() - begun) / 1_000, cpuMs(portal.pids) - cpuBefore];
	const peak = await heap.stop();
	const cleared = await watchHeap(inspectorPort, { collects: true });
	await exported();
	const held = await cleared.stop();
	await portal.stop();
	const [{ rows }] = read(state.file, "SELECT done AS rows FROM tasks WHERE id = ?", taskId);
	return { rows, seconds, cpu, peak, held };
};
