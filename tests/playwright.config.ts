import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "../worker/local/chromium.mjs";

/**
 * Each Playwright worker runs one file after the other, and serves each a Worker with the original demo
 * (e2e/portal.ts). So no test depends on what another file left, or on what runs beside it.
 */
export default defineConfig({
	testDir: "e2e",
	outputDir: "../test-results",
	globalSetup: "./e2e/global-setup.ts",
	workers: 3,
	// why: one unsteady journey in 500 must not keep a change back. `npm test` names those that needed it, at its end.
	retries: 1,
	forbidOnly: Boolean(process.env.CI),
	// why so long: a busy machine is slow, and a test that passes takes no longer for it.
	timeout: 180_000,
	expect: { timeout: 30_000 },
	reporter: [["list"]],
	use: {
		actionTimeout: 30_000,
		navigationTimeout: 30_000,
		// why: the browser keeps the portal's scripts from one test to the next, but neither cookies nor storage.
		reuseContext: true,
		// why: tests would wait for animations, and colours differ while they fade.
		contextOptions: { reducedMotion: "reduce" },
		// why: a journey sees every request that its page makes; the service worker has a journey of its own.
		serviceWorkers: "block",
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
