// node worker/local/prepared.mjs <script> [arguments]: runs a script from nothing. It installs the packages when they are
// missing, and takes a Node that the tools run on: this one, or the one among the packages. It imports nothing but Node.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { onStop } from "./stopping.mjs";

const major = Number.parseInt(process.versions.node, 10);
const isRecent = major >= 24;
const node = isRecent ? process.execPath : resolve("node_modules/node/bin/node");

const readPackages = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {});

/** why: compares the lock with npm's note of what it installed; a checkout changes every file's time. */
const isInstalled = () => {
	const installed = readPackages("node_modules/.package-lock.json");
	return Object.entries(readPackages("package-lock.json")).every(
		([path, { version, optional, devOptional }]) =>
			path === "" || optional || devOptional || installed[path]?.version === version,
	);
};

const must = (complaint, command, args, options) => {
	const { status } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32", ...options });
	if (status !== 0) throw new Error(complaint);
};

try {
	if (major < 20) throw new Error(`Node 20 or newer is needed; this is ${process.version}.`);
	if (!isInstalled()) {
		console.log("Installing the packages (once, about a minute) …");
		must("The packages could not be installed; that needs the Internet.", "npm", ["ci", "--loglevel=error"]);
	}
	// why: npm may be set not to run the install script that brings the binary.
	if (!isRecent && !existsSync(node)) {
		const cwd = resolve("node_modules/node");
		must("Node 24 could not be installed.", process.execPath, ["installArchSpecificPackage.js"], { cwd });
	}
	process.env.WRANGLER_LOG ??= "error";
	process.env.PATH = [resolve("node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter);
	const child = spawn(node, process.argv.slice(2), { stdio: "inherit" });
	onStop((signal) => child.kill(signal));
	child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
