import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { findWebKitDriver } from "../../worker/local/webkit.mjs";

/** A window of Safari's engine, driven by WebDriver. why not Playwright: its WebKit is no package of a registry. */
export interface WebKit {
	open(address: string): Promise<void>;
	/** Runs a script in the page. @param script the body of a function, which may return what JSON can say */
	read<T>(script: string): Promise<T>;
	/** Waits until a script returns something true, and returns it. @param what what is waited for, for the message */
	until<T>(what: string, script: string): Promise<T>;
	/** Clicks the first element that the selector means. */
	click(selector: string): Promise<void>;
	/** Types into what has the focus. @param keys texts, and names of keys such as "Enter"; "Control+k" holds the first */
	press(...keys: string[]): Promise<void>;
	stop(): Promise<void>;
}

/** Keys by their names (WebDriver, §17.4.2). */
const named: Readonly<Record<string, string>> = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", Control: "\uE009" };
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const startMs = 20_000;
const waitMs = 30_000;

const actionsOf = (keys: string) => {
	const down = (value: string) => ({ type: "keyDown", value });
	const up = (value: string) => ({ type: "keyUp", value });
	const [held = "", key = ""] = keys.split("+");
	if (key !== "" && named[held]) return [down(named[held]), down(key), up(key), up(named[held])];
	return (named[keys] ? [named[keys]] : [...keys]).flatMap((one) => [down(one), up(one)]);
};

export const openWebKit = async (port: number): Promise<WebKit> => {
	const { command, args, capabilities } = findWebKitDriver(port);
	// why a group of its own: what is started may start the driver itself, and the driver the browser.
	const driver = spawn(command, args, { stdio: "ignore", detached: true });
	const ended = new Promise<never>((_, failed) => driver.once("error", failed));
	const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
		const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
		const { value } = (await answer.json()) as { value: T & { message?: string } };
		if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
		return value;
	};
	const start = async () => {
		const until = Date.now() + startMs;
		for (;;) {
			try {
				await ask("GET", "/status");
				break;
			} catch (error) {
				if (Date.now() > until) throw error;
				await wait(200);
			}
		}
		return ask<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
	};
	const { sessionId } = await Promise.race([start(), ended]);
	const at = `/session/${sessionId}`;
	await ask("POST", `${at}/window/rect`, { width: 1440, height: 950 });
	const read = <T>(script: string) => ask<T>("POST", `${at}/execute/sync`, { script, args: [] });
	return {
		open: async (address) => {
			await ask("POST", `${at}/url`, { url: address });
		},
		read,
		until: async <T>(what: string, script: string) => {
			const until = Date.now() + waitMs;
			for (;;) {
				const found = await read<T>(script);
				if (found) return found;
				if (Date.now() > until) throw new Error(`${what}: not within ${waitMs / 1000} s`);
				await wait(100);
			}
		},
		click: async (selector) => {
			const found = await ask<Record<string, string>>("POST", `${at}/element`, {
				using: "css selector",
				value: selector,
			});
			await ask("POST", `${at}/element/${found[elementKey]}/click`, {});
		},
		press: async (...keys) => {
			const actions = keys.flatMap(actionsOf);
			await ask("POST", `${at}/actions`, { actions: [{ type: "key", id: "keyboard", actions }] });
		},
		stop: async () => {
			await ask("DELETE", at);
			if (driver.pid) process.kill(-driver.pid);
		},
	};
};
