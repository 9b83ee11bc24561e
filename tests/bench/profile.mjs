// Profiles the Worker by the functions of the sources while a row's load is on it.
import { readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { runTool } from "../../worker/local/run.mjs";
import { openInspector, sampleIsolate } from "./inspector.mjs";

const folder = ".cache/bench/profiled";
const shown = 25;

/** Builds with source maps. The next build() restores the usual files, whose names differ. */
const buildWithMaps = async () => {
	const deploy = ["deploy", "--dry-run", "--outdir", folder];
	for (const [tool, args] of [
		["remix", ["build", "--sourcemap"]],
		["wrangler", deploy],
	]) {
		const { code, output } = await runTool(tool, args, {
			stdio: ["ignore", "pipe", "pipe"],
			env: { NODE_ENV: "production" },
		});
		if (code !== 0) throw new Error(output);
	}
};

const serveLargest = (bench, options) => bench.servePortal(bench.largest, options);

/** @returns {Promise<string>} Markdown: shares of the isolate's time, by package and by function */
export const profile = async (bench, { exercise, serve = serveLargest }) => {
	await buildWithMaps();
	const inspectorPort = await bench.freePort();
	const portal = await serve(bench, { script: `${folder}/index.js`, inspectorPort });
	const inspector = await openInspector(inspectorPort);
	// why: the first requests are compiled and cached, which later requests do not cost.
	await exercise(bench, portal);
	const { profile: recorded } = await sampleIsolate(inspector, portal.pids[0], () => exercise(bench, portal));
	writeFileSync(`${folder}/recorded.cpuprofile`, JSON.stringify(recorded));
	inspector.close();
	await portal.stop();
	return summarizeProfile(recorded);
};

/** Counts samples: idle ones, and those outside any function, say nothing about the code. */
const summarizeProfile = ({ nodes, samples }) => {
	const map = new SourceMap(JSON.parse(readFileSync(`${folder}/index.js.map`, "utf8")));
	const places = new Map(nodes.map(({ id, callFrame }) => [id, locate(map, callFrame)]));
	const counted = samples.map((id) => places.get(id)).filter(({ name }) => !outsideFunctions.includes(name));
	const list = (by) =>
		Map.groupBy(counted, by)
			.entries()
			.map(([name, { length }]) => ({ name, length }))
			.toArray()
			.sort((a, b) => b.length - a.length)
			.slice(0, shown)
			.map(({ name, length }) => `- ${((100 * length) / counted.length).toFixed(1)} % ${name}`)
			.join("\n");
	return `${counted.length} samples of the Worker's isolate.\n\nBy package:\n${list(({ origin }) => origin)}\n\nBy function (self):\n${list(({ name }) => name)}`;
};

const outsideFunctions = ["(idle)", "(root)", "(program)"];

const locate = (map, { functionName, url, lineNumber, columnNumber }) => {
	if (functionName.startsWith("(")) return { name: functionName, origin: functionName };
	const entry = url !== "index.js" ? {} : map.findEntry(lineNumber, columnNumber);
	if (!entry.originalSource)
		return { name: `${functionName || "(anonymous)"} ${url || "(native)"}`, origin: "workerd" };
	const source = entry.originalSource.replace(/^(\.\.\/)+/, "");
	// why: drizzle's own source maps do not say to which package a `src` belongs.
	const origin = source.startsWith("node_modules/src/")
		? "drizzle-orm"
		: (/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.split("/").slice(0, 2).join("/"));
	return { name: `${entry.name || functionName} ${source}:${entry.originalLine + 1}`, origin };
};
