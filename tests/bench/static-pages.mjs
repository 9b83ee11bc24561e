import { mkdirSync, writeFileSync } from "node:fs";
import { build } from "vite";
import { serverCore, startProcess } from "./processes.mjs";

/**
 * Serves the same page without its scripts, at `/plain`, and hydrated by React and nothing else, at `/react`.
 * @param {string} html a page of the portal
 */
export const serveStaticPages = async (bench, html) => {
	const plain = html
		.replaceAll(/<script[\s\S]*?<\/script>/g, "")
		.replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
		.replaceAll(/<!--[^>]*-->/g, "");
	const type = "text/html; charset=utf-8";
	const pages = {
		"/plain": { type, text: plain },
		"/react": {
			type,
			text: plain.replace("</head>", '<script type="module" src="/hydrated-page.js"></script></head>'),
		},
		"/hydrated-page.js": { type: "text/javascript", text: await bundle("hydrated-page.mjs") },
	};
	const port = await bench.freePort();
	// why a file: a page is too long for a process's arguments.
	const kept = ".cache/bench/static-pages.json";
	mkdirSync(".cache/bench", { recursive: true });
	writeFileSync(kept, JSON.stringify(pages));
	const { stop } = await startProcess("static-server.mjs", { port, kept }, serverCore);
	return { url: `http://localhost:${port}`, stop };
};

const bundle = async (script) => {
	const { output } = await build({
		configFile: false,
		logLevel: "silent",
		define: { "process.env.NODE_ENV": '"production"' },
		build: { write: false, minify: true, rollupOptions: { input: `${import.meta.dirname}/${script}` } },
	});
	return output[0].code;
};
