import { createServer } from "node:net";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "../worker/local/chromium.mjs";

const freePort = () =>
	new Promise<number>((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});

// why: this file is read again in every worker, which inherits the environment of the first.
process.env.E2E_PORT ??= String(await freePort());

/** One Worker a run, started by e2e/global-setup.ts with a small demo in a folder of its own. */
export default defineConfig({
	testDir: "e2e",
	outputDir: "../test-results",
	globalSetup: "./e2e/global-setup.ts",
	workers: 3,
	fullyParallel: true,
	// why: two cores shared with others; whatever passes only the second time is listed as flaky, to be mended.
	retries: 1,
	forbidOnly: Boolean(process.env.CI),
	timeout: 60_000,
	expect: { timeout: 10_000 },
	reporter: [["list"]],
	use: {
		baseURL: `http://localhost:${process.env.E2E_PORT}`,
		actionTimeout: 10_000,
		navigationTimeout: 15_000,
		// why: the browser keeps the portal's scripts from one test to the next; cookies and storage it does not.
		reuseContext: true,
		// why: what moves is waited for, and what fades has other colours meanwhile.
		contextOptions: { reducedMotion: "reduce" },
		locale: "en-GB",
		timezoneId: "Africa/Lagos",
		// why: recording every step takes a quarter of the time; `npm test -- e2e --trace on` records.
		trace: "off",
		screenshot: "only-on-failure",
		launchOptions: {
			executablePath: findChromium(),
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
			],
		},
	},
	projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } }],
});
