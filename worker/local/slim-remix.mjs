// Takes out of Remix's own code in the browser what the project's settings turn off, which its compiler leaves in.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";
import config from "../../remix.config.js";

const settings = Object.entries(config.future).map(([name, value]) => [`window.__remixContext.future.${name}`, value]);
const define = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]));

const chunks = globSync("public/build/_shared/*.js").map((file) => ({ file, text: readFileSync(file, "utf8") }));
const remix = chunks.filter(({ text }) => settings.some(([name]) => text.includes(name)));
if (remix.length === 0) throw new Error("Remix reads its settings elsewhere than thought");

for (const { file, text } of remix) {
	const options = { define, minify: true, treeShaking: true, format: "esm", target: "es2022", sourcemap: false };
	writeFileSync(file, (await transformWithEsbuild(text, file, options)).code);
}
