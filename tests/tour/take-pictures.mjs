// Takes the README's pictures of a running portal with the demo data: `BASE=http://localhost:8787 npm run pictures --
// palette-dark` takes only that one.
import { mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../worker/local/chromium.mjs";
import { demoAccounts } from "../../worker/local/seed-once.mjs";

const base = process.env.BASE ?? "http://localhost:8787";
const folder = ".github/tour";
const organisation = "crestfield";
const wide = { width: 1360, height: 850 };
const narrow = { width: 360, height: 780 };
/** GitHub shows them at most this wide in a table; more only makes the clone slower. */
const mostBytes = 250_000;

const accounts = await demoAccounts();
const accountOf = (role) => {
	const account = accounts.find((one) => one.organisation === organisation && one.role === role);
	if (!account) throw new Error(`The demo has no ${role} at ${organisation}.`);
	return account;
};

/** Opens a separate browser for each picture, so that none shows what another left behind. */
const open = async (browser, { viewport = wide, theme }) => {
	const context = await browser.newContext({
		baseURL: base,
		viewport,
		colorScheme: theme,
		locale: "en-GB",
		timezoneId: "Africa/Lagos",
		reducedMotion: "reduce",
	});
	context.setDefaultTimeout(15_000);
	await context.addInitScript(() => window.localStorage?.setItem("matricula-tour", "seen"));
	return context.newPage();
};

const signIn = async (page, search = "", role = "Admissions officer") => {
	const { email, password } = accountOf(role);
	const form = { username: email, password };
	const headers = { origin: new URL(base).origin };
	const answer = await page.request.post(`/${organisation}`, { form, headers, maxRedirects: 0 });
	if (answer.status() !== 302) throw new Error(`The login answered ${answer.status()}.`);
	await page.goto(`/${organisation}/applicants${search}`);
	await hydrated(page);
};

const hydrated = (page) => page.locator('a[aria-haspopup="dialog"]').first().waitFor();

const rowLink = (page, index) =>
	page
		.getByRole("row")
		.nth(1 + index)
		.getByRole("link");

const select = async (page, count) => {
	const boxes = page.getByRole("checkbox", { name: /^Select (?!every)/ });
	for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
};

const pictures = {
	"login-light": {
		theme: "light",
		// why: its gradient hardly compresses.
		viewport: { width: 1200, height: 750 },
		draw: (page) => page.goto(`/${organisation}`),
	},
	"list-light": {
		theme: "light",
		viewport: { width: 1240, height: 775 },
		// why: applicants further down are at later stages.
		draw: (page) => signIn(page, "?size=20&page=8"),
	},
	"sheet-light": {
		theme: "light",
		draw: async (page) => {
			await signIn(page);
			await rowLink(page, 1).click();
			await page.getByRole("dialog").getByText("Date of birth").waitFor();
		},
	},
	"setup-light": {
		theme: "light",
		draw: async (page) => {
			await signIn(page, "", "Super administrator");
			await page.goto(`/${organisation}/applications?q=2026%2F2027+Undergraduate`);
			await page.getByRole("row").nth(1).getByRole("link").click();
			await page.getByRole("heading", { level: 2, name: "Stages" }).waitFor();
		},
	},
	"money-light": {
		theme: "light",
		draw: async (page) => {
			await signIn(page, "", "Super administrator");
			await page.goto(`/${organisation}/transactions`);
			await rowLink(page, 2).click();
			await page.getByRole("dialog", { name: /^Transaction / }).waitFor();
		},
	},
	"edit-dark": {
		theme: "dark",
		draw: async (page) => {
			await signIn(page);
			const href = await rowLink(page, 4).getAttribute("href");
			await page.goto(`${href?.split("?")[0]}/edit?section=personal`);
			await page.getByLabel("Home town").fill("Abẹ́òkúta");
			await page.getByLabel("Marital status").selectOption("Married");
			await page
				.getByRole("navigation", { name: "Sections" })
				.getByRole("button", { name: /^Preview/ })
				.click();
			await page.getByRole("heading", { level: 2, name: "Preview and Update" }).waitFor();
		},
	},
	"print-light": {
		theme: "light",
		viewport: { width: 1000, height: 1100 },
		draw: async (page) => {
			await signIn(page, "?stage=ACCEPTED");
			const href = await rowLink(page, 1).getAttribute("href");
			await page.goto(`${href?.split("?")[0]}/print`);
		},
	},
	"batch-dark": {
		theme: "dark",
		draw: async (page) => {
			await signIn(page);
			await select(page, 6);
			await page.getByRole("button", { name: /^Move to stage/ }).click();
			const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
			await dialog.getByLabel("New stage").selectOption({ label: "Invited to screening" });
			await dialog.getByText(/will be sent\.$/).waitFor();
			await dialog.getByLabel("Comment").fill("Meets the cut-off; invited with the first batch.");
		},
	},
	"duplicates-light": {
		theme: "light",
		draw: async (page) => {
			await signIn(page);
			await page.goto(`/${organisation}/duplicates`);
			await page
				.getByRole("list", { name: "Possible duplicates" })
				.getByRole("link", { name: /^Compare/ })
				.first()
				.click();
			await page.getByRole("heading", { name: "Compare applicants" }).waitFor();
		},
	},
	"palette-dark": {
		theme: "dark",
		draw: async (page) => {
			await signIn(page);
			await page.keyboard.press("Control+k");
			const palette = page.getByRole("dialog", { name: "Command palette" });
			await palette.getByRole("combobox").fill("shortlist ada");
			await palette.getByRole("option").nth(3).waitFor();
		},
	},
	"narrow-dark": {
		theme: "dark",
		viewport: narrow,
		draw: async (page) => {
			await signIn(page);
			await select(page, 2);
			await page.getByText("2 selected").waitFor();
		},
	},
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(pictures, name));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(", ")}.`);

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
try {
	for (const [name, { draw, ...look }] of Object.entries(pictures)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		const page = await open(browser, look);
		await draw(page);
		await page.waitForLoadState("networkidle");
		const path = `${folder}/${name}.png`;
		await page.screenshot({ path, animations: "disabled", caret: "hide" });
		await page.context().close();
		const { size } = statSync(path);
		console.log(`${path} ${Math.round(size / 1000)} kB`);
		if (size > mostBytes) throw new Error(`${path} is over ${mostBytes / 1000} kB.`);
	}
} finally {
	await browser.close();
}
