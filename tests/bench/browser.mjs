import { chromium } from "@playwright/test";
import { ensureChromium } from "../../worker/local/chromium.mjs";
import { signInToPortal } from "./sign-in.mjs";

/** Opens Chromium with a page of the portal, signed in. The caller closes it. */
export const openBrowser = async (portal, state) => {
	const browser = await chromium.launch({ executablePath: await ensureChromium() });
	const { cookie } = await signInToPortal(portal, state);
	const cookies = cookie.split("; ").map((pair) => {
		const [name, ...value] = pair.split("=");
		return { name, value: value.join("="), domain: "localhost", path: `/${state.organisation}` };
	});
	const openPage = async () => {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
		await context.addCookies(cookies);
		// why: what is measured is the portal of a user who knows it.
		await context.addInitScript(() => window.localStorage?.setItem("matricula-tour", "seen"));
		return context.newPage();
	};
	return { openPage, close: () => browser.close() };
};
