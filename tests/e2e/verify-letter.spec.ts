import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

type State = "In force" | "Replaced" | "Withdrawn";

/** Returns the tabs of the demo's applicants who have letters, by what became of the newest of their letters. */
const findTabs = async (page: Page): Promise<Record<State, string[]>> => {
	const found: Record<State, string[]> = { "In force": [], Replaced: [], Withdrawn: [] };
	for (const stage of ["ACCEPTED", "CONDITIONAL_OFFER"])
		for (const path of await applicantsOf(page, `/crestfield/applicants?stage=${stage}&size=50`)) {
			const html = await (await page.request.get(`${path}/letter`)).text();
			if (!html.includes('id="letters-title"')) continue;
			for (const state of Object.keys(found) as State[])
				if (html.includes(`>${state}</span>`)) found[state].push(`${path}/letter`);
		}
	return found;
};

/** Opens the tab, and returns its letter's code and the applicant's name. */
const openTab = async (page: Page, tab: string) => {
	await page.goto(tab);
	const link = page.getByRole("dialog").getByRole("link", { name: /^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/ });
	const name = (await page.getByRole("dialog").getByRole("heading", { level: 2 }).textContent())?.trim() ?? "";
	return { code: (await link.textContent()) ?? "", name };
};

/** Checks a letter by typing its code as somebody without a session. */
const check = async (stranger: Page, code: string, title: string) => {
	await stranger.goto("/crestfield/verify");
	await stranger.getByLabel("Code on the letter").fill(code.toLowerCase());
	await stranger.getByRole("button", { name: "Check letter" }).click();
	await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(title);
};

test("the demo has letters in each state; the tab of each passes axe, wide and at 360 px", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const tabs = await findTabs(page);
	for (const state of ["In force", "Replaced", "Withdrawn"] as const) {
		expect(tabs[state], state).not.toEqual([]);
		await page.goto(tabs[state][0] ?? "");
		await expect(page.getByRole("dialog").getByText(state, { exact: true }).first()).toBeVisible();
		await expectAccessibleAtBothWidths(page);
	}
});

test("by mouse: a letter is genuine, then replaced, and its successor withdrawn, as anybody sees", async ({
	page,
	colleague: stranger,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [tab = ""] = (await findTabs(page))["In force"];
	const { code, name } = await openTab(page, tab);
	await hydrated(page);
	await check(stranger, code, "This letter is genuine");
	await expect(stranger.getByText(code)).toBeVisible();
	await expect(stranger.getByText(name.split(" ").at(-1) ?? "")).toBeVisible();
	await expectAccessibleAtBothWidths(stranger);

	await page.getByRole("link", { name: "Replace", exact: true }).click();
	const replacing = page.getByRole("dialog", { name: "Replace offer letter" });
	await expect(replacing.getByTitle("Preview of the letter")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await replacing.getByLabel("Reason").fill("The name was misspelt");
	await replacing.getByRole("button", { name: "Replace letter" }).click();
	await expect(page).toHaveURL(/\/letter\/(?!replace)[\w-]+/);
	await check(stranger, code, "This letter was replaced");
	await expectAccessibleAtBothWidths(stranger);

	const next = await openTab(page, tab);
	expect(next.code).not.toBe(code);
	await hydrated(page);
	await page.getByRole("link", { name: "Withdraw", exact: true }).click();
	const withdrawing = page.getByRole("dialog", { name: "Withdraw offer letter" });
	await withdrawing.getByRole("button", { name: "Withdraw letter" }).click();
	await expect(withdrawing.getByText("Enter the reason")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await withdrawing.getByLabel("Reason").fill("The results were not confirmed");
	await withdrawing.getByRole("button", { name: "Withdraw letter" }).click();
	await expect(page.getByText("No letter is in force.")).toBeVisible();
	await expect(page.getByText("The results were not confirmed")).toBeVisible();
	await check(stranger, next.code, "This letter was withdrawn");
	await expectAccessibleAtBothWidths(stranger);
});

test("by keyboard: the palette leads to the dialog, which is filled and sent without a mouse", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = (await findTabs(page))["In force"][0] ?? "";
	await openTab(page, tab);
	await hydrated(page);
	await page.keyboard.press("Control+k");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await expect(palette).toBeVisible();
	await page.keyboard.type("withdraw offer letter");
	await expect(palette.getByRole("option", { selected: true })).toContainText("Withdraw offer letter");
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Withdraw offer letter" });
	await expect(dialog.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("Offered by mistake");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("No letter is in force.")).toBeVisible();
	await expect(page.getByText("Offered by mistake")).toBeVisible();
});

test("Ctrl+Enter sends nothing while there is no button to replace a letter, and replaces it when there is", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = (await findTabs(page))["In force"][0] ?? "";
	await page.goto(`${tab}/replace?template=gone`);
	await hydrated(page);
	let sent = 0;
	page.on("request", (request) => {
		if (request.method() === "POST" && request.url().includes("/replace")) sent += 1;
	});
	const dialog = page.getByRole("dialog", { name: "Replace offer letter" });
	await expect(dialog.getByRole("button", { name: "Replace letter" })).toHaveCount(0);
	await dialog.getByLabel("Reason").fill("The fee was wrong");
	await page.keyboard.press("Control+Enter");
	await dialog.getByLabel("Template").selectOption({ index: 1 });
	await expect(dialog.getByRole("button", { name: "Replace letter" })).toBeVisible();
	expect(sent).toBe(0);
	await expect(dialog.getByLabel("Reason")).toHaveValue("The fee was wrong");
	await dialog.getByLabel("Reason").press("Control+Enter");
	await expect(page.getByText(/was made in its place/)).toBeVisible();
});

test("without JavaScript a letter is replaced, withdrawn and checked, at 360 px too", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = (await findTabs(page))["In force"][0] ?? "";
	const { code } = await openTab(page, tab);
	await page.getByRole("link", { name: "Replace", exact: true }).click();
	await page.getByLabel("Reason").fill("The date was wrong");
	const template = page.getByLabel("Template");
	const shown = await template.inputValue();
	const [, other = ""] = (
		await template.locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""))
	).filter((value) => value !== shown);
	await template.selectOption(other);
	await page.getByRole("button", { name: "Replace letter" }).click();
	await expect(page.getByText("Nothing was done: you had not reviewed this choice.").first()).toBeVisible();
	await expect(template).toHaveValue(other);
	await expect(page.getByLabel("Reason")).toHaveValue("The date was wrong");
	await page.getByRole("button", { name: "Replace letter" }).click();
	await expect(page.getByRole("status").filter({ hasText: "was made in its place" })).toBeVisible();
	await check(page, code, "This letter was replaced");
	const next = await openTab(page, tab);
	await page.getByRole("link", { name: "Withdraw", exact: true }).click();
	await page.getByLabel("Reason").fill("Offered by mistake");
	await page.getByRole("button", { name: "Withdraw letter" }).click();
	await expect(page.getByText("No letter is in force.")).toBeVisible();
	await check(page, next.code, "This letter was withdrawn");
	await page.getByRole("link", { name: "Check another letter" }).click();
	await page.getByLabel("Code on the letter").fill("2222-2222-2222");
	await page.getByRole("button", { name: "Check letter" }).click();
	await expect(page.getByRole("heading", { name: "No letter has this code" })).toBeVisible();
});

