// npm test: everything that must hold, cheapest first, up to the first failure. npm test -- unit | workerd | portal | e2e [more arguments]
import { prepare } from "./install.mjs";

await prepare(import.meta.url);
process.env.WRANGLER_LOG ??= "error";
const { build } = await import("./build.mjs");
const { ensureChromium } = await import("./chromium.mjs");
const { runTool } = await import("./run.mjs");

const [only, ...rest] = process.argv.slice(2);

const tool =
	(name, ...args) =>
	async (options) => {
		const { code, output } = await runTool(name, args, options);
		return { passed: code === 0, output };
	};
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
	return { passed: true, output: "" };
};

const browse = async (options) => {
	process.env.PLAYWRIGHT_CHROMIUM = await ensureChromium();
	return tool("playwright", "test", "--config", "tests/playwright.config.ts", ...rest)(options);
};

/** One after the other; those of a group side by side, since each of them leaves a core idle. */
const groups = [
	[
		{ name: "format and lint", run: tool("biome", "check", ".") },
		{ name: "dead code", run: tool("knip", "--no-config-hints") },
	],
	[
		{ name: "types", run: tool("tsc", "--noEmit") },
		{ name: "unit tests", parts: ["unit"], run: vitest("unit") },
		{ name: "build", parts: ["portal", "e2e"], run: builds },
	],
	[
		// why: all of them at once start the runtime once.
		...(only === undefined
			? [{ name: "tests in workerd", run: vitest("workerd", "portal", "portal-remote") }]
			: [
					{ name: "tests in workerd", parts: ["workerd"], run: vitest("workerd") },
					{ name: "portal tests", parts: ["portal"], run: vitest("portal", "portal-remote") },
				]),
	],
	[{ name: "browser tests", parts: ["e2e"], run: browse }],
];

const wanted = groups
	.map((steps) => steps.filter(({ parts }) => only === undefined || parts?.includes(only)))
	.filter((steps) => steps.length > 0);
if (wanted.length === 0) {
	console.error(`There are no tests called "${only}": unit, workerd, portal or e2e, or nothing for all.`);
	process.exit(2);
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;

/** @param isAlone it has the terminal to itself; else what it says is kept, and shown at its end. */
const runStep = async ({ name, run }, isAlone) => {
	const since = Date.now();
	if (isAlone) console.log(`\n── ${name}`);
	const options = isAlone ? {} : { stdio: ["ignore", "pipe", "pipe"] };
	const { passed, output } = await run(options).catch((error) => ({ passed: false, output: error.message }));
	if (!isAlone) console.log(`\n── ${name}`);
	if (output) console.log(output);
	return { name, passed, line: `${passed ? "✓" : "✗"} ${name.padEnd(20)} ${seconds(since)}` };
};

const begun = Date.now();
const results = [];
for (const steps of wanted) {
	results.push(...(await Promise.all(steps.map((step) => runStep(step, steps.length === 1)))));
	if (results.some(({ passed }) => !passed)) break;
}
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
const left = wanted.flat().length - results.length;
console.log(`\n${results.map(({ line }) => line).join("\n")}${left ? `\n· not run: ${left}` : ""}`);
console.log(`${failed.length > 0 ? `Failed: ${failed.join(", ")}` : "All passed"} ${seconds(begun).trim()}`);
process.exit(failed.length > 0 ? 1 : 0);
