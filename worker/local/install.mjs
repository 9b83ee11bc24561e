// What every command does first: the right packages, the right Node. It may import nothing but Node itself.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { onStop } from "./stopping.mjs";

const root = resolve(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)), "../..");
const ownNode = resolve(root, "node_modules/node/bin/node");
const oldestToStart = [20, 0];
const oldestToRun = [24, 0];

/**
 * Installs what is missing and goes on in a Node that the tools run on: this one, or the one among the packages.
 * Call it before importing any package.
 * @param {string} script the caller's import.meta.url
 */
export const prepare = async (script) => {
	if (!isAtLeast(oldestToStart)) fail(`Node 20 or newer is needed; this is ${process.version}.`);
	process.chdir(root);
	if (!isInstalled()) install();
	process.env.PATH = [resolve(root, "node_modules/.bin"), dirname(ownNode), process.env.PATH].join(delimiter);
	if (isAtLeast(oldestToRun)) return;
	if (!existsSync(ownNode)) installOwnNode();
	process.exit(await runAgain(fileURLToPath(script)));
};

const isAtLeast = ([major, minor]) => {
	const [runningMajor, runningMinor] = process.versions.node.split(".").map(Number);
	return runningMajor > major || (runningMajor === major && runningMinor >= minor);
};

/** why: compares what is locked with what npm noted down as installed, since a checkout changes every file's time. */
const isInstalled = () => {
	const note = resolve(root, "node_modules/.package-lock.json");
	if (!existsSync(note)) return false;
	const installed = readPackages(note);
	return Object.entries(readPackages(resolve(root, "package-lock.json"))).every(
		([path, { version, optional, devOptional }]) =>
			path === "" || optional || devOptional || installed[path]?.version === version,
	);
};

const readPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages;

const install = () => {
	console.log("Installing the packages (once, about a minute) …");
	const locked = npm(["ci", "--loglevel=error"]);
	if (locked.status === 0) return;
	const isOutOfStep = locked.stderr.includes("in sync");
	if (isOutOfStep && npm(["install", "--no-save", "--loglevel=error"]).status === 0) return;
	console.error(locked.stderr);
	fail("The packages could not be installed. The first start needs the Internet; later ones do not.");
};

/** why: npm may be set not to run the install script that brings the binary. */
const installOwnNode = () => {
	const folder = resolve(root, "node_modules/node");
	const { status } = spawnSync(process.execPath, ["installArchSpecificPackage.js"], { cwd: folder, stdio: "inherit" });
	if (status !== 0 || !existsSync(ownNode)) {
		fail(`The project runs on Node 24 or newer; this is ${process.version}, and no newer one could be installed.`);
	}
};

const npm = (args) =>
	spawnSync("npm", args, {
		cwd: root,
		stdio: ["ignore", "inherit", "pipe"],
		encoding: "utf8",
		shell: process.platform === "win32",
	});

/** why: not spawnSync, which would let a signal end this process and leave the other running. */
const runAgain = (script) =>
	new Promise((done) => {
		const child = spawn(ownNode, [script, ...process.argv.slice(2)], { stdio: "inherit" });
		onStop((signal) => child.kill(signal));
		child.on("error", (error) => fail(`${ownNode} does not run on this machine: ${error.message}`));
		child.on("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
	});

const fail = (message) => {
	console.error(`\n${message}`);
	process.exit(1);
};
