// npm run test:long: lets an office of fifty work, reports 24,000 payments in a minute, sends tens of thousands of requests
// that no honest client sends, loses and restores a database, and kills a working runtime. npm run test:long -- --only office --minutes 10
import { parseArgs } from "node:util";
import { build } from "../../worker/local/build.mjs";
import { startBench } from "../bench/bench.mjs";
import { dropState, prepareState } from "../bench/states.mjs";
import { openFixture } from "./fixture.mjs";
import { killDuringStageChange } from "./kill-during-stage-change.mjs";
import { readLists } from "./lists.mjs";
import { runOffice } from "./office.mjs";
import { drillRestore } from "./restore.mjs";
import { soakWebhooks } from "./webhooks.mjs";

const attacks = { bodies: "./bodies.mjs", queries: "./queries.mjs", "raw-http": "./raw-http.mjs" };

const { values: options } = parseArgs({
	options: {
		only: {
			type: "string",
			default: ["office", "lists", "webhooks", ...Object.keys(attacks), "restore", "kills"].join(),
		},
		minutes: { type: "string", default: "3" },
		seconds: { type: "string", default: "60" },
		kills: { type: "string", default: "20" },
	},
});

/** Prints what a part found. @returns {boolean} true when it found nothing */
const report = (isWell, line, faults) => {
	console.log(`${isWell ? "✓" : "✗"} ${line}`);
	for (const fault of faults) console.log(`  ${fault}`);
	return isWell;
};

const measure = async (run) => {
	const state = await prepareState(10_000);
	const bench = await startBench([state]);
	const { line, faults } = await run(bench, state);
	await bench.stop();
	dropState(state);
	return report(faults.length === 0, line, faults);
};

const attack = async (names) => {
	const state = await prepareState(10_000);
	const bench = await startBench([state]);
	const portal = await bench.servePortal(state);
	let isWell = true;
	for (const name of names) {
		const { run, atLeast } = await import(attacks[name]);
		// why: each needs a session that has not expired.
		const { count, statuses, slowestMs, faults } = await run(await openFixture(portal));
		const line = `${name}: ${count} requests, slowest ${Math.round(slowestMs)} ms, ${JSON.stringify(statuses)}`;
		isWell = report(count >= atLeast && faults.length === 0, line, faults) && isWell;
	}
	await portal.stop();
	await bench.stop();
	dropState(state);
	return isWell;
};

const restore = async () => {
	const state = await prepareState(10_000);
	const { line, faults } = await drillRestore(state);
	dropState(state);
	return report(faults.length === 0, line, faults);
};

const kill = async (times) => {
	const state = await prepareState(20_000);
	let isWell = true;
	for (let time = 1; time <= times; time++) {
		const { done, faults } = await killDuringStageChange(state, time);
		const line = `kill ${time}: ${done} moved by then`;
		isWell = report(faults.length === 0, line, faults) && isWell;
	}
	if (isWell) dropState(state);
	else console.log(`The database is kept in ${state.persistTo}`);
	return isWell;
};

const wanted = options.only.split(",");
const names = Object.keys(attacks).filter((name) => wanted.includes(name));
await build();
// why first: its figures need a quiet machine.
const office = (bench, state) => runOffice(bench, state, Number(options.minutes));
const worked = !wanted.includes("office") || (await measure(office));
const read = !wanted.includes("lists") || (await measure(readLists));
const soak = (bench, state) => soakWebhooks(bench, state, Number(options.seconds));
const booked = !wanted.includes("webhooks") || (await measure(soak));
const survived = names.length === 0 || (await attack(names));
const restored = !wanted.includes("restore") || (await restore());
const kept = !wanted.includes("kills") || (await kill(Number(options.kills)));
process.exit(worked && read && booked && survived && restored && kept ? 0 : 1);
