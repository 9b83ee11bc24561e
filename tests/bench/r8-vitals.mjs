import { openBrowser } from "./browser.mjs";
import { summarize } from "./stats.mjs";

const visits = 7;
const slowdown = 4;
const maxLcpMs = 1_500;
const maxInpMs = 100;

/** R8: the list on a slow machine: when it is there, and how long it takes to react. */
export const run = async (bench) => {
	const state = bench.largest;
	const portal = await bench.servePortal(state, { hasAssets: true });
	const browser = await openBrowser(portal, state);
	try {
		const url = `${portal.url}/${state.organisation}/applicants?application=${state.application}`;
		const seen = [];
		for (let visit = 0; visit <= visits; visit++) seen.push(await visitList(await browser.openPage(), url));
		// why: the first visit warms the server up.
		seen.shift();
		const lcp = summarize(seen.map(({ lcpMs }) => lcpMs));
		const inp = summarize(seen.map(({ interactions }) => Math.max(...interactions.map(({ ms }) => ms))));
		return {
			id: "R8",
			what: `the list in Chromium at ${slowdown}x CPU slowdown`,
			ratio: `LCP ${(lcp.p95 / 1_000).toFixed(2)} s, INP ${inp.p95.toFixed(0)} ms`,
			target: "≤ 1.5 s; ≤ 100 ms",
			isMet: lcp.p95 <= maxLcpMs && inp.p95 <= maxInpMs,
			parts: [
				{ what: `largest contentful paint, ${visits} visits with an empty cache`, ...lcp },
				{ what: "slowest interaction of a visit", ...inp },
				...Object.keys(steps).map((step) => ({
					what: `· ${step}`,
					...summarize(
						seen.map(({ interactions }) =>
							Math.max(...interactions.filter((one) => one.step === step).map(({ ms }) => ms)),
						),
					),
				})),
			],
		};
	} finally {
		await browser.close();
		await portal.stop();
	}
};

/** What is done on a visit, by the name it has in the table. */
const steps = {
	"select a row": (page) => page.locator("tbody input[type=checkbox]").nth(1).click(),
	"open an applicant": async (page) => {
		await page.locator("tbody a").first().click();
		await page.waitForURL(/applicants\/[\w-]+/);
		await page.getByRole("dialog").first().waitFor();
	},
	"close the applicant": async (page) => {
		await page.keyboard.press("Escape");
		await page.waitForURL(/applicants(\?|$)/);
	},
	"type in the search": async (page) => {
		await page.locator("#list-search").pressSequentially("ade", { delay: 60 });
		await page.waitForURL(/q=ade/);
	},
};

const visitList = async (page, url) => {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
	await page.addInitScript(watch);
	await page.goto(url, { waitUntil: "networkidle" });
	const lcpMs = await page.evaluate(() => window.benchLcpMs);
	for (const [step, act] of Object.entries(steps)) {
		await page.evaluate((name) => {
			window.benchStep = name;
		}, step);
		await act(page);
		await page.waitForLoadState("networkidle");
		// why: the browser tells of an interaction some time after it, and by no event that could be waited for.
		await page.waitForTimeout(300);
	}
	const interactions = await page.evaluate(() => window.benchInteractions);
	await page.context().close();
	return { lcpMs, interactions };
};

/** In the page: the browser's own measures of what counts as painted and as an answer to the user. */
const watch = () => {
	window.benchInteractions = [];
	new PerformanceObserver((list) => {
		window.benchLcpMs = list.getEntries().at(-1).startTime;
	}).observe({ type: "largest-contentful-paint", buffered: true });
	new PerformanceObserver((list) => {
		for (const { interactionId, duration } of list.getEntries())
			if (interactionId > 0) window.benchInteractions.push({ step: window.benchStep, ms: duration });
	}).observe({ type: "event", durationThreshold: 16, buffered: true });
};
