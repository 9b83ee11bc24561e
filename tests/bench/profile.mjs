// Where the Worker's time goes, by the functions of the sources, while a row's load is on it.
import { readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { runTool } from "../../worker/local/run.mjs";
import { openInspector } from "./inspector.mjs";

const folder = ".cache/bench/profiled";
const shown = 25;

/** Builds with source maps. The next build() puts the usual files back. */
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

/** @returns {Promise<string>} Markdown: shares of the time the isolate was busy, by package and by function */
export const profile = async (bench, exercise) => {
	await buildWithMaps();
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(bench.largest, { script: `${folder}/index.js`, inspectorPort });
	const inspector = await openInspector(inspectorPort);
	// why: what is compiled and cached the first time is not what later requests pay.
	await exercise(bench, portal);
	await inspector.send("Profiler.enable");
	await inspector.send("Profiler.setSamplingInterval", { interval: 200 });
	await inspector.send("Profiler.start");
	await exercise(bench, portal);
	const { profile: recorded } = await inspector.send("Profiler.stop");
	writeFileSync(`${folder}/recorded.cpuprofile`, JSON.stringify(recorded));
	inspector.close();
	await portal.stop();
	return summarizeProfile(recorded);
};

const summarizeProfile = ({ nodes, samples, timeDeltas }) => {
	const map = new SourceMap(JSON.parse(readFileSync(`${folder}/index.js.map`, "utf8")));
	const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
	const [byFunction, byPackage] = [new Map(), new Map()];
	let busy = 0;
	let idle = 0;
	for (const [index, id] of samples.entries()) {
		const frame = byId.get(id);
		const took = timeDeltas[index];
		if (["(idle)", "(root)"].includes(frame.functionName)) {
			idle += took;
			continue;
		}
		busy += took;
		const { name, origin } = locate(map, frame);
		byFunction.set(name, (byFunction.get(name) ?? 0) + took);
		byPackage.set(origin, (byPackage.get(origin) ?? 0) + took);
	}
	const list = (totals) =>
		[...totals]
			.sort(([, a], [, b]) => b - a)
			.slice(0, shown)
			.map(([name, took]) => `- ${((100 * took) / busy).toFixed(1)} % ${name}`)
			.join("\n");
	const share = ((100 * busy) / (busy + idle)).toFixed(0);
	// why: the local D1 is another isolate of the same thread; its time is booked on the frame that last ran here.
	return `the isolate was busy ${share} % of the time, waiting the rest. Time in D1 is booked on whatever called it.\n\nBy package:\n${list(byPackage)}\n\nBy function (self):\n${list(byFunction)}`;
};

const locate = (map, { functionName, url, lineNumber, columnNumber }) => {
	if (functionName.startsWith("(")) return { name: functionName, origin: functionName };
	const entry = url !== "index.js" ? {} : map.findEntry(lineNumber, columnNumber);
	if (!entry.originalSource)
		return { name: `${functionName || "(anonymous)"} ${url || "(native)"}`, origin: "workerd" };
	const source = entry.originalSource.replace(/^(\.\.\/)+/, "");
	const origin = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.split("/").slice(0, 2).join("/");
	return { name: `${entry.name || functionName} ${source}:${entry.originalLine + 1}`, origin };
};
