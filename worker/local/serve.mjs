// The built Worker on workerd, with every binding of wrangler.toml, kept in a folder. No proxy stands in front of it.
import { mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, extname, join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

const workerName = "matricula";

/**
 * Serves a bundled Worker on http://localhost:port until stop() is called.
 * @param {object} options
 * @param {number} options.port
 * @param {string} options.persistTo the folder that keeps database, files and queues; `wrangler dev` reads the same one
 * @param {string} options.script the bundle, as made by bundle.mjs
 * @param {Record<string, string>} options.vars settings; they come before those of wrangler.toml
 * @param {(message: string, level: string) => void} [options.onLog] gets what the Worker writes to its console
 * @param {boolean} [options.hasAssets] false leaves public/ out: requests go straight to the Worker, for measuring it
 * @param {number} [options.sweepEveryMs] how often the cron trigger fires
 * @param {number} [options.inspectorPort] where developer tools find the Worker, to profile it
 */
export const serve = async ({
	port,
	persistTo,
	script,
	vars,
	onLog = console.log,
	hasAssets = true,
	sweepEveryMs = 60_000,
	inspectorPort,
}) => {
	await assertFree(port);
	const state = resolve(persistTo, "v3");
	mkdirSync(state, { recursive: true });
	const config = unstable_readConfig({ config: "wrangler.toml" }, { hideWarnings: true });
	const { modulesRules: _, ...workerOptions } = unstable_getMiniflareWorkerOptions(config).workerOptions;
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			rootPath: process.cwd(),
			resourcePersistencePath: state,
			// why: without it Miniflare asks the Internet where this machine is.
			cf: false,
			inspectorPort,
			log: new Log(LogLevel.WARN),
			handleStructuredLogs: ({ level, message }) => onLog(message, level),
			workers: [
				{
					...workerOptions,
					assets: hasAssets ? workerOptions.assets : undefined,
					name: workerName,
					rootPath: process.cwd(),
					modules: modulesBeside(resolve(script)),
					modulesRoot: dirname(resolve(script)),
					// why: not workerOptions.bindings, which has read .dev.vars; the caller decides what is set.
					bindings: { ...config.vars, ...vars },
					// why: a socket of the Worker's own; through Miniflare's entry a request costs several times more.
					unsafeDirectSockets: [{ host: "127.0.0.1", port }],
				},
			],
		}),
	);
	try {
		await miniflare.ready;
	} catch (error) {
		await miniflare.dispose();
		throw error;
	}
	const stopSweeps = runCron(miniflare, workerOptions.cronTriggers ?? [], sweepEveryMs);
	return {
		url: `http://localhost:${port}`,
		/** The local D1, for migrations and checks while the Worker runs. */
		database: () => miniflare.getD1Database("DB", workerName),
		stop: async () => {
			stopSweeps();
			await miniflare.dispose();
		},
	};
};

const moduleTypes = { ".js": "ESModule", ".mjs": "ESModule", ".wasm": "CompiledWasm", ".txt": "Text", ".sql": "Text" };

/** The entry first, then what the bundler put beside it. */
const modulesBeside = (script) => {
	const folder = dirname(script);
	const others = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !/\.(map|md)$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((path) => path !== script);
	return [script, ...others].map((path) => ({ type: moduleTypes[extname(path)] ?? "Data", path }));
};

/** Fires the cron triggers, as no local runtime does, and one after the start, which begins interrupted tasks again. */
const runCron = (miniflare, crons, everyMs) => {
	const fire = async (fired) => {
		try {
			const worker = await miniflare.getWorker(workerName);
			for (const cron of fired) await worker.scheduled({ cron });
		} catch (error) {
			console.error(`The scheduled handler failed: ${error.message}`);
		}
	};
	const timers = [setTimeout(fire, afterStartMs, ["after-start"]), setInterval(fire, everyMs, crons)];
	return () => timers.forEach(clearInterval);
};

/** A little more than the silence after which the sweep takes a task for interrupted. */
const afterStartMs = 16_000;

/** why: workerd says only "Address already in use" deep in a stack trace. */
const assertFree = (port) =>
	new Promise((free, taken) => {
		const probe = createServer();
		probe.once("error", (error) =>
			taken(
				error.code === "EADDRINUSE"
					? new Error(`Port ${port} is in use. Stop what runs there, or choose another: PORT=8788 npm start`)
					: error,
			),
		);
		probe.listen(port, "127.0.0.1", () => probe.close(free));
	});
