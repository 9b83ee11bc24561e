import { setTimeout as wait } from "node:timers/promises";
import { isolateMb } from "./bench.mjs";
import { watchHeap } from "./inspector.mjs";
import { send } from "./tasks.mjs";
import { watchMemory } from "./usage.mjs";

const rows = 50_000;

/** I1: reads, checks and adds a list of 50,000 candidates, and measures the isolate's memory. */
export const run = async (bench) => {
	const state = bench.smallest;
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort, mostHeapMb: isolateMb });
	const headers = await bench.authorization(portal, state);
	const group = await send(portal, headers, "POST", "/candidate-groups", { name: "Measured" });
	const imports = `/candidate-groups/${group.id}/imports`;
	const process = watchMemory(portal.pids);
	const heap = await watchHeap(inspectorPort, { collects: false });
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "jamb.csv" }));
	form.set("file", new Blob([listOf(rows)], { type: "text/csv" }), "jamb.csv");
	const until = async (path, status) => {
		for (;;) {
			const now = await (await fetch(`${portal.url}/api${path}`, { headers })).json();
			if (now.status === status) return now;
			if (now.status === "refused" || now.task?.status === "FAILED")
				throw new Error(`The import is ${now.status}: ${now.refusal}`);
			await wait(250);
		}
	};
	const read = await timed(async () => {
		const { id } = await send(portal, headers, "POST", imports, form);
		return until(`${imports}/${id}`, "mapping");
	});
	const one = `${imports}/${read.value.id}`;
	const checked = await timed(async () => {
		const columns = read.value.columns.map(({ field }) => field);
		await send(portal, headers, "PUT", `${one}/columns`, { columns });
		return until(one, "ready");
	});
	const added = await timed(async () => {
		await send(portal, headers, "POST", `${one}/add`, { addDuplicates: false });
		return until(one, "added");
	});
	const most = await heap.stop();
	const { before, peak } = process.stop();
	await portal.stop();
	const done = added.value.counts.added ?? 0;
	return {
		id: "I1",
		what: `a list of ${rows.toLocaleString("en")} candidates: rows added; the most memory of the isolate`,
		ratio: `${done.toLocaleString("en")}; ${Math.round(most)} MB`,
		target: `${rows.toLocaleString("en")}; < 128 MB`,
		isMet: done === rows && most < isolateMb,
		parts: [
			["read", read],
			["checked for the preview", checked],
			["added", added],
		]
			.map(([what, { seconds }]) => ({ what, perSecond: rows / seconds, measured: `${seconds.toFixed(1)} s` }))
			.concat({ what: "with database and store, more than before", measured: `${Math.round(peak - before)} MB` }),
	};
};

const timed = async (work) => {
	const begun = performance.now();
	const value = await work();
	return { value, seconds: (performance.now() - begun) / 1000 };
};

const firstNames = [
	"Adaeze",
	"Babatunde",
	"Chinonso",
	"Damilola",
	"Efe",
	"Fatima",
	"Gambo",
	"Halima",
	"Ifeoma",
	"Jide",
];
const lastNames = ["Okafor", "Adeyemi", "Bello", "Eze", "Ibrahim", "Lawal", "Nwosu", "Ogunleye", "Sani", "Umar"];

const listOf = (count) => {
	const lines = ["JAMB number,Surname,First name,Sex,Date of birth,UTME score,Phone,Email"];
	for (let n = 0; n < count; n++) {
		const [first, last] = [firstNames[n % 10], lastNames[Math.floor(n / 10) % 10]];
		const born = new Date(Date.UTC(2000, 0, 1 + Math.floor(n / 100))).toISOString().slice(0, 10);
		const phone = `080${String(10_000_000 + n)}`;
		const number = `2026${String(1_000_000 + n)}AB`;
		lines.push(
			`${number},${last},${first},${n % 2 ? "M" : "F"},${born},${180 + (n % 150)},${phone},candidate${n}@jamb.example`,
		);
	}
	return lines.join("\r\n");
};
