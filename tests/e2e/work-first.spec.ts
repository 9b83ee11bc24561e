import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

type SignIn = (page: Page, organisation: string, role: string, path?: string | null) => Promise<void>;

/** The list of an application that no other journey changes. */
const openEvening = async (page: Page, signIn: SignIn, role = "Admissions officer") => {
	await signIn(page, "lagoon", role, null);
	await page.goto("/lagoon/applicants/applications?title=Evening");
	const to = await page.getByRole("link", { name: /Evening National Diploma/ }).getAttribute("href");
	await page.goto(to ?? "");
	return to ?? "";
};

const views = (page: Page) => page.getByRole("list", { name: "Pinned views" });
const stageTab = (page: Page, stage: string) =>
	page.getByRole("navigation", { name: "Stages" }).getByRole("link", { name: new RegExp(`^${stage} ?[\\d,]+$`) });
const countAt = async (page: Page, stage: string) =>
	Number((await stageTab(page, stage).textContent())?.slice(stage.length).replace(/\D/g, ""));

test("a filtered list is saved, pinned with its count, opened by the palette, renamed, unpinned and deleted", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	for (const name of ["Evening checks", "Evening later"]) await forgetView(page, "lagoon", name);
	await openEvening(page, signIn);
	await hydrated(page);
	const count = await countAt(page, "Apply");
	await stageTab(page, "Apply").click();
	await expect(page).toHaveURL(/stage=/);
	const list = page.url();
	await page.getByRole("link", { name: "Save view" }).click();
	const dialog = page.getByRole("dialog", { name: "Save view" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByText("Enter a name")).toBeVisible();
	await page.keyboard.type("Evening checks");
	await page.keyboard.press("Control+Enter");
	await expect(page).toHaveURL(list);
	const pinned = views(page).getByRole("link", { name: /^Evening checks/ });
	await expect(pinned).toHaveText(new RegExp(`^Evening checks${count} applicants$`));
	await expect(pinned).toHaveAttribute("aria-current", "page");

	await page.goto("/lagoon/applicants");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("view evening");
	await page.getByRole("option", { name: "Open the view Evening checks" }).click();
	await expect(page).toHaveURL(list);

	await page.goto("/lagoon/applicants/views");
	await hydrated(page);
	await expectNoAxeViolations(page);
	await page.getByRole("link", { name: "Change Evening checks" }).click();
	const change = page.getByRole("dialog", { name: "Change view" });
	await change.getByLabel("Name").fill("Evening later");
	await change.getByLabel("Pin", { exact: true }).uncheck();
	await change.getByRole("button", { name: "Save" }).click();
	await expect(change).toBeHidden();
	await expect(page.getByRole("link", { name: "Evening later", exact: true })).toBeVisible();
	await expect(views(page)).toBeHidden();
	await page.getByRole("link", { name: "Change Evening later" }).click();
	await page.getByRole("link", { name: "Delete…" }).click();
	await page
		.getByRole("dialog", { name: "Delete the view Evening later?" })
		.getByRole("button", { name: "Delete" })
		.click();
	await expect(page.getByText("The view is deleted")).toBeVisible();
	await expect(page.getByRole("link", { name: "Evening later", exact: true })).toBeHidden();
});

test("without JavaScript a view is saved, opened from the navigation and deleted", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await forgetView(page, "lagoon", "Oldest evening");
	await openEvening(page, signIn, "Super administrator");
	await page.getByRole("link", { name: "Waiting", exact: true }).click();
	await expect(page.getByRole("link", { name: "Remove filter Longest waiting first" })).toBeVisible();
	const list = page.url();
	await page.getByRole("link", { name: "Save view" }).click();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("Enter a name")).toBeVisible();
	await page.getByLabel("Name").fill("Oldest evening");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("The view Oldest evening is saved")).toBeVisible();
	await page.goto("/lagoon/user-profile");
	await views(page)
		.getByRole("link", { name: /^Oldest evening/ })
		.click();
	await expect(page).toHaveURL(list);
	await page.goto("/lagoon/search?q=saved");
	await page.getByRole("link", { name: "Go to Saved views", exact: true }).click();
	await page.getByRole("link", { name: "Change Oldest evening" }).click();
	await page.getByRole("link", { name: "Delete…" }).click();
	await page.getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("The view is deleted")).toBeVisible();
});

