import { fork } from "node:child_process";
import { createServer } from "node:net";
import { bundle } from "../../worker/local/build.mjs";
import { childrenOf } from "../bench/processes.mjs";

const vars = {
	ENVIRONMENT: "production",
	SECRET: "a secret for being killed only, 32 letters",
	CLIENT_SECRET: "a client secret for being killed",
};

/**
 * Starts the built portal over a state, with settings of its own. @returns its address, and a function that kills the
 * runtime and everything around it at once
 */
export const startServer = async ({ persistTo }, settings = {}) => {
	const port = await freePort();
	const options = {
		port,
		persistTo,
		script: bundle,
		vars: { ...vars, PORTAL_ORIGIN: `http://localhost:${port}`, ...settings },
		hasAssets: false,
		sweepEveryMs: 1_000,
	};
	const child = fork(`${import.meta.dirname}/../bench/server.mjs`, [JSON.stringify(options)], { execArgv: [] });
	const { url } = await new Promise((done, failed) => {
		child.once("message", done);
		child.once("exit", (code) => failed(new Error(`The server ended with ${code}.`)));
	});
	const kill = () =>
		new Promise((done) => {
			child.once("exit", done);
			// why the runtime first: its parent must have no time to end it gently.
			for (const pid of childrenOf(child.pid)) process.kill(pid, "SIGKILL");
			child.kill("SIGKILL");
		});
	return { url, kill };
};

const freePort = () =>
	new Promise((done) => {
		const probe = createServer().listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => done(port));
		});
	});
