import { openBrowser } from "./browser.mjs";
import { watchHeap } from "./inspector.mjs";
import { stageOfAbout } from "./n1-neighbour.mjs";
import { pickNames, watchKeys } from "./r3-palette.mjs";
import { summarize } from "./stats.mjs";
import { ended, send } from "./tasks.mjs";
import { cpuMs, watchMemory } from "./usage.mjs";

const few = 10_000;
const many = 100_000;
const slowdown = 4;

const one = (test, not = false) => ({ anyOf: [{ allOf: [{ not, test }] }] });
const number = (of, compare, value) => ({ about: "number", of, compare, value, to: null });

/** Ten criteria, about the results, the answers and the record of an applicant. */
const criteria = [
	one({
		about: "credits",
		atLeast: 5,
		grade: "C6",
		subjects: [["English Language"], ["Mathematics"], ["Biology", "Geography"]],
		sittings: 2,
	}),
	one(number("utme", "atLeast", 180)),
	one(number("postUtme", "atLeast", 1)),
	one({ about: "utmeSubjects", subjects: [["English Language"]], atLeast: null }),
	one(number("age", "atLeast", 15)),
	one({ about: "date", of: "submitted", from: "2020-01-01", to: null }),
	{ anyOf: ["F", "M"].map((value) => ({ allOf: [{ not: false, test: { about: "gender", value } }] })) },
	one({ about: "origin", places: [{ state: "Kogi", lga: null }] }, true),
	one({ about: "payment", state: "unpaid" }, true),
	one({ about: "references", state: "outstanding" }, true),
];

/**
 * C1: judges some 100,000 applicants by ten criteria: rows a second, the isolate's memory beside that of some 10,000, and
 * a reader's p99 meanwhile; then types into the form of those criteria on a slow machine.
 */
export const run = async (bench) => {
	const state = bench.largest;
	const small = await judgeAlone(bench, state, few);
	const large = await judgeAlone(bench, state, many);
	const { quiet, busy } = await readMeanwhile(bench, state);
	const { keys, bare } = await typeIntoCriteria(bench, state);
	const [memory, late] = [large.held / small.held, busy.p99 / quiet.p99];
	return {
		id: "C1",
		what: "ten criteria over 100,000 applicants: memory over that of 10,000, its most; reads' p99; a key in their form at 4x CPU slowdown, p95",
		ratio: `${memory.toFixed(2)}; ${Math.round(large.peak)} MB; × ${late.toFixed(2)}; ${keys.p95.toFixed(0)} ms`,
		target: "≤ 1.3; < 128 MB; ≤ 2; ≤ 100 ms",
		isMet: memory <= 1.3 && large.peak < 128 && late <= 2 && keys.p95 <= 100,
		parts: [
			...[small, large].map(({ rows, seconds, cpu, held, peak, added }) => ({
				what: `${rows.toLocaleString("en")} applicants, rows a second`,
				perSecond: rows / seconds,
				measured: [
					`${seconds.toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU`,
					`${Math.round(held)} MB held, ${Math.round(peak)} MB with what is not collected yet`,
					`with database and store ${Math.round(added)} MB more than before`,
				].join("; "),
			})),
			{ what: "list as HTML, quiet", ...quiet },
			{ what: "list as HTML, meanwhile", ...busy },
			{ what: "a key in a number of the criteria's form, to its letter", ...keys },
			{ what: "the same in the words", ...bare },
		],
	};
};

/** Starts a judging of a stage with about so many applicants, or of all. @returns its answer */
const start = (portal, headers, state, wanted) =>
	send(portal, headers, "POST", "/AI-Process-Applicants/chat_ai", {
		app_id: state.application,
		stage_id: stageOfAbout(state, wanted),
		criteria,
	});

/** Waits for a judging. @returns how many applicants it judged */
const finish = async (portal, headers, state, { session_id, task_id }) => {
	await ended(portal, headers, task_id);
	const query = new URLSearchParams({ app_id: state.application, session_id });
	const answer = await (await fetch(`${portal.url}/api/AI-Process-Applicants/chat_ai?${query}`, { headers })).json();
	return ["met", "notMet", "cannotTell"].reduce((sum, list) => sum + answer[`${list}CandidatesData`].resultTotal, 0);
};

/** Judges twice: once as it is, and once with all garbage collected, which takes longer. */
const judgeAlone = async (bench, state, wanted) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const headers = await bench.authorization(portal, state);
	const judge = async () => finish(portal, headers, state, await start(portal, headers, state, wanted));
	const process = watchMemory(portal.pids);
	const heap = await watchHeap(inspectorPort, { collects: false });
	const cpuBefore = cpuMs(portal.pids);
	const begun = performance.now();
	const rows = await judge();
	const seconds = (performance.now() - begun) / 1000;
	const cpu = cpuMs(portal.pids) - cpuBefore;
	const peak = await heap.stop();
	const { before, peak: most } = process.stop();
	const cleared = await watchHeap(inspectorPort, { collects: true });
	await judge();
	const held = await cleared.stop();
	await portal.stop();
	return { rows, seconds, cpu, peak, held, added: most - before };
};

/** Reads the list of applicants when all is quiet, and while applicants are judged. */
const readMeanwhile = async (bench, state) => {
	const portal = await bench.servePortal(state);
	const headers = await bench.authorization(portal, state);
	const list = {
		url: `${portal.url}/${state.organisation}/applicants?application=${state.application}`,
		headers: await bench.cookie(portal, state),
	};
	const quiet = summarize((await bench.load({ ...list, requests: 400 })).samples);
	const reads = bench.loadUntil(list);
	await finish(portal, headers, state, await start(portal, headers, state, many));
	const busy = summarize((await reads.enough()).samples);
	await portal.stop();
	return { quiet, busy };
};

/** Types into the form of ten criteria, and into the words above it. @returns how long each key took to its letter */
const typeIntoCriteria = async (bench, state) => {
	const portal = await bench.servePortal(state, { hasAssets: true });
	const headers = await bench.authorization(portal, state);
	const { session_id: session } = await start(portal, headers, state, few);
	const browser = await openBrowser(portal, state);
	try {
		const page = await browser.openPage();
		const query = new URLSearchParams({ application: state.application, session, edit: "1" });
		await page.goto(`${portal.url}/${state.organisation}/process-ai?${query}`, { waitUntil: "networkidle" });
		const devtools = await page.context().newCDPSession(page);
		await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
		await page.evaluate(watchKeys);
		const typeInto = async (field, texts) => {
			const samples = [];
			for (const text of texts) {
				await field.fill("");
				await field.focus();
				for (const [index, letter] of [...text].entries()) {
					const shown = page.evaluate((wanted) => window.benchFocused(wanted), text.slice(0, index + 1));
					await page.keyboard.press(letter === " " ? "Space" : letter);
					samples.push(await shown);
				}
			}
			// why not the first: its code is compiled then.
			return summarize(samples.slice(1));
		};
		const scores = Array.from({ length: 20 }, (_, index) => String(181 + index * 7));
		const keys = await typeInto(
			page.getByRole("group", { name: "UTME score", exact: true }).getByLabel(/^Number/),
			scores,
		);
		const bare = await typeInto(page.getByLabel("Who are you looking for?"), pickNames(state));
		return { keys, bare };
	} finally {
		await browser.close();
		await portal.stop();
	}
};
