// The tools of the rows: servers over a state, load on them, and a signed-in user.
import { createServer } from "node:net";
import { bundle } from "../../worker/local/build.mjs";
import { loadCore, startProcess } from "./processes.mjs";
import { signInToApi, signInToPortal } from "./sign-in.mjs";

const bareScript = ".cache/bench/bare/bare-worker.js";
const secret = "a secret for measuring only, 32 letters";

/** How a browser asks for a page. */
const browserAccepts = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

export const startBench = async (states) => {
	const loader = await startProcess("load.mjs", {}, loadCore);
	const serving = new Set();
	const cookies = new Map();
	const startServer = async (...given) => {
		const server = await serveState(...given);
		serving.add(server);
		return { ...server, stop: () => server.stop().finally(() => serving.delete(server)) };
	};
	return {
		secret,
		smallest: states[0],
		largest: states.at(-1),
		freePort,
		/** Serves the built portal over a state, with or without the browser's files, with further settings in `vars`. */
		servePortal: (state, options) => startServer(state, { script: bundle, ...options }),
		serveBare: (state) => startServer(state, { script: bareScript }),
		/**
		 * Returns one session for each server and institution. why: hashing a password costs as much as many pages.
		 */
		cookie: async (portal, state) => {
			const key = `${portal.url}/${state.organisation}`;
			const cookie = cookies.get(key) ?? (await signInToPortal(portal, state)).cookie;
			cookies.set(key, cookie);
			return { cookie, accept: browserAccepts };
		},
		authorization: signInToApi,
		/**
		 * @returns {Promise<{ samples: number[], perSecond: number, body?: string }>} times to the first byte in
		 * milliseconds
		 */
		load: (job) => loader.ask(job),
		/** Loads a server until enough() is called, which returns the same as load. */
		loadUntil: (job) => {
			const done = loader.ask(job);
			return {
				enough: () => {
					loader.tell({ enough: true });
					return done;
				},
			};
		},
		/** Stops everything that a failed row has left running. */
		stopServers: async () => {
			for (const server of serving) await server.stop();
			serving.clear();
		},
		stop: () => loader.stop(),
	};
};

/** What Cloudflare gives a Worker's isolate, in MB. */
export const isolateMb = 128;

/** @param mostHeapMb for each isolate; as much as V8 likes unless given */
const serveState = async (
	{ persistTo },
	{ script, hasAssets = false, inspectorPort, mostHeapMb, vars: settings = {} },
) => {
	const port = await freePort();
	const vars = {
		ENVIRONMENT: "production",
		PORTAL_ORIGIN: `http://localhost:${port}`,
		SECRET: secret,
		CLIENT_SECRET: "a client secret for measuring",
		...settings,
	};
	const options = { port, persistTo, script, vars, hasAssets, inspectorPort };
	const server = await startProcess("server.mjs", { options, mostHeapMb });
	return { url: server.ready.url, pids: server.ready.pids, stop: server.stop };
};

const freePort = () =>
	new Promise((done) => {
		const probe = createServer().listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => done(port));
		});
	});
