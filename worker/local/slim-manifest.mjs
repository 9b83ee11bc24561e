// Writes the browser's list of routes, which every page loads, as rows that the browser spells out again. Left out is which
// chunks a route imports: a page's own are in its links (app/entry.client.tsx); another route's come with its module.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { transformWithEsbuild } from "vite";

const [file] = globSync("public/build/manifest-*.js");
const window = {};
runInNewContext(readFileSync(file, "utf8"), { window });
const { routes, ...rest } = window.__remixManifest;
const ids = Object.keys(routes);

/** The different kinds of routes, by what they have: a loader, an action, a boundary of errors. */
const kinds = [];

const kindOf = (has) => {
	const kind = JSON.stringify(Object.fromEntries(Object.entries(has).filter(([, value]) => value !== false)));
	if (!kinds.includes(kind)) kinds.push(kind);
	return kinds.indexOf(kind);
};

const hashOf = (id, module) => {
	const [, hash] = /-(\w+)\.js$/.exec(module) ?? [];
	if (module !== `/build/${id}-${hash}.js`) throw new Error(`The module of ${id} has another name: ${module}`);
	return hash;
};

const rows = Object.values(routes).map(({ id, parentId, path = null, module, imports: _, ...has }) => [
	id,
	ids.indexOf(parentId),
	path,
	hashOf(id, module),
	kindOf(has),
]);

/** Runs in the browser. */
const spellOut = (rows, kinds) =>
	Object.fromEntries(
		rows.map(([id, parent, path, hash, kind]) => [
			id,
			{ id, parentId: rows[parent]?.[0], path: path ?? undefined, module: `/build/${id}-${hash}.js`, ...kinds[kind] },
		]),
	);

const spelledOut = `(${spellOut})(${JSON.stringify(rows)},[${kinds}])`;
const script = `window.__remixManifest={...${JSON.stringify(rest)},routes:${spelledOut}}`;
const { code } = await transformWithEsbuild(script, file, { minify: true, target: "es2022", sourcemap: false });
writeFileSync(file, code);
