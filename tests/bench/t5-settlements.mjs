import { setTimeout as wait } from "node:timers/promises";
import { watchHeap } from "./inspector.mjs";
import { addPayments, read, settlePending } from "./payments.mjs";
import { send } from "./tasks.mjs";

const [some, all] = [2_000, 20_000];

/** T5: measures the isolate's memory while a settlement file of 20,000 lines is read, matched and kept, and one of 2,000. */
export const run = async (bench) => {
	const state = bench.smallest;
	// why: the sweep would check those of other rows, whose provider is not there.
	settlePending(state);
	const figures = [];
	for (const count of [some, all]) {
		const lines = () => addPayments(state, { count, status: "success", platform: "PAYSTACK" });
		const [first, second] = [lines(), lines()];
		figures.push(await importTwice(bench, state, { count, first, second }));
	}
	const [held, peak] = [figures[1].held / figures[0].held, figures[1].peak];
	const matched = figures.every((one) => one.matched === 2 * one.count);
	return {
		id: "T5",
		what: `memory of the isolate while a settlement file of ${all.toLocaleString("en")} lines is matched and kept, over one of ${some.toLocaleString("en")}; its most`,
		ratio: `${held.toFixed(2)}; ${Math.round(peak)} MB${matched ? "" : "; lines were lost"}`,
		target: "≤ 1.3; < 128 MB",
		isMet: held <= 1.3 && peak < 128 && matched,
		parts: figures.flatMap(({ count, reading, keeping, held: kept, peak: most }) => [
			{
				what: `${count.toLocaleString("en")} lines read and matched`,
				perSecond: count / reading,
				measured: inSeconds(reading),
			},
			{
				what: `${count.toLocaleString("en")} lines kept`,
				perSecond: count / keeping,
				measured: `${inSeconds(keeping)}; ${Math.round(kept)} MB held, ${Math.round(most)} MB with what is not collected yet`,
			},
		]),
	};
};

const inSeconds = (seconds) => `${seconds.toFixed(1)} s`;

/** Imports a file as it is, and then another with all garbage collected, which takes longer. */
const importTwice = async (bench, state, { count, first, second }) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const headers = await bench.authorization(portal, state);
	const heap = await watchHeap(inspectorPort, { collects: false });
	const { reading, keeping } = await importLines(portal, headers, first);
	const peak = await heap.stop();
	const cleared = await watchHeap(inspectorPort, { collects: true });
	await importLines(portal, headers, second);
	const held = await cleared.stop();
	await portal.stop();
	const [{ matched }] = read(
		state.file,
		`SELECT count(*) AS matched FROM settlement_lines WHERE result = 'matched' AND reference IN (SELECT value FROM json_each(?))`,
		JSON.stringify([...first, ...second]),
	);
	return { count, reading, keeping, peak, held, matched };
};

/** Uploads the lines of payments, and keeps them once they are matched. @returns how many seconds each took */
const importLines = async (portal, headers, references) => {
	const path = "/payments/settlements";
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "settled.csv", platform: "PAYSTACK" }));
	form.set("file", new Blob([fileOf(references)], { type: "text/csv" }), "settled.csv");
	const begun = performance.now();
	const { id } = await send(portal, headers, "POST", path, form);
	await until(portal, headers, `${path}/${id}`, "ready");
	const read = performance.now();
	await send(portal, headers, "POST", `${path}/${id}/add`);
	await until(portal, headers, `${path}/${id}`, "added");
	return { reading: (read - begun) / 1_000, keeping: (performance.now() - read) / 1_000 };
};

const until = async ({ url }, headers, path, status) => {
	for (;;) {
		const file = await (await fetch(`${url}/api${path}`, { headers })).json();
		if (file.status === status) return;
		if (file.status === "refused" || file.task?.status === "FAILED")
			throw new Error(`The file is ${file.status}: ${file.refusal}`);
		await wait(100);
	}
};

const fileOf = (references) => {
	const day = new Date().toISOString().slice(0, 10);
	const lines = references.map((reference) => `${reference},${day} 09:00:00,NGN,8500.00,127.50,8372.50,card`);
	return ["Reference,Paid at,Currency,Amount,Fee,Settled,Channel", ...lines].join("\r\n");
};
