// Takes out of the browser's list of routes which chunks each of them imports, the half of what every page loads of it, and
// what a route has not. A page's own chunks are in its links (app/entry.client.tsx); another route's come with its module.
import { globSync, readFileSync, writeFileSync } from "node:fs";

const [path] = globSync("public/build/manifest-*.js");
const text = readFileSync(path, "utf8");
const start = text.indexOf("{");
const end = text.lastIndexOf("}") + 1;
const manifest = JSON.parse(text.slice(start, end));
const isNeeded = ([name, value]) => name !== "imports" && value !== false;
for (const [id, route] of Object.entries(manifest.routes))
	manifest.routes[id] = Object.fromEntries(Object.entries(route).filter(isNeeded));
writeFileSync(path, text.slice(0, start) + JSON.stringify(manifest) + text.slice(end));
