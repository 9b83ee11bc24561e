import { spawn } from "node:child_process";
import { resolve } from "node:path";

const quiet = {
	// why: else the runtime asks the Internet where this machine is.
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	CI: "1",
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_HIDE_BANNER: "true",
	REMIX_DISABLE_FUTURE_FLAG_WARNINGS: "1",
	NO_UPDATE_NOTIFIER: "1",
};

/** Starts a tool of the installed packages in this terminal. It asks nothing and reports nothing to its makers. */
export const startTool = (tool, args, { env, ...options } = {}) =>
	spawn(resolve("node_modules/.bin", tool), args, {
		stdio: "inherit",
		env: { ...process.env, ...quiet, ...env },
		...options,
	});

/** Runs a tool to its end. @returns {Promise<{ code: number, output: string }>} the output only if it was piped */
export const runTool = (tool, args, options) => ended(startTool(tool, args, options));

/** Runs a script of this project with the same Node. */
export const runScript = (script, args, options = {}) =>
	ended(spawn(process.execPath, [script, ...args], { stdio: "inherit", ...options }));

const ended = (child) =>
	new Promise((done, failed) => {
		let output = "";
		const keep = (chunk) => {
			output += chunk;
		};
		child.stdout?.on("data", keep);
		child.stderr?.on("data", keep);
		child.on("error", failed);
		child.on("close", (code) => done({ code: code ?? 1, output }));
	});
