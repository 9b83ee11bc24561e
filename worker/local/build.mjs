// Remix's compiler, then the bundle that would be deployed: what runs here is what runs there.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { runScript, runTool } from "./run.mjs";

/** The Worker as Cloudflare would get it. */
export const bundle = ".cache/bundle/index.js";

const sources = ["app", "worker", "durable-objects", "public"];
const settings = ["remix.config.js", "postcss.config.mjs", "postcss.config.js", "wrangler.toml", "package-lock.json"];
const isOutput = (path) => path.startsWith(join("public", "build")) || path.startsWith(join("worker", "local"));

/** Builds unless nothing has changed since the last time. */
export const build = async ({ force = false } = {}) => {
	if (!force && isUpToDate()) return;
	await must(runTool("remix", ["build"], quietly), "The portal does not compile");
	await must(runScript("worker/local/slim.mjs", [], quietly), "What was compiled cannot be made smaller");
	const bundling = runTool("wrangler", ["deploy", "--dry-run", "--outdir", ".cache/bundle"], quietly);
	await must(bundling, "The Worker cannot be bundled");
	const tooLarge = whyTooLarge(dirname(bundle));
	if (tooLarge) throw new Error(tooLarge);
};

/** What Cloudflare takes of a Worker, gzipped. */
const mostBytes = 10_000_000;

/** Returns why a bundle cannot be deployed, undefined if it can. why here: else it is said when it is deployed. */
export const whyTooLarge = (folder, most = mostBytes) => {
	const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
	const sent = files.filter((path) => statSync(path).isFile() && !/\.(map|md)$/.test(path));
	const size = sent.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
	const inMb = (bytes) => (bytes / 1e6).toFixed(1);
	return size > most ? `The Worker has ${inMb(size)} MB gzipped. Cloudflare takes ${inMb(most)} MB.` : undefined;
};

const isUpToDate = () => existsSync(bundle) && newestSource() < statSync(bundle).mtimeMs && hasItsFiles();

/** Whether the browser's files are those that the bundle names. why: the compiler alone writes them anew. */
const hasItsFiles = () => {
	const [manifest] = /\/build\/manifest-[\w-]+\.js/.exec(readFileSync(bundle, "utf8")) ?? [];
	return manifest !== undefined && existsSync(join("public", manifest));
};

const newestSource = () => {
	const files = sources
		.filter(existsSync)
		.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
		.filter((path) => !isOutput(path) && !/\.test\.tsx?$/.test(path));
	return Math.max(...[...files, ...settings.filter(existsSync)].map((path) => statSync(path).mtimeMs));
};

const quietly = { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NODE_ENV: "production" } };

const must = async (running, complaint) => {
	const { code, output } = await running;
	if (code !== 0) throw new Error(`${complaint}:\n${output}`);
};
