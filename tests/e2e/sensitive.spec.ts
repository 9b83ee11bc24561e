import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/crestfield/applicants?stage=SHORTLISTED&size=50";

/** Each journey has an applicant of its own. */
const pathOf = async (page: Page, journey: number) => (await applicantsOf(page, list))[journey] ?? "";
const revealNin = (page: Page) => page.getByRole("button", { name: "Reveal NIN" });
const nin = /^\d{11}$/;

test("by keyboard: a masked answer is revealed until the page is left, and the log says so", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, 0);
	await page.goto(path);
	await hydrated(page);
	const sheet = page.getByRole("dialog").first();
	await expect(revealNin(page)).toBeVisible();
	await expect(page.getByText(nin)).toHaveCount(0);
	await revealNin(page).focus();
	await page.keyboard.press("Enter");
	await expect(sheet.getByText(nin)).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: nin })).toBeFocused();
	await expect(revealNin(page)).toHaveCount(0);
	await expectAccessibleAtBothWidths(page);

	await page.goto(`${path}/activity-log`);
	await expect(page.getByText("Revealed NIN")).toBeVisible();
	await page.goto(path);
	await hydrated(page);
	await expect(revealNin(page)).toBeVisible();
	await expect(page.getByText(nin)).toHaveCount(0);
});

test("by palette: a command reveals an answer", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await page.goto(await pathOf(page, 1));
	await hydrated(page);
	await expect(revealNin(page)).toBeVisible();
	await page.keyboard.press("Control+k");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await palette.getByRole("combobox").fill("Reveal NIN");
	await expect(palette.getByRole("option", { selected: true })).toContainText("Reveal NIN");
	await page.keyboard.press("Enter");
	await expect(page.getByText(nin)).toBeVisible();
});

test("in the wizard an answer is revealed, changed and previewed as masks", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, 2);
	await page.goto(`${path}/edit?section=personal`);
	const heading = (name: string) => page.getByRole("heading", { level: 2, name });
	// why not the palette's button: the wizard takes the whole screen, and has none.
	await expect(heading("Personal details")).toBeFocused();
	await page.getByRole("button", { name: "Reveal and change NIN" }).click();
	const field = page.getByRole("textbox", { name: /^NIN/ });
	await expect(field).toHaveValue(nin);
	await expect(field).toBeFocused();
	await expectNoAxeViolations(page);
	await field.fill("55566677788");
	await page.getByRole("button", { name: "Next", exact: true }).click();
	await expect(heading("Next of kin")).toBeFocused();
	await page.goto(`${path}/edit?section=preview`);
	await expect(heading("Preview and Update")).toBeFocused();
	await expect(page.getByRole("row", { name: "NIN" }).getByRole("cell").last()).toContainText("••••7788");
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByText("Details saved")).toBeVisible();
	await expect(page.getByText("55566677788")).toHaveCount(0);
});

test("without scripts the button leads to a page with the answer", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", list);
	const path = await pathOf(page, 3);
	await page.goto(path);
	await revealNin(page).click();
	const dialog = page.getByRole("dialog", { name: "Reveal sensitive answers" });
	await expect(dialog.getByText(nin)).toBeVisible();
	await dialog.getByRole("checkbox", { name: "Phone number" }).check();
	await dialog.getByRole("button", { name: "Reveal", exact: true }).click();
	await expect(dialog.getByText(nin)).toHaveCount(0);
	await expect(dialog.getByRole("term").filter({ hasText: "Phone number" })).toBeVisible();
	await page.goto(path);
	await expect(page.getByText(nin)).toHaveCount(0);
});