/** Deletes a view if it exists. why: an earlier attempt may have ended before it deleted the view. */
const forgetView = async (page: Page, organisation: string, name: string) => {
	await page.goto(`/${organisation}/applicants/views`);
	const change = page.getByRole("link", { name: `Change ${name}`, exact: true });
	if ((await change.count()) === 0) return;
	await change.click();
	await page.getByRole("link", { name: "Delete…" }).click();
	await page
		.getByRole("dialog", { name: /^Delete the view/ })
		.getByRole("button", { name: "Delete" })
		.click();
	await expect(change).toHaveCount(0);
};

/** Applicants that last year's application declined; no other journey uses them. */
const openDeclined = async (page: Page) => {
	await page.goto("/crestfield/applicants/applications?title=2025");
	const to = await page.getByRole("link", { name: /2025\/2026 Undergraduate/ }).getAttribute("href");
	await page.goto(`${to}&stage=DECLINED`);
};

test("a view that is shared with the office appears for a colleague too, and its count follows colleagues' changes", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await forgetView(page, "crestfield", "Second thoughts");
	await openDeclined(page);
	await hydrated(page);
	await page.getByRole("link", { name: "Save view" }).click();
	const dialog = page.getByRole("dialog", { name: "Save view" });
	await dialog.getByLabel("Name").fill("Second thoughts");
	await dialog.getByLabel("Share with the office").check();
	await dialog.getByRole("button", { name: "Save" }).click();
	const pinned = (who: Page) => views(who).getByRole("link", { name: /^Second thoughts/ });
	await expect(pinned(page)).toHaveAttribute("aria-current", "page");
	const count = Number((await pinned(page).textContent())?.replace(/\D/g, ""));

	await signIn(colleague, "crestfield", "Admissions officer", "/crestfield/user-profile");
	await hydrated(colleague);
	await pinned(colleague).click();
	await colleague.getByRole("row").nth(1).getByRole("link").click();
	await colleague.getByRole("button", { name: "Process Application" }).click();
	await colleague.getByRole("menuitem", { name: "Keep in view" }).click();
	await colleague.getByRole("textbox", { name: "Comment" }).fill("Looked at again.");
	await colleague.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(pinned(page)).toHaveText(`Second thoughts${count - 1} applicants`);

	await page.getByRole("button", { name: "Fold navigation to icons" }).click();
	const folded = views(page).getByRole("link", { name: `Second thoughts ${count - 1} applicants`, exact: true });
	await expect(folded).toContainText(`ST${count - 1}`);
	await expectNoAxeViolations(page, "aside");
	await page.getByRole("button", { name: "Show navigation labels" }).click();

	await forgetView(page, "crestfield", "Second thoughts");
	await expect(pinned(page)).toBeHidden();
	await expect(pinned(colleague)).toBeHidden();
});

test("without JavaScript a narrow list is ordered by waiting time", async ({ withoutJavaScript: page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 800 });
	await openEvening(page, signIn);
	await page.getByLabel("Actions on the list").click();
	await page.getByRole("link", { name: "Sort and filter" }).click();
	await page.getByLabel("Sort by").selectOption("Longest waiting first");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page).toHaveURL(/sort=waiting/);
	await page.getByRole("link", { name: "Remove filter Longest waiting first" }).click();
	await expect(page).not.toHaveURL(/sort=/);
});

test("an opened applicant is no longer counted among the changed, without a reload", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	await page.goto("/lagoon/applicants?needs=changed");
	await hydrated(page);
	const needs = page.getByRole("button", { name: "Needs you" });
	const changed = page.getByRole("menuitem", { name: /^Changed since you looked/ });
	await needs.click();
	const count = Number((await changed.textContent())?.replace(/\D/g, ""));
	expect(count).toBeGreaterThan(0);
	await page.keyboard.press("Escape");
	await page.getByRole("row").nth(1).getByRole("link").click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await page.keyboard.press("Escape");
	await needs.click();
	await expect(changed).toHaveText(`Changed since you looked${count - 1}`);
});

