import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/crestfield/applicants";

/** Returns how many applicants are at a stage, as the list offers to select them. */
const countAt = async (page: Page, stage: string): Promise<number> => {
	const html = await (await page.request.get(`${list}?stage=${stage}`)).text();
	return Number(/Select all ([\d,]+) that match/.exec(html)?.[1]?.replace(",", "") ?? 0);
};

/** Returns the addresses of applicants that a colleague sees: one whom this user sees too, and one whom they do not. */
const insideAndOutside = async (page: Page, colleague: Page) => {
	let found: { inside?: string; outside?: string } = {};
	for (const path of await applicantsOf(colleague, `${list}?size=50`)) {
		const isSeen = (await page.request.get(path)).ok();
		found = { ...found, [isSeen ? "inside" : "outside"]: path };
		if (found.inside && found.outside) break;
	}
	return { inside: found.inside ?? "", outside: found.outside ?? "" };
};

const numberOf = async (page: Page, path: string) =>
	/CU\/\d+\/\d+/.exec(await (await page.request.get(path)).text())?.[0] ?? "";

test("an officer of a faculty sees its applicants, is told so, and finds no others", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(colleague, "crestfield", "Super administrator", null);
	await signIn(page, "crestfield", "Officer of a faculty", list);
	await hydrated(page);
	await expect(page.getByText("Only College of Health Sciences")).toBeVisible();
	await expectNoAxeViolations(page);
	const { inside, outside } = await insideAndOutside(page, colleague);
	const number = await numberOf(colleague, outside);

	const refused = await page.goto(outside);
	expect(refused?.status()).toBe(404);
	await expect(page.getByText(number)).toHaveCount(0);
	const own = await numberOf(page, inside);
	await page.goto(inside);
	await expect(page.getByRole("dialog").getByText(own).first()).toBeVisible();

	await page.goto(`${list}?q=${encodeURIComponent(number)}`);
	await hydrated(page);
	await expect(page.getByText(number, { exact: true })).toHaveCount(0);
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox").last().fill(number);
	await expect(page.getByRole("option").filter({ hasText: number })).toHaveCount(0);
	await page.getByRole("combobox").last().fill(own);
	await expect(page.getByRole("option").filter({ hasText: own })).toBeVisible();
});

test("an officer of a department changes all that match, and no colleague's applicants", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(colleague, "crestfield", "Super administrator", null);
	await signIn(page, "crestfield", "Officer of a department", `${list}?stage=IN_REVIEW`);
	await hydrated(page);
	await expect(page.getByText("Only Computer Science")).toBeVisible();
	const [mine, all] = [await countAt(page, "IN_REVIEW"), await countAt(colleague, "IN_REVIEW")];
	expect(mine).toBeGreaterThan(0);
	expect(all).toBeGreaterThan(mine);
	await page.getByRole("link", { name: `Select all ${mine} that match` }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Documents missing" });
	await expect(dialog.getByText(`All ${mine} applicants that match`, { exact: true })).toBeVisible();
	await dialog.getByLabel("Comment").fill("All of the department.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(new RegExp(`^${mine} applicants? moved to Documents missing`))).toBeVisible();
	expect(await countAt(colleague, "IN_REVIEW")).toBe(all - mine);
});
