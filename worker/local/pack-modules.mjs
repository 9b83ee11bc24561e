// Puts the browser's code into fewer files. The compiler makes a file for each set of screens that share something: 140 for one
// dialog over the list, which cost a fifth more bytes than one file and a link each in every page. What the list loads (almost
// every screen loads it too) becomes a few files, so divided that the pages outside the portal load next to nothing more.
import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { rollup } from "rollup";
import { transformWithEsbuild } from "vite";

const [manifestFile] = globSync("public/build/manifest-*.js");
const window = {};
runInNewContext(readFileSync(manifestFile, "utf8"), { window });
const manifest = window.__remixManifest;
const routes = Object.values(manifest.routes);

const fileOf = (url) => resolve(`public${url}`);
const urlOf = (name) => `/build/${name}`;
const isShared = (file) => file.includes("/_shared/");

const entries = new Map([["entry.client", manifest.entry.module], ...routes.map(({ id, module }) => [id, module])]);

const read = (file) => readFileSync(file, "utf8");
// why only with names: an import by which nothing is used is there for a loader or an action alone (`sideEffects` in package.json).
const importsOf = new Map(
	globSync("public/build/**/*.js").map((file) => [
		resolve(file),
		[...read(file).matchAll(/from"(\/build\/[^"]+\.js)"/g)].map(([, url]) => fileOf(url)),
	]),
);

/** What the browser loads with a file, itself included. */
const loadedWith = (file, found = new Set()) => {
	if (found.has(file)) return found;
	found.add(file);
	for (const one of importsOf.get(file)) loadedWith(one, found);
	return found;
};

const withParents = (id) => (id === undefined ? [] : [id, ...withParents(manifest.routes[id].parentId)]);

/** What the browser loads for a page: its route's code and that of every route around it. */
const loadedBy = (id) =>
	new Set(["entry.client", ...withParents(id)].flatMap((one) => [...loadedWith(fileOf(entries.get(one)))]));

const outside = routes.map(({ id }) => id).filter((id) => id !== "root" && !withParents(id).includes("shell"));
const login = "routes/auth/login";
const loaded = {
	everywhere: loadedBy("root"),
	login: loadedBy(login),
	outside: new Set(outside.filter((id) => !withParents(id).includes(login)).flatMap((id) => [...loadedBy(id)])),
	list: loadedBy("routes/applicants/list"),
};

/** What the compiler leaves of a module for the server: an empty one, each in a file. */
const isEmpty = (file) => /=>\{\w+\.exports=\{\}\}\);export\{\w+ as \w+\};\s*$/.test(read(file));

/** The file that takes the code of a compiler's file; nothing where it stays a file of its own. */
const packOf = (file) => {
	if (!isShared(file)) return undefined;
	if (loaded.everywhere.has(file) || isEmpty(file)) return "everywhere";
	if (!loaded.list.has(file)) return undefined;
	const by = ["login", "outside"].filter((part) => loaded[part].has(file));
	return ["portal", ...by].join("-");
};

const bundle = await rollup({
	input: Object.fromEntries([...entries].map(([name, url]) => [name, fileOf(url)])),
	treeshake: { moduleSideEffects: (file) => !isShared(file) },
	plugins: [{ name: "addresses", resolveId: (url) => (url.startsWith("/build/") ? fileOf(url) : null) }],
	onwarn: (warning) => {
		throw new Error(warning.message);
	},
});
const { output } = await bundle.generate({
	compact: true,
	generatedCode: "es2015",
	hashCharacters: "base36",
	manualChunks: packOf,
	entryFileNames: "[name]-[hash].js",
	chunkFileNames: "_shared/[name]-[hash].js",
});

for (const file of globSync("public/build/**/*.js")) rmSync(file);
for (const { fileName, code } of output) {
	const options = { minify: true, format: "esm", target: "es2022", sourcemap: false };
	writeFileSync(`public/build/${fileName}`, (await transformWithEsbuild(code, fileName, options)).code);
}

const packed = new Map(output.map((chunk) => [chunk.fileName, chunk]));
const importedBy = (name, found = new Set()) => {
	for (const one of packed.get(name).imports)
		if (!found.has(one)) {
			found.add(one);
			importedBy(one, found);
		}
	return found;
};

/** A route's module and what comes with it, as Remix's list of modules has them. */
const entryOf = new Map(
	output
		.filter(({ isEntry }) => isEntry)
		.map(({ name, fileName }) => [name, { module: urlOf(fileName), imports: [...importedBy(fileName)].map(urlOf) }]),
);

const version = createHash("sha256")
	.update([...packed.keys()].join())
	.digest("hex")
	.slice(0, 8);
const url = `/build/manifest-${version}.js`;
const written = {
	...manifest,
	version,
	url,
	entry: { ...manifest.entry, ...entryOf.get("entry.client") },
	routes: Object.fromEntries(routes.map((route) => [route.id, { ...route, ...entryOf.get(route.id) }])),
};
writeFileSync(`public${url}`, `window.__remixManifest=${JSON.stringify(written)};`);

// why here too: from its own list the server makes the links by which a page's modules are fetched ahead. And why by the id:
// two routes may share a file, of which the compiler makes one module, and this a module for each.
let named = 0;
const server = readFileSync("build/index.js", "utf8")
	.replace(
		/((?:\{id:"([^"]+)",[^{}]*?,)?module:)"\/build\/[^"]+",imports:(?:void 0|\[[^\]]*\])/g,
		(_, before, id = "entry.client") => {
			named++;
			const entry = entryOf.get(id);
			return `${before}"${entry.module}",imports:${JSON.stringify(entry.imports)}`;
		},
	)
	.replace(`"${manifest.url}"`, `"${url}"`)
	.replace(`version:"${manifest.version}"`, `version:"${version}"`);
if (named !== entries.size || !server.includes(url) || !server.includes(`version:"${version}"`))
	throw new Error("The server's list of modules is written otherwise than thought");
writeFileSync("build/index.js", server);

// why the compiler's records too: what a page weighs is read from them (tests/bench/r7-browser-code.mjs).
const records = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
const kinds = { imports: "import-statement", dynamicImports: "dynamic-import" };
const outputs = Object.fromEntries(
	output.map((chunk) => [
		`public/build/${chunk.fileName}`,
		{
			imports: Object.entries(kinds).flatMap(([key, kind]) =>
				chunk[key].map((name) => ({ path: `public/build/${name}`, kind })),
			),
			inputs: Object.assign(
				{},
				...Object.keys(chunk.modules).map((file) => records.outputs[file.slice(process.cwd().length + 1)]?.inputs),
			),
		},
	]),
);
writeFileSync("build/metafile.js.json", JSON.stringify({ ...records, outputs }));
