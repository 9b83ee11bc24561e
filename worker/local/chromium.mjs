// A Chromium for the browser tests: one that is there, else Playwright's, else the Debian package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installPackages, updatePackages } from "./debian.mjs";
import { runTool } from "./run.mjs";

// why the shell first: without a window to draw, the tests take a third less time.
const names = [
	"chromium-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"chrome",
];
const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** @returns {string | undefined} PLAYWRIGHT_CHROMIUM if set, else an installed one's path */
export const findChromium = () => {
	if (process.env.PLAYWRIGHT_CHROMIUM) return process.env.PLAYWRIGHT_CHROMIUM;
	const folders = (process.env.PATH ?? "").split(delimiter);
	const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	return [chromium.executablePath(), ...installed, ...places].find((path) => existsSync(path));
};

/** Finds a browser that starts, or installs one. @throws {Error} saying what to do when neither can be had */
export const ensureChromium = async () => {
	if (starts(findChromium())) return findChromium();
	console.log("No Chromium found; installing one …");
	const { code } = await runTool("playwright", ["install", "chromium", "--no-shell"]);
	if (code === 0 && starts(chromium.executablePath())) return chromium.executablePath();
	installPackage();
	if (starts(findChromium())) return findChromium();
	throw new Error("No Chromium could be found or installed. Install one and set PLAYWRIGHT_CHROMIUM to its path.");
};

/** why: Playwright's download is there but useless when the system lacks a library it is linked to. */
const starts = (path) =>
	path !== undefined && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;

const installPackage = () => {
	if (updatePackages()) ["chromium-headless-shell", "chromium"].some((name) => installPackages(name));
};
