// npm test: everything that must hold, cheapest first, up to the first failure. npm test -- unit | workerd | portal | e2e [more arguments]
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { runTool } from "./run.mjs";

const [only, ...rest] = process.argv.slice(2);

const tool =
	(name, ...args) =>
	async () =>
		(await runTool(name, args)).code === 0;
const vitest = (...projects) =>
	tool(
		"vitest",
		"run",
		"--config",
		"tests/vitest.config.ts",
		...projects.flatMap((name) => ["--project", name]),
		...rest,
	);

const builds = async () => {
	await build({ force: true });
	return true;
};

const browse = async () => {
	process.env.PLAYWRIGHT_CHROMIUM = await ensureChromium();
	// why: all in one go they take longer than whoever waits for the whole should; `npm test -- e2e` runs them too.
	const withoutLong = only === undefined ? ["--grep-invert", "@long"] : [];
	return tool("playwright", "test", "--config", "tests/playwright.config.ts", ...withoutLong, ...rest)();
};

const steps = [
	{ name: "format and lint", run: tool("biome", "check", ".") },
	{ name: "dead code", run: tool("knip", "--no-config-hints") },
	{ name: "types", run: tool("tsc", "--noEmit") },
	{ name: "unit tests", parts: ["unit"], run: vitest("unit") },
	{ name: "build", parts: ["portal", "e2e"], run: builds },
	// why: all of them at once start the runtime once.
	...(only === undefined
		? [{ name: "tests in workerd", run: vitest("workerd", "portal", "portal-remote") }]
		: [
				{ name: "tests in workerd", parts: ["workerd"], run: vitest("workerd") },
				{ name: "portal tests", parts: ["portal"], run: vitest("portal", "portal-remote") },
			]),
	{ name: "browser tests", parts: ["e2e"], run: browse },
];

const wanted = steps.filter(({ parts }) => only === undefined || parts?.includes(only));
if (wanted.length === 0) {
	console.error(`There are no tests called "${only}": unit, workerd, portal or e2e, or nothing for all.`);
	process.exit(2);
}

const report = [];
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;
const begun = Date.now();
let failed;
for (const { name, run } of wanted) {
	const since = Date.now();
	console.log(`\n── ${name}`);
	const passed = await run().catch((error) => {
		console.error(error.message);
		return false;
	});
	report.push(`${passed ? "✓" : "✗"} ${name.padEnd(20)} ${seconds(since)}`);
	if (!passed) {
		failed = name;
		break;
	}
}
const left = wanted.length - report.length;
console.log(`\n${report.join("\n")}${left ? `\n· not run: ${left}` : ""}`);
console.log(`${failed ? `Failed: ${failed}` : "All passed"} ${seconds(begun).trim()}`);
process.exit(failed ? 1 : 0);