test("a letter that a colleague has replaced while the dialog was open is not withdrawn in its place", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await signIn(colleague, "crestfield", "Admissions officer", null);
	const tab = (await findTabs(page))["In force"].at(-1) ?? "";
	const { code } = await openTab(page, tab);
	await hydrated(page);
	await page.getByRole("link", { name: "Withdraw", exact: true }).click();
	const mine = page.getByRole("dialog", { name: "Withdraw offer letter" });
	await mine.getByLabel("Reason").fill("It names another course");

	await colleague.goto(tab);
	await hydrated(colleague);
	await colleague.getByRole("link", { name: "Replace", exact: true }).click();
	const theirs = colleague.getByRole("dialog", { name: "Replace offer letter" });
	await theirs.getByLabel("Reason").fill("The course was corrected");
	await theirs.getByRole("button", { name: "Replace letter" }).click();
	await expect(colleague.getByText(/was made in its place/)).toBeVisible();
	await expect(page.getByRole("link", { name: code }), "the tab is live").toHaveCount(0);

	await mine.getByRole("button", { name: "Withdraw letter" }).click();
	await expect(mine.getByText("This letter is no longer in force.")).toBeVisible();
	await expect(mine.getByLabel("Reason")).toHaveValue("It names another course");
	await mine.getByRole("link", { name: "Cancel" }).click();
	await expect(page.getByText("In force", { exact: true }).first()).toBeVisible();
});

test("an empty merge field is named before the letters of a selection are made, also without scripts", async ({
	page,
	withoutJavaScript,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const paths = await applicantsOf(page, "/crestfield/applicants?size=50");
	const chosen = paths.slice(0, 2).map((path) => ["id", path.split("/").at(-1) ?? ""]);
	const address = `/crestfield/applicants/letters?${new URLSearchParams(chosen)}`;
	const expectWarning = async (at: Page) => {
		const dialog = at.getByRole("dialog", { name: "Make offer letters" });
		await expect(dialog.getByText("1 merge field is empty, and would read “--/--”:")).toBeVisible();
		await expect(dialog.getByText(/^Location for [12] applicants?$/)).toBeVisible();
		await expect(dialog.getByRole("button", { name: "Make letters" })).toBeEnabled();
	};
	await page.goto(address);
	await hydrated(page);
	await page.getByLabel("Template").selectOption({ label: "Screening slip" });
	await expectWarning(page);
	await expectNoAxeViolations(page, "dialog");
	await signIn(withoutJavaScript, "crestfield", "Super administrator", null);
	await withoutJavaScript.goto(address);
	await withoutJavaScript.getByLabel("Template").selectOption({ label: "Screening slip" });
	await withoutJavaScript.getByRole("button", { name: "Continue" }).click();
	await expectWarning(withoutJavaScript);
});
