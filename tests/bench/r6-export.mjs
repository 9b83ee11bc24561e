import { isolateMb } from "./bench.mjs";
import { watchHeap } from "./inspector.mjs";
import { dropState, prepareState } from "./states.mjs";
import { cpuMs, watchMemory } from "./usage.mjs";

const large = 100_000;

/**
 * R6: measures the memory of an Excel export with form answers, of a hundred thousand applicants and of ten thousand.
 * why the isolate's: the 128 MB of a Worker are its isolate's; the local database and store live in the same process.
 * why within these 128 MB: where there is more, V8 collects garbage late, and the most says when it did so.
 */
export const run = async (bench) => {
	const few = await exportAll(bench, bench.smallest);
	const state = await prepareState(large);
	const isAlsoAnothers = state.persistTo === bench.largest.persistTo;
	const many = await exportAll(bench, state).finally(() => isAlsoAnothers || dropState(state));
	const ratio = many.held / few.held;
	return {
		id: "R6",
		what: "memory of the isolate in an Excel export of 100,000 applicants with their answers, over one of 10,000; its most",
		ratio: `${ratio.toFixed(2)}; ${Math.round(many.peak)} MB`,
		target: "≤ 1.3; < 128 MB",
		isMet: ratio <= 1.3 && many.peak < isolateMb,
		parts: [few, many].map(({ rows, seconds, cpu, size, held, peak, added }) => ({
			what: `${rows.toLocaleString("en")} applicants, rows a second`,
			perSecond: rows / seconds,
			measured: [
				`${seconds.toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU, ${(size / 1e6).toFixed(1)} MB`,
				`${Math.round(held)} MB held, ${Math.round(peak)} MB with what is not collected yet`,
				`with database and store ${Math.round(added)} MB more than before`,
			].join("; "),
		})),
	};
};

/** Exports twice: once as it is, and once with all garbage collected, which takes longer. */
const exportAll = async (bench, state) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort, mostHeapMb: isolateMb });
	const start = await exportOf(portal, state, await bench.authorization(portal, state));
	const process = watchMemory(portal.pids);
	const heap = await watchHeap(inspectorPort, { collects: false });
	const cpuBefore = cpuMs(portal.pids);
	const begun = performance.now();
	const { rows, size } = await start();
	const seconds = (performance.now() - begun) / 1000;
	const cpu = cpuMs(portal.pids) - cpuBefore;
	const peak = await heap.stop();
	const { before, peak: most } = process.stop();
	const cleared = await watchHeap(inspectorPort, { collects: true });
	await start();
	const held = await cleared.stop();
	await portal.stop();
	return { rows, size, seconds, cpu, peak, held, added: most - before };
};

/** Exports every applicant of the largest application, with the columns of the record and ten of the form. */
const exportOf = async (portal, { application: applicationId }, authorization) => {
	const headers = { ...authorization, "content-type": "application/json" };
	const ask = async (path, body) => {
		const init = body && { method: "POST", body: JSON.stringify(body) };
		const answer = await fetch(`${portal.url}/api${path}`, { headers, ...init });
		if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
		return answer.json();
	};
	const offered = await ask(`/candidate-export/columns?applicationId=${applicationId}`);
	const answers = offered.columns.filter(({ id }) => id.startsWith("form:")).slice(0, 10);
	const columns = [...offered.chosen, ...answers.map(({ id }) => id)];
	return async () => {
		const { taskId } = await ask("/candidate-export", { applicationId, columns, format: "xlsx" });
		return finished(ask, taskId);
	};
};

const finished = async (ask, taskId) => {
	for (;;) {
		const task = await ask(`/tasks/${taskId}`);
		if (task.status === "FAILED") throw new Error(`The export failed: ${JSON.stringify(task.result)}`);
		if (task.complete) return task.result;
		await new Promise((done) => setTimeout(done, 250));
	}
};
