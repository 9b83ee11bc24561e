import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../worker/local/build.mjs";
import { migrate } from "../../worker/local/migrate.mjs";
import { demoAccounts, seedOnce } from "../../worker/local/seed-once.mjs";

/** Builds the Worker and creates the state with which every test file starts: a small demo in a folder of its own. */
const prepareState = async () => {
	await build();
	const state = mkdtempSync(join(tmpdir(), "matricula-e2e-"));
	await migrate(state);
	await seedOnce(state, { applicants: 400 });
	// why: the workers that run the tests inherit this process's environment, and nothing else from it.
	process.env.E2E_STATE = state;
	process.env.E2E_ACCOUNTS = JSON.stringify(await demoAccounts());
	return () => rmSync(state, { recursive: true, force: true });
};

export default prepareState;
