// Takes out of the browser's code the imports by which nothing is used. The compiler leaves one for each chunk that a loader
// or an action alone needed, in case it did something when it is loaded; no module here does (`sideEffects` in package.json).
import { globSync, readFileSync, writeFileSync } from "node:fs";

const unused = /import"\/build\/_shared\/[\w-]+\.js";/g;
const used = /(?:import|from)"(\/build\/[^"]+\.js)"/g;

const importsOf = new Map();
for (const file of globSync("public/build/**/*.js")) {
	const text = readFileSync(file, "utf8");
	const slim = text.replace(unused, "");
	if (slim !== text) writeFileSync(file, slim);
	importsOf.set(
		file.slice("public".length),
		[...slim.matchAll(used)].map(([, path]) => path),
	);
}

/** What the browser loads with a module: its imports, theirs, and so on. */
const loadedWith = (module, found = new Set()) => {
	for (const path of importsOf.get(module) ?? [])
		if (!found.has(path)) {
			found.add(path);
			loadedWith(path, found);
		}
	return [...found];
};

// why here too: from this list the server makes the links by which a page's modules are fetched ahead.
const server = readFileSync("build/index.js", "utf8");
let lists = 0;
const linked = server.replace(/module:"(\/build\/[^"]+)",imports:\[[^\]]*\]/g, (_, module) => {
	lists++;
	return `module:"${module}",imports:${JSON.stringify(loadedWith(module))}`;
});
if (lists < 10) throw new Error("The server's list of modules is written otherwise than thought");
writeFileSync("build/index.js", linked);

// why the compiler's records too: what a page weighs is read from them (tests/bench/r7-browser-code.mjs).
const records = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
for (const [path, output] of Object.entries(records.outputs)) {
	const kept = importsOf.get(path.slice("public".length)) ?? [];
	output.imports = output.imports.filter(
		(one) => one.kind !== "import-statement" || kept.includes(one.path.slice("public".length)),
	);
}
writeFileSync("build/metafile.js.json", JSON.stringify(records));
