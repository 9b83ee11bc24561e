import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

interface Account {
	organisation: string;
	role: string;
	email: string;
	password: string;
}

interface Fixtures {
	/** Logs in by the institution's form as one of the demo's accounts, named as `npm start` names it ("Reviewer"). */
	signIn: (page: Page, organisation: string, role: string) => Promise<void>;
	/** A page of a browser that runs no scripts. */
	withoutJavaScript: Page;
	/** A second person's browser: cookies of its own. */
	colleague: Page;
}

/** The demo's account with that role. */
export const accountOf = (organisation: string, role: string): Account => {
	const accounts: Account[] = JSON.parse(process.env.E2E_ACCOUNTS ?? "[]");
	const account = accounts.find((one) => one.organisation === organisation && one.role === role);
	if (!account) throw new Error(`The demo has no ${role} at ${organisation}.`);
	return account;
};

const closing = async (context: BrowserContext, use: (page: Page) => Promise<void>) => {
	await use(await context.newPage());
	await context.close();
};

export const test = base.extend<Fixtures>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
	signIn: async ({}, use) => {
		await use(async (page, organisation, role) => {
			const account = accountOf(organisation, role);
			await page.goto(`/${organisation}`);
			await page.locator('[name="username"]').fill(account.email);
			await page.locator('[name="password"]').fill(account.password);
			await page.locator('form:has([name="password"]) [type="submit"]').first().click();
			await page.waitForURL((url) => url.pathname !== `/${organisation}`);
		});
	},
	withoutJavaScript: async ({ browser, contextOptions }, use) => {
		await closing(await browser.newContext({ ...contextOptions, javaScriptEnabled: false }), use);
	},
	colleague: async ({ browser, contextOptions }, use) => {
		await closing(await browser.newContext(contextOptions), use);
	},
});

/** The scripts have taken over: what needs them is there. */
export const takenOver = async (page: Page): Promise<void> => {
	const palette = page.getByRole("link", { name: /^Search or run a command/ });
	await expect(palette).toHaveAttribute("aria-haspopup", "dialog");
};

/** No violation of axe's rules, by day and by night. */
export const expectNoAxeViolations = async (page: Page): Promise<void> => {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const { violations } = await new AxeBuilder({ page }).analyze();
		const found = violations.map(({ id, help, nodes }) => ({
			id,
			help,
			where: nodes.map(({ target }) => target.join(" ")),
		}));
		expect(found, `in ${colorScheme}`).toEqual([]);
	}
};

export { expect };
