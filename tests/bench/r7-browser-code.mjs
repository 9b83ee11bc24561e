import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const limits = [
	{ what: "login", route: "routes/auth/login", kilobytes: 100 },
	{ what: "applicants list", route: "routes/applicants/list", kilobytes: 170 },
];
const limitOfAny = 200;

/** R7: measures the JavaScript that a route loads before it is complete, by the compiler's own records, gzip -9. */
export const run = () => {
	const build = readBuild();
	const named = limits.map((limit) => ({ ...limit, ...weigh(build, limit.route) }));
	const all = Object.keys(build.manifest.routes).map((route) => ({ route, ...weigh(build, route) }));
	const [largest] = all.sort((a, b) => b.bytes - a.bytes);
	const rows = [
		...named,
		{ what: `the largest: ${largest.route.replace("routes/", "")}`, kilobytes: limitOfAny, ...largest },
	];
	return {
		id: "R7",
		what: "browser code, gzipped",
		ratio: `${kilobytes(largest.bytes)} at most`,
		target: "each",
		isMet: rows.every(({ bytes, kilobytes: limit }) => bytes <= limit * 1_000),
		parts: rows.map(({ what, bytes, laterBytes, kilobytes: limit }) => ({
			what: `${what} (and on first use: ${kilobytes(laterBytes)})`,
			measured: kilobytes(bytes),
			target: `≤ ${limit} kB`,
		})),
	};
};

const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;

const readBuild = () => {
	const [path] = globSync("public/build/manifest-*.js");
	const window = {};
	runInNewContext(readFileSync(path, "utf8"), { window });
	const { outputs } = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
	return { manifest: window.__remixManifest, path, outputs };
};

const weigh = ({ manifest, path, outputs }, route) => {
	const modules = [manifest.entry, ...chainOf(manifest, route)].flatMap(({ module, imports = [] }) => [
		module,
		...imports,
	]);
	const first = closure(
		outputs,
		modules.map((url) => `public${url}`),
	);
	const later = closure(outputs, dynamicImports(outputs, first)).difference(first);
	return { bytes: sizeOf([path, ...first]), laterBytes: sizeOf(later) };
};

const chainOf = ({ routes }, id) => {
	const route = routes[id];
	return route === undefined ? [] : [...chainOf({ routes }, route.parentId), route];
};

const importsOf = (outputs, path, kind) =>
	outputs[path].imports.filter((one) => one.kind === kind && !one.external).map((one) => one.path);

const closure = (outputs, paths, found = new Set()) => {
	for (const path of paths) {
		if (found.has(path)) continue;
		found.add(path);
		closure(outputs, importsOf(outputs, path, "import-statement"), found);
	}
	return found;
};

const dynamicImports = (outputs, paths) => [...paths].flatMap((path) => importsOf(outputs, path, "dynamic-import"));

const sizeOf = (paths) => [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
