import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { openPortal, type Portal } from "./portal";

declare global {
	interface Window {
		axe: typeof axe;
	}
}

interface Account {
	organisation: string;
	role: string;
	email: string;
	password: string;
}

/** @param path the address to open: by default the list of applicants, with null none. */
type SignIn = (page: Page, organisation: string, role: string, path?: string | null) => Promise<void>;

interface Options {
	/** Nobody has seen the tour in this browser yet; otherwise it does not begin by itself. */
	isFirstVisit: boolean;
}

interface Fixtures {
	/** Opens the list of applicants as one of the demo's accounts, named as `npm start` names it ("Reviewer"). */
	signIn: SignIn;
	/** Does the same through the login form, for journeys that log in or out and need a session of their own. */
	logIn: SignIn;
	/** A page of a browser without scripts. */
	withoutJavaScript: Page;
	/** A second user's browser, with cookies of its own. */
	colleague: Page;
	/** Returns the latest emails of an institution, newest first, as its administrator reads them in the outbox. */
	keptMails: KeptMails;
}

export type KeptMails = (organisation: string, isWanted: (mail: MailHead) => boolean) => Promise<KeptMail[]>;

interface MailHead {
	to: string;
	subject: string;
}
interface KeptMail extends MailHead {
	text: string;
}

interface WorkerFixtures {
	portal: Portal;
}

/** Returns the demo's account with that role. */
export const accountOf = (organisation: string, role: string): Account => {
	const accounts: Account[] = JSON.parse(process.env.E2E_ACCOUNTS ?? "[]");
	const account = accounts.find((one) => one.organisation === organisation && one.role === role);
	if (!account) throw new Error(`The demo has no ${role} at ${organisation}.`);
	return account;
};

/** Marks the tour as seen, as it marks itself. why by a script: storage belongs to an address, which differs by worker. */
const knowTheTour = (context: BrowserContext) =>
	context.addInitScript(() => {
		try {
			window.localStorage.setItem("matricula-tour", "seen");
		} catch {
			// A page or a frame without storage.
		}
	});

/** Notes the errors that a page's scripts leave unhandled, among them React's of a page that differs from the server's. */
const noteFaults = (page: Page): readonly string[] => {
	const faults: string[] = [];
	page.on("pageerror", ({ message }) => faults.push(`${page.url()}: ${message}`));
	return faults;
};

const expectNoFaults = (faults: readonly string[]) => expect(faults, "errors that the page's scripts left").toEqual([]);

const closing = async (context: BrowserContext, use: (page: Page) => Promise<void>, hasScripts = true) => {
	await knowTheTour(context);
	const page = await context.newPage();
	const faults = noteFaults(page);
	if (hasScripts) waitForScripts(page);
	await use(page);
	await context.close();
	expectNoFaults(faults);
};

/**
 * Lets `goto` and `reload` wait until the scripts of a signed-in page have started. why: a key that is pressed, or a form
 * that is sent, before they start does something else. A test of that moment asks for an earlier one by `waitUntil`.
 */
const waitForScripts = (page: Page): void => {
	const { goto, reload } = page;
	page.goto = async (url, options) => {
		const response = await goto.call(page, url, options);
		if (!options?.waitUntil) await scriptsStarted(page);
		return response;
	};
	page.reload = async (options) => {
		const response = await reload.call(page, options);
		if (!options?.waitUntil) await scriptsStarted(page);
		return response;
	};
};

const scriptsStarted = async (page: Page): Promise<void> => {
	await page.waitForFunction(() => {
		const palette = document.querySelector("a[title='Search or run a command']");
		return palette === null || palette.ariaHasPopup === "dialog";
	});
};

/** Posts the login form as a browser without JavaScript does. @returns the cookies of the new session */
const postLogin = async ({ origin }: Portal, page: Page, { organisation, email, password }: Account) => {
	const form = { username: email, password };
	const response = await page.request.post(`/${organisation}`, { form, headers: { origin }, maxRedirects: 0 });
	expect(response.status(), `${email} logs in`).toBe(302);
	return page.context().cookies(response.url());
};

/** How long a session is used for further tests. why: the services end one that nobody used for 13 minutes. */
const keptMs = 5 * 60_000;

