import { openBrowser } from "./browser.mjs";
import { pickNames, type, watchKeys } from "./r3-palette.mjs";
import { summarize } from "./stats.mjs";

const slowdown = 4;
const targetMs = 100;

/** K1: measures on a slow machine how long a key in the palette takes to its letter and to its results. */
export const run = async (bench) => {
	const state = bench.largest;
	const portal = await bench.servePortal(state, { hasAssets: true });
	const browser = await openBrowser(portal, state);
	try {
		const page = await browser.openPage();
		await page.goto(`${portal.url}/${state.organisation}/applicants?application=${state.application}`, {
			waitUntil: "networkidle",
		});
		const devtools = await page.context().newCDPSession(page);
		await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
		await page.evaluate(watchKeys);
		const samples = [];
		for (const [index, text] of ["warm up", ...pickNames(state)].entries()) {
			await page.keyboard.press("Control+K");
			await page.getByRole("dialog").locator("input").waitFor();
			const measured = await type(page, text, "benchBoth");
			if (index > 0) samples.push(...measured);
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
		}
		const letters = summarize(samples.map(({ letter }) => letter));
		const results = summarize(samples.map((sample) => sample.results));
		return {
			id: "K1",
			what: `palette at ${slowdown}x CPU slowdown, key down to results painted, p95`,
			ratio: `${results.p95.toFixed(0)} ms`,
			target: `≤ ${targetMs} ms`,
			isMet: results.p95 <= targetMs,
			parts: [
				{ what: `${samples.length} keys, to the letter`, ...letters },
				{ what: "the same keys, to the results", ...results },
			],
		};
	} finally {
		await browser.close();
		await portal.stop();
	}
};
