import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localGoogle } from "../../worker/local/dev-vars.mjs";
import { openPortal } from "../../worker/local/portal.mjs";
import { demoAccounts } from "../../worker/local/seed-once.mjs";

const log = "test-results/worker.log";

/** The built Worker with a fresh state folder; what it writes to its console goes to test-results/worker.log. */
const startPortal = async () => {
	const port = Number(process.env.E2E_PORT);
	const origin = `http://localhost:${port}`;
	const state = mkdtempSync(join(tmpdir(), "matricula-e2e-"));
	mkdirSync("test-results", { recursive: true });
	const portal = await openPortal({
		port,
		persistTo: state,
		applicants: 400,
		vars: {
			...localGoogle(origin),
			ENVIRONMENT: "development",
			PORTAL_ORIGIN: origin,
			SECRET: "a secret that only the browser tests know",
			CLIENT_SECRET: "client secret of the browser tests",
		},
		onLog: (message: string) => appendFileSync(log, `${message}\n`),
	});
	// why: the workers that run the tests inherit this process's environment, and nothing else of it.
	process.env.E2E_ACCOUNTS = JSON.stringify(await demoAccounts());
	return async () => {
		await portal.stop();
		rmSync(state, { recursive: true, force: true });
	};
};

export default startPortal;
