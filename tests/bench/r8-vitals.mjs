import { openBrowser } from "./browser.mjs";
import { servePages, staticPagesOf } from "./static-pages.mjs";
import { summarize } from "./stats.mjs";

const visits = 7;
const slowdown = 4;
const maxLcpMs = 1_500;
const maxInpMs = 100;

/**
 * R8: measures on a slow machine when the list appears and how fast it reacts, beside the same page as a file,
 * without a script and with React alone, whose figures show the machine's share.
 */
export const run = async (bench) => {
	const state = bench.largest;
	const portal = await bench.servePortal(state, { hasAssets: true });
	const browser = await openBrowser(portal, state);
	const url = `${portal.url}/${state.organisation}/applicants?application=${state.application}`;
	const html = await (await fetch(url, { headers: await bench.cookie(portal, state) })).text();
	const files = await servePages(bench, await staticPagesOf(html));
	try {
		const wholeList = await visit(browser, url, steps);
		const plain = await visit(browser, `${files.url}/plain`, onlySelect);
		const react = await visit(browser, `${files.url}/react`, onlySelect);
		const { lcp, inp } = wholeList;
		const times = (name, ours, theirs) => `${name} × ${(ours.median / theirs.median).toFixed(1)}`;
		const selecting = wholeList.byStep["select a row"];
		const beside = (what, { lcp: theirs, byStep }) => [
			{ what: `${what}: largest contentful paint`, ...theirs, measured: times("the list", lcp, theirs) },
			{
				what: `${what}: select a row`,
				...byStep["select a row"],
				measured: times("the list", selecting, byStep["select a row"]),
			},
		];
		return {
			id: "R8",
			what: `the list in Chromium at ${slowdown}x CPU slowdown`,
			ratio: `LCP ${(lcp.p95 / 1_000).toFixed(2)} s, INP ${inp.p95.toFixed(0)} ms`,
			target: "≤ 1.5 s; ≤ 100 ms",
			isMet: lcp.p95 <= maxLcpMs && inp.p95 <= maxInpMs,
			parts: [
				{ what: `largest contentful paint, ${visits} visits with an empty cache`, ...lcp },
				{ what: "slowest interaction of a visit", ...inp },
				...Object.entries(wholeList.byStep).map(([step, figures]) => ({ what: `· ${step}`, ...figures })),
				...beside("the same page as a file, without a script", plain),
				...beside("the same page as a file, taken over by React alone", react),
			],
		};
	} finally {
		await browser.close();
		await files.stop();
		await portal.stop();
	}
};

/** Returns the figures of some visits. why one more: the first warms the server up. */
const visit = async (browser, url, actions) => {
	const seen = [];
	for (let n = 0; n <= visits; n++) seen.push(await visitOnce(await browser.openPage(), url, actions));
	seen.shift();
	// why 16: the browser reports no shorter interaction.
	const slowest = (interactions) => Math.max(16, ...interactions.map(({ ms }) => ms));
	return {
		lcp: summarize(seen.map(({ lcpMs }) => lcpMs)),
		inp: summarize(seen.map(({ interactions }) => slowest(interactions))),
		byStep: Object.fromEntries(
			Object.keys(actions).map((step) => [
				step,
				summarize(seen.map(({ interactions }) => slowest(interactions.filter((one) => one.step === step)))),
			]),
		),
	};
};

/** The actions of a visit, by their names in the table. */
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

const onlySelect = { "select a row": steps["select a row"] };

const visitOnce = async (page, url, actions) => {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
	await page.addInitScript(watch);
	await page.goto(url, { waitUntil: "networkidle" });
	const lcpMs = await page.evaluate(() => window.benchLcpMs);
	for (const [step, act] of Object.entries(actions)) {
		await page.evaluate((name) => {
			window.benchStep = name;
		}, step);
		await act(page);
		await page.waitForLoadState("networkidle");
		// why: the browser reports an interaction some time later, and no event announces it.
		await page.waitForTimeout(300);
	}
	const interactions = await page.evaluate(() => window.benchInteractions);
	await page.context().close();
	return { lcpMs, interactions };
};

/** Runs in the page: records the browser's own measures of painting and of responses to the user. */
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
