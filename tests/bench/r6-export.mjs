import { dropState, prepareState } from "./states.mjs";
import { cpuMs, watchMemory } from "./usage.mjs";

const large = 100_000;

/** R6: memory that an Excel export takes with its form answers, of a hundred thousand applicants and of ten thousand. */
export const run = async (bench) => {
	const few = await exportAll(bench, bench.smallest);
	const state = await prepareState(large);
	const many = await exportAll(bench, state).finally(() => dropState(state));
	const ratio = many.peak / few.peak;
	return {
		id: "R6",
		what: "peak memory of an Excel export of 100,000 applicants with their answers, over one of 10,000; what it adds",
		ratio: `${ratio.toFixed(2)}; ${Math.round(many.added)} MB`,
		target: "≤ 1.3; < 128 MB",
		isMet: ratio <= 1.3 && many.added < 128,
		parts: [few, many].map(({ rows, seconds, cpu, size }) => ({
			what: `${rows.toLocaleString("en")} applicants, rows a second`,
			perSecond: rows / seconds,
			measured: `${seconds.toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU, ${(size / 1e6).toFixed(1)} MB`,
		})),
	};
};

/** Every applicant of the largest application, with the columns of the record and ten of the form. */
const exportAll = async (bench, state) => {
	const portal = await bench.servePortal(state);
	const headers = { ...(await bench.authorization(portal, state)), "content-type": "application/json" };
	const ask = async (path, body) => {
		const init = body && { method: "POST", body: JSON.stringify(body) };
		const answer = await fetch(`${portal.url}/api${path}`, { headers, ...init });
		if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
		return answer;
	};
	const applicationId = state.application;
	const offered = await (await ask(`/candidate-export/columns?applicationId=${applicationId}`)).json();
	const answers = offered.columns.filter(({ id }) => id.startsWith("form:")).slice(0, 10);
	const columns = [...offered.chosen, ...answers.map(({ id }) => id)];
	const memory = watchMemory(portal.pids);
	const cpuBefore = cpuMs(portal.pids);
	const begun = performance.now();
	const { taskId } = await (await ask("/candidate-export", { applicationId, columns, format: "xlsx" })).json();
	const { rows, size } = await finished(ask, taskId);
	const seconds = (performance.now() - begun) / 1000;
	const { before, peak } = memory.stop();
	const cpu = cpuMs(portal.pids) - cpuBefore;
	await portal.stop();
	return { rows, size, seconds, cpu, peak, added: peak - before };
};

const finished = async (ask, taskId) => {
	for (;;) {
		const task = await (await ask(`/tasks/${taskId}`)).json();
		if (task.status === "FAILED") throw new Error(`The export failed: ${JSON.stringify(task.result)}`);
		if (task.complete) return task.result;
		await new Promise((done) => setTimeout(done, 250));
	}
};
