// npm test: everything that must hold, cheapest first. npm test -- unit | workerd | portal | e2e [more arguments]
import { readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { runTool } from "./run.mjs";
import { ensureWebKit } from "./webkit.mjs";

const [only, ...rest] = process.argv.slice(2);

/** Where the tools write what became of each test. why absolute: Playwright starts from the folder of its configuration. */
const results = { vitest: resolve(".cache/vitest.json"), playwright: resolve(".cache/playwright.json") };

const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** @returns {string[]} file and title of each; the file alone when it failed as a whole */
const failedInVitest = () =>
	read(results.vitest)
		.testResults.filter(({ status }) => status !== "passed")
		.flatMap(({ name, assertionResults }) => {
			const file = relative(process.cwd(), name);
			const titles = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
			return titles.length > 0 ? titles.map((title) => `${file} › ${title}`) : [file];
		});

/** @returns {string[]} file and title of each journey one of whose runs is as asked */
const journeys = (is) => {
	const within = ({ specs, suites = [] }) => [
		...specs.filter(({ tests }) => tests.some(is)).map(({ file, title }) => `tests/e2e/${file} › ${title}`),
		...suites.flatMap(within),
	];
	return read(results.playwright).suites.flatMap(within);
};

/** Journeys that passed only the second time. Each has a fault, of the journey or of the product, to be found. */
const unsteady = [];

/** Runs a tool that says itself what is wrong. @returns what failed, undefined if nothing did */
const tool = async (name, ...args) => ((await runTool(name, args)).code === 0 ? undefined : []);

const vitest = async (...projects) => {
	rmSync(results.vitest, { force: true });
	const chosen = projects.flatMap((name) => ["--project", name]);
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results.vitest}`];
	const { code } = await runTool("vitest", [
		"run",
		"--config",
		"tests/vitest.config.ts",
		...chosen,
		...reporters,
		...rest,
	]);
	if (code === 0) return undefined;
	const failures = failedInVitest();
	// why: Vitest also fails when files did not run at all, which its list of results leaves out.
	return failures.length > 0 ? failures : ["an error outside of any test: see above, under Unhandled Errors"];
};

const browse = async () => {
	rmSync(results.playwright, { force: true });
	ensureWebKit();
	const env = { PLAYWRIGHT_CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: results.playwright };
	const args = ["test", "--config", "tests/playwright.config.ts", "--reporter=list,json", ...rest];
	const { code } = await runTool("playwright", args, { env });
	unsteady.push(...journeys(({ status }) => status === "flaky"));
	return code === 0 ? undefined : journeys(({ status }) => status === "unexpected");
};

const builds = { name: "build", parts: ["portal", "e2e"], run: () => build({ force: true }) };
const steps = [
	{ name: "format and lint", run: () => tool("biome", "check", ".") },
	{ name: "dead code", run: () => tool("knip", "--no-config-hints") },
	{ name: "types", run: () => tool("tsc", "--noEmit") },
	{ name: "unit tests", parts: ["unit"], run: () => vitest("unit") },
	builds,
	// why together: the runtime takes long to start.
	...(only === undefined
		? [{ name: "tests in workerd", needsBuild: true, run: () => vitest("workerd", "portal", "portal-remote") }]
		: [
				{ name: "tests in workerd", parts: ["workerd"], run: () => vitest("workerd") },
				{ name: "portal tests", parts: ["portal"], needsBuild: true, run: () => vitest("portal", "portal-remote") },
			]),
	{ name: "browser tests", parts: ["e2e"], needsBuild: true, run: browse },
];

const wanted = steps.filter(({ parts }) => only === undefined || parts?.includes(only));
if (wanted.length === 0) {
	console.error(`There are no tests called "${only}": unit, workerd, portal or e2e, or nothing for all.`);
	process.exit(2);
}

const run = async (step) => {
	try {
		return await step.run();
	} catch (error) {
		console.error(error.message);
		return [];
	}
};

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;
const report = [];
const failed = new Set();
const begun = Date.now();
// why: a step that fails does not keep the others from telling what they find.
for (const step of wanted) {
	if (step.needsBuild && failed.has(builds)) {
		report.push(`· ${step.name.padEnd(20)} not run`);
		continue;
	}
	const since = Date.now();
	console.log(`\n── ${step.name}`);
	const faults = await run(step);
	if (faults) failed.add(step);
	report.push(
		`${faults ? "✗" : "✓"} ${step.name.padEnd(20)} ${seconds(since)}`,
		...(faults ?? []).map((fault) => `    ${fault}`),
	);
}
console.log(`\n${report.join("\n")}`);
if (unsteady.length > 0) console.log(`\nPassed only the second time:\n    ${unsteady.join("\n    ")}\n`);
const names = [...failed].map(({ name }) => name).join(", ");
console.log(`${names ? `Failed: ${names}` : "All passed"} ${seconds(begun).trim()}`);
process.exit(failed.size > 0 ? 1 : 0);
