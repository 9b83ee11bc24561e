// A Chromium for the browser tests: one that is there, else Playwright's, else the Debian package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installPackages, updatePackages } from "./debian.mjs";
import { runTool } from "./run.mjs";

/** why first: without a window to draw, the browser tests take half the time. */
const shell = "chromium-headless-shell";

const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** @returns {string | undefined} PLAYWRIGHT_CHROMIUM if set, else an installed one's path */
export const findChromium = () => {
	if (process.env.PLAYWRIGHT_CHROMIUM) return process.env.PLAYWRIGHT_CHROMIUM;
	const folders = (process.env.PATH ?? "").split(delimiter);
	const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	return [chromium.executablePath(), ...installed, ...places].find((path) => existsSync(path));
};

/**
 * Finds a browser that starts, or installs one; where nobody watches the tests, the shell in any case.
 * @throws {Error} saying what to do when neither can be had
 */
export const ensureChromium = async () => {
	if (process.env.CI && !process.env.PLAYWRIGHT_CHROMIUM && !findChromium()?.endsWith(shell)) installPackage(shell);
	if (starts(findChromium())) return findChromium();
	console.log("No Chromium found; installing one …");
	const { code } = await runTool("playwright", ["install", "chromium", "--no-shell"]);
	if (code === 0 && starts(chromium.executablePath())) return chromium.executablePath();
	installPackage(shell, "chromium");
	if (starts(findChromium())) return findChromium();
	throw new Error("No Chromium could be found or installed. Install one and set PLAYWRIGHT_CHROMIUM to its path.");
};

/** why: Playwright's download is there but useless when the system lacks a library it is linked to. */
const starts = (path) =>
	path !== undefined && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;

/** @param {string[]} packages the first of them that can be had */
const installPackage = (...packages) => {
	if (updatePackages()) packages.some((name) => installPackages(name));
};
