// Safari's engine for the browser tests: Safari itself on a Mac, elsewhere WebKitGTK, as the Debian package has it.
import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installPackages, updatePackages } from "./debian.mjs";

const packages = ["webkit2gtk-driver", "xvfb", "xauth"];

const find = (name) =>
	(process.env.PATH ?? "")
		.split(delimiter)
		.map((folder) => join(folder, name))
		.find(existsSync);

const findBrowser = () => globSync("/usr/lib{,exec,/*}/webkit2gtk-4.*/MiniBrowser").sort().at(-1);

/** Says how the driver is started that serves WebDriver at a port, and what a session asks of it. */
export const findWebKitDriver = (port) => {
	if (process.platform === "darwin")
		return { command: "safaridriver", args: ["--port", String(port)], capabilities: { browserName: "safari" } };
	const screen = ["-a", "-s", "-screen 0 1600x1100x24", "WebKitWebDriver", `--port=${port}`];
	const options = { binary: findBrowser(), args: ["--automation"] };
	return { command: "xvfb-run", args: screen, capabilities: { "webkitgtk:browserOptions": options } };
};

const isThere = () =>
	process.platform === "darwin" || Boolean(find("WebKitWebDriver") && find("xvfb-run") && findBrowser());

/** Installs it unless it is there. @throws {Error} saying what to do when it cannot be had */
export const ensureWebKit = () => {
	if (isThere()) return;
	console.log("No WebKit found; installing one …");
	if (updatePackages() && installPackages(...packages) && isThere()) return;
	throw new Error(`WebKit could not be installed. Install ${packages.join(", ")} as your system names them.`);
};