/** why kept: checking a password is deliberately slow. */
const keepSession = async (portal: Portal, page: Page, account: Account) => {
	const now = Date.now();
	let session = portal.sessions.get(account.email);
	if (!session || session.since < now - keptMs) {
		session = { cookies: await postLogin(portal, page, account), since: now };
		portal.sessions.set(account.email, session);
	}
	await page.context().addCookies(session.cookies);
};

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
	isFirstVisit: [false, { option: true }],
	context: async ({ context, isFirstVisit }, use) => {
		if (!isFirstVisit) await knowTheTour(context);
		await use(context);
	},
	page: async ({ page, javaScriptEnabled }, use) => {
		const faults = noteFaults(page);
		if (javaScriptEnabled ?? true) waitForScripts(page);
		await use(page);
		expectNoFaults(faults);
	},
	portal: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
		async ({}, use) => {
			const portal = await openPortal();
			await use(portal);
			await portal.stop();
		},
		{ scope: "worker" },
	],
	baseURL: [
		async ({ portal }, use, test) => {
			await portal.openForFile(test.file);
			await use(portal.origin);
			portal.keepLog(test);
		},
		{ scope: "test", timeout: 60_000 },
	],
	signIn: async ({ portal }, use) => {
		await use(async (page, organisation, role, path = `/${organisation}/applicants`) => {
			await keepSession(portal, page, accountOf(organisation, role));
			if (path === null) return;
			await page.goto(path);
			await expect(page).not.toHaveURL(`/${organisation}`);
		});
	},
	// biome-ignore lint/correctness/noEmptyPattern: as above.
	logIn: async ({}, use) => {
		await use(async (page, organisation, role) => {
			const account = accountOf(organisation, role);
			await page.goto(`/${organisation}`);
			await page.getByLabel("Username").fill(account.email);
			await page.getByLabel("Password", { exact: true }).fill(account.password);
			await page.getByRole("button", { name: "Log in" }).click();
			await page.waitForURL((url) => url.pathname !== `/${organisation}`);
		});
	},
	withoutJavaScript: async ({ browser, contextOptions }, use) => {
		await closing(await browser.newContext({ ...contextOptions, javaScriptEnabled: false }), use, false);
	},
	colleague: async ({ browser, contextOptions }, use) => {
		await closing(await browser.newContext(contextOptions), use);
	},
	keptMails: async ({ browser, contextOptions, portal }, use) => {
		await closing(await browser.newContext(contextOptions), (page) =>
			use(async (organisation, isWanted) => {
				await keepSession(portal, page, accountOf(organisation, "Super administrator"));
				return readOutbox(page, organisation, isWanted);
			}),
		);
	},
});

/** Waits until the page's scripts have started. */
export const hydrated = async (page: Page): Promise<void> => {
	const palette = page.getByRole("link", { name: /^Search or run a command/ });
	await expect(palette).toHaveAttribute("aria-haspopup", "dialog");
};

/** Waits until the page has said that it shows a topic. Ask for it before the page is opened. */
export const listening = (page: Page, topic: string): Promise<void> =>
	new Promise((resolve) =>
		page.on("websocket", (socket) =>
			socket.on("framesent", ({ payload }) => {
				if (String(payload).includes(`"${topic}"`)) resolve();
			}),
		),
	);

/** Expects that no toast lies over a control that is wanted next. */
export const expectUncovered = async (page: Page, control: Locator): Promise<void> => {
	const isCovered = async () => {
		const [toast, wanted] = [
			await page.locator("[data-sonner-toast]").first().boundingBox(),
			await control.boundingBox(),
		];
		if (!toast || !wanted) throw new Error("one of them is not to be seen");
		const isBeside = wanted.x + wanted.width <= toast.x || toast.x + toast.width <= wanted.x;
		return !isBeside && wanted.y < toast.y + toast.height && toast.y < wanted.y + wanted.height;
	};
	// why more than once: a toast comes in from above.
	await expect.poll(isCovered, `a toast covers ${control}`).toBe(false);
};

/** Waits until a field that can be searched has taken the place of the browser's own list, which takes no text. */
export const searchable = async (field: Locator): Promise<void> => {
	await expect(field, "the list can be searched").toHaveAttribute("aria-expanded", "false");
};

/**
 * Returns the addresses of a list's applicants, in order. why not by opening it: rendering fifty rows takes a second.
 */