test("the changed applicants are walked through as they were listed, forwards and back", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/applicants?needs=changed");
	await hydrated(page);
	const rows = page.getByRole("table", { name: "Applicants" }).getByRole("row");
	const names = (await page.locator("tbody").getByRole("link").allTextContents()).map((name) => name.trim());
	expect(names.length).toBeGreaterThan(3);
	const total = /of (\d+)/.exec((await page.getByText(/^1–\d+ of \d+$/).textContent()) ?? "")?.[1];
	await rows.nth(1).getByRole("link").click();
	const at = async (place: number) => {
		const sheet = page.getByRole("dialog", { name: names[place - 1] ?? "", exact: true });
		await expect(sheet).toBeVisible();
		await expect(sheet.getByText(`${place} of ${total}`, { exact: true })).toBeVisible();
		return sheet;
	};
	await (await at(1)).getByRole("link", { name: "Next applicant" }).click();
	await (await at(2)).getByRole("link", { name: "Next applicant" }).click();
	await at(3);
	await page.keyboard.press("k");
	await (await at(2)).getByRole("link", { name: "Previous applicant" }).click();
	await at(1);
});

test("a group that needs work opens as a list, n goes to the next undecided, and ⇧S decides and continues", async ({
	page,
	signIn,
}) => {
	// why: the choice is remembered for the user, and other journeys change stages too.
	await openEvening(page, signIn, "Super administrator");
	await hydrated(page);
	const total = page.getByText(/^1–\d+ of \d+$/);
	const countOf = async () => Number(/\d+$/.exec((await total.textContent()) ?? "")?.[0]);
	await page.getByRole("button", { name: "Needs you" }).click();
	const waiting = page.getByRole("menuitem", { name: /^Waiting longest/ });
	const count = Number((await waiting.textContent())?.replace(/\D/g, ""));
	await waiting.click();
	await expect(page.getByRole("link", { name: "Remove filter Waiting longest" })).toBeVisible();
	expect(await countOf(), "the menu and the foot show one number").toBe(count);
	const rows = page.getByRole("table", { name: "Applicants" }).getByRole("row");
	const nameAt = async (row: number) => ((await rows.nth(row).getByRole("link").textContent()) ?? "").trim();
	const [first, second, third] = [await nameAt(1), await nameAt(2), await nameAt(3)];
	await rows.nth(1).getByRole("link").click();
	await expect(page.getByRole("dialog", { name: first, exact: true })).toBeVisible();
	await page.keyboard.press("n");
	await expect(page.getByRole("dialog", { name: second, exact: true })).toBeVisible();
	await expect(page.locator("dialog [aria-busy=true]"), "the next applicant has come").toHaveCount(0);
	await page.keyboard.press("Shift+S");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await expect(dialog.getByLabel("Then open the next applicant")).toBeChecked();
	await dialog.getByLabel("New stage").selectOption({ label: "Keep in view" });
	await dialog.getByLabel("Comment").fill("Looked at.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByRole("dialog", { name: third, exact: true })).toBeVisible();
	await expect.poll(countOf).toBe(count - 1);
	await expect(page.locator("dialog [aria-busy=true]"), "the next applicant has come").toHaveCount(0);
	await page.keyboard.press("s");
	const choice = dialog.getByLabel("Then open the next applicant");
	await expect(choice, "⇧S changes nothing about s").not.toBeChecked();
	await dialog.getByLabel("New stage").selectOption({ label: "Keep in view" });
	await dialog.getByLabel("Comment").fill("Looked at.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("dialog", { name: third, exact: true })).toBeVisible();
});

test("single keys are switched off and on without JavaScript, and do nothing while they are off", async ({
	withoutJavaScript,
	page,
	signIn,
}) => {
	const choose = async (value: "On" | "Off") => {
		await signIn(withoutJavaScript, "lagoon", "Finance officer", "/lagoon/user-profile");
		await withoutJavaScript.getByLabel("Single-key shortcuts").selectOption(value);
		await withoutJavaScript.getByRole("button", { name: "Save" }).click();
		await expect(withoutJavaScript.getByLabel("Single-key shortcuts")).toHaveValue(value.toLowerCase());
	};
	await choose("Off");
	await signIn(page, "lagoon", "Finance officer", "/lagoon/user-profile");
	await hydrated(page);
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await page.keyboard.press("?");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("keyboard shortcuts");
	await expect(page.getByRole("option", { name: /keyboard shortcuts/i, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(sheet.getByText("Single keys are switched off.")).toBeVisible();
	await choose("On");
	await page.reload();
	await hydrated(page);
	await page.keyboard.press("?");
	await expect(sheet).toBeVisible();
	await expect(sheet.getByText("Send the form one types in")).toBeVisible();
});
