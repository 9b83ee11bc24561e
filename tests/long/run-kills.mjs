// node worker/local/prepared.mjs tests/long/run-kills.mjs [20]: the runtime is killed in the middle of a large stage change.
import { build } from "../../worker/local/build.mjs";
import { dropState, prepareState } from "../bench/states.mjs";
import { killDuringStageChange } from "./kill-during-stage-change.mjs";

const kills = Number(process.argv[2] ?? 20);
const applicants = 20_000;

process.env.WRANGLER_LOG ??= "error";
await build();
const state = await prepareState(applicants);
let failed = 0;
for (let kill = 1; kill <= kills; kill++) {
	const { killedAfterMs, done, faults } = await killDuringStageChange(state, kill);
	const outcome = faults.length === 0 ? "✓" : "✗";
	console.log(`${outcome} kill ${kill} after ${killedAfterMs} ms, ${done} moved by then`);
	for (const fault of faults) console.log(`  ${fault}`);
	failed += faults.length;
}
if (failed === 0) dropState(state);
else console.log(`The database is kept in ${state.persistTo}`);
process.exit(failed === 0 ? 0 : 1);