export const applicantsOf = async (page: Page, list: string): Promise<string[]> => {
	const html = await (await page.request.get(list)).text();
	return [...html.matchAll(/<tr[\s\S]*?href="([^"?]+\/applicants\/[^"/?]+)[^"]*"/g)].map(([, path = ""]) => path);
};

/**
 * Reads two pages of the outbox's list and each wanted email. why by the pages' data: rendering them takes longer.
 */
const readOutbox = async (page: Page, organisation: string, isWanted: (mail: MailHead) => boolean) => {
	const read = async <T>(address: string, route: string): Promise<T> => {
		const response = await page.request.get(`/${organisation}/outbox${address}_data=${encodeURIComponent(route)}`);
		expect(response.status(), address).toBe(200);
		return response.json();
	};
	const pages = await Promise.all(
		[0, 1].map((at) => read<{ data: (MailHead & { id: string })[] }>(`?page=${at}&`, "routes/outbox/list")),
	);
	const found = pages.flatMap(({ data }) => data).filter(isWanted);
	const mails = found.map(({ id }) => read<{ mail: KeptMail }>(`/${id}?`, "routes/outbox/mail"));
	return (await Promise.all(mails)).map(({ mail }) => mail);
};

/** The selector of what to check; the whole page by default. */
type Within = string | undefined;

/** All of axe's rules, and that of WCAG 2.2 which it leaves off: 24 pixels, or as much room around. */
const everyRule = { rules: { "target-size": { enabled: true } } };

const expectNothingFound = async (page: Page, within: Within, options: RunOptions, where: string) => {
	if (within) await expect(page.locator(within).filter({ visible: true }).first()).toBeVisible();
	// why: loading axe takes as long as running it; once for each document is enough.
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
	const found = await page.evaluate(
		async ([within, options]) => {
			// why: nothing is reported of the thousands of nodes that pass, because reporting them takes half of the
			// time.
			const { violations } = await window.axe.run(within ?? document, { resultTypes: ["violations"], ...options });
			return violations
				.map(({ id, help, nodes }) => ({
					id,
					help,
					where: nodes
						// why not: what is under a bar at the edge of the window comes out from there when the page is scrolled.
						.filter(({ any }) => !any.some(({ data }) => data?.messageKey === "partiallyObscured"))
						.map(({ target }) => target.join(" ")),
				}))
				.filter(({ where }) => where.length > 0);
		},
		[within, options] as const,
	);
	expect(found, where).toEqual([]);
};

/** why without motion: colours in transition from one theme to the other have no meaningful contrast. */
const showTheme = async (page: Page, colorScheme: "light" | "dark") => {
	await page.evaluate(() => {
		const still = new CSSStyleSheet();
		still.replaceSync("*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }");
		document.adoptedStyleSheets = [still];
	});
	await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
};

/** Expects no violation of axe's rules in the light theme, nor in the dark one, where only the colours differ. */
export const expectNoAxeViolations = async (page: Page, within?: Within): Promise<void> => {
	await showTheme(page, "light");
	await expectNothingFound(page, within, everyRule, "in light");
	await showTheme(page, "dark");
	await expectNothingFound(page, within, { runOnly: ["color-contrast"] }, "in dark");
};

/** Expects no violation in another layout of a page whose colours were checked before. */
export const expectAccessibleLayout = async (page: Page): Promise<void> => {
	const withoutColours = { rules: { ...everyRule.rules, "color-contrast": { enabled: false } } };
	await expectNothingFound(page, undefined, withoutColours, `at ${page.viewportSize()?.width} px`);
};

const expectNoSidewaysScroll = async (page: Page) => {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow, `must not scroll sideways at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
};

/** Expects no violation in both themes, wide and at 360 px, and nothing to scroll sideways. Leaves the page narrow. */
export const expectAccessibleAtBothWidths = async (page: Page): Promise<void> => {
	await expectNoAxeViolations(page);
	await expectNoSidewaysScroll(page);
	await page.setViewportSize({ width: 360, height: 900 });
	await expectNoSidewaysScroll(page);
	// why in dark first: the page is in dark by now, and the rules are the same in both but for the colours.
	await expectNothingFound(page, undefined, everyRule, "in dark at 360 px");
	await showTheme(page, "light");
	await expectNothingFound(page, undefined, { runOnly: ["color-contrast"] }, "in light at 360 px");
};

export { expect };
