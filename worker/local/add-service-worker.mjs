// Compiles the service worker and writes it into the Worker, which serves it. Its version is a hash of what the browser is
// sent: a release without other browser code is no update to any user.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "vite";

const { outputs } = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));

/** A file and what it imports, as far as the browser loads it at once. */
const loadedWith = (file, found = new Set()) => {
	if (found.has(file)) return found;
	found.add(file);
	for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") loadedWith(path, found);
	return found;
};

const only = (pattern) => {
	const [file, ...more] = globSync(pattern);
	if (!file || more.length > 0) throw new Error(`${pattern} is not one file`);
	return file;
};

const entries = Object.keys(outputs).filter((file) => /^public\/build\/(entry\.client|root|shell)-\w+\.js$/.test(file));
if (entries.length !== 3) throw new Error("The frame's modules are named otherwise than thought");

const scripts = [...new Set(entries.flatMap((entry) => [...loadedWith(entry)]))];
const stylesheet = only("public/build/_assets/tailwind-*.css");
const manifest = only("public/build/manifest-*.js");
const font = only("public/fonts/inter-latin.woff2");
const urlOf = (file) => file.slice("public".length);
const files = [...scripts, manifest, stylesheet, font].map(urlOf);

const compile = async (version) => {
	const [{ output }] = await build({
		configFile: false,
		publicDir: false,
		// why: otherwise the styles' compiler is loaded.
		css: { postcss: {} },
		logLevel: "error",
		resolve: { alias: { "#app": resolve("app") } },
		define: { built: JSON.stringify({ version, files, stylesheet: urlOf(stylesheet) }) },
		build: {
			write: false,
			target: "es2022",
			lib: { entry: "app/service-worker/service-worker.ts", formats: ["iife"], name: "serviceWorker" },
		},
	});
	return output[0].code;
};

const names = globSync("public/build/**/*.*").sort();
const version = createHash("sha256")
	.update(names.join() + (await compile("")))
	.digest("hex")
	.slice(0, 12);
const script = await compile(version);

const placeholder = /(["'`])%SERVICE_WORKER%\1/g;
const server = readFileSync("build/index.js", "utf8");
if (server.match(placeholder)?.length !== 1)
	throw new Error("The Worker serves the service worker otherwise than thought");
writeFileSync(
	"build/index.js",
	server.replace(placeholder, () => JSON.stringify(script)),
);
