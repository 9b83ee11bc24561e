import type { Locator } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

test("tabs without room are in a menu, and a tab chosen there is shown", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const stages = page.getByRole("navigation", { name: "Stages" });
	await expect(stages.getByRole("link", { name: /^Declined/ })).toBeHidden();
	await stages.getByRole("button", { name: /^\d+ more$/ }).click();
	await page.getByRole("menuitem", { name: /^Declined/ }).click();
	const declined = stages.getByRole("link", { name: /^Declined/ });
	await expect(declined).toHaveAttribute("aria-current", "page");
	await expect(declined).toBeInViewport({ ratio: 1 });
	await page.setViewportSize({ width: 2400, height: 900 });
	await expect(stages.getByRole("button")).toHaveCount(0);
	await expect(stages.getByRole("link", { name: /^Admitted/ })).toBeVisible();
});

test("the controls of a list are one row, and the search names what it searches", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const search = page.getByRole("searchbox", { name: "Search applicants" });
	const save = page.getByRole("link", { name: "Save view" });
	await expect(page.getByRole("button", { name: "More filters" })).toBeVisible();
	const topOf = async (what: Locator) => (await what.boundingBox())?.y;
	for (const width of [1280, 1360, 1440, 1920]) {
		await page.setViewportSize({ width, height: 900 });
		expect(await topOf(save), `at ${width} px`).toBe(await topOf(search));
	}
	await page.setViewportSize({ width: 360, height: 740 });
	const text = search.evaluate((input) => {
		const line = document.createElement("span");
		line.textContent = input.getAttribute("placeholder");
		line.style.font = getComputedStyle(input).font;
		document.body.appendChild(line);
		const { width } = line.getBoundingClientRect();
		line.remove();
		const { paddingLeft, paddingRight } = getComputedStyle(input);
		return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
	});
	expect(await text, "room that the placeholder leaves").toBeGreaterThanOrEqual(0);
});

test("the text of a row is selected by dragging, and a press opens the applicant", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const number = page
		.locator("tbody tr")
		.nth(4)
		.getByText(/^CU\/\d+\/\d+$/);
	const box = await number.boundingBox();
	if (!box) throw new Error("the number is not to be seen");
	const middle = box.y + box.height / 2;
	await page.mouse.move(box.x + 8, middle);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width - 4, middle, { steps: 5 });
	await page.mouse.up();
	expect(await page.evaluate(() => window.getSelection()?.toString())).toMatch(/U\/\d+\/\d+/);
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.mouse.click(box.x + 20, middle);
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.mouse.click(box.x + 20, middle);
	await expect(page.getByRole("dialog")).toBeVisible();
});

test("cut text is named by its cell, the waiting time by its date, and the foot by its page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const row = page.locator("tbody tr").first();
	const applicant = row.getByRole("rowheader");
	await applicant.getByText(/@/).evaluate((email) => {
		email.textContent = `${"long.".repeat(60)}name@mail.example`;
	});
	await applicant.getByText(/@/).hover({ position: { x: 4, y: 4 } });
	await expect(applicant).toHaveAttribute("title", /@/);
	await expect(row.getByRole("cell").last()).toHaveAttribute("title", /^Since .*\d{4}/);
	const pages = page.getByRole("navigation", { name: "Pages" });
	await expect(pages.getByText(/^Page 1 of [\d,]+$/)).toBeVisible();
	await pages.getByRole("link", { name: /the last page$/ }).click();
	await expect(pages.getByText(/^Page ([\d,]+) of \1$/)).toBeVisible();
});

test("the row that has the focus has a bar at its left edge, by mouse too", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const row = page.locator("tbody tr").nth(2);
	const barOf = (what: Locator) => what.evaluate((element) => getComputedStyle(element).boxShadow);
	const edge = row.locator(":scope > *").first();
	expect(await barOf(edge)).toBe("none");
	await row.getByText(/^CU\/\d+\/\d+$/).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await page.getByRole("link", { name: "Close" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	expect(await barOf(edge), "the row that was opened").toMatch(/ 2px 0px 0px 0px inset$/);
	await row.getByRole("checkbox").click();
	expect(await barOf(edge), "the row that was ticked").toMatch(/inset$/);
	await page.keyboard.press("j");
	await expect.poll(() => barOf(edge), "the focus is in another row").toBe("none");
	await page.setViewportSize({ width: 360, height: 740 });
	await row.getByRole("link").focus();
	expect(await barOf(row)).toMatch(/inset$/);
});

test("emails are whole where there is room, and no course makes its row higher", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	await hydrated(page);
	const look = () =>
		page.locator("tbody tr").evaluateAll((rows) => ({
			cut: rows.filter((row) => {
				const title = row.querySelector("th");
				return title !== null && title.scrollWidth > title.clientWidth + 1;
			}).length,
			higher: rows.filter((row) => row.getBoundingClientRect().height > 42).length,
		}));
	// why some: a long name beside a long email has no room at these widths.
	for (const { width, most } of [
		{ width: 1360, most: 25 },
		{ width: 1440, most: 10 },
		{ width: 1600, most: 0 },
	]) {
		await page.setViewportSize({ width, height: 900 });
		const { cut, higher } = await look();
		expect(cut, `emails cut at ${width} px, of 50`).toBeLessThanOrEqual(most);
		expect(higher, `at ${width} px`).toBe(0);
	}
});

test("a search without a result repeats its word and leads to all applications", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?q=zzzzqq");
	await expect(page.getByText("No applicant matches “zzzzqq”")).toBeVisible();
	await expect(page.getByRole("navigation", { name: "Stages" }).getByRole("link", { name: /^All/ })).toHaveText("All0");
	await page.getByRole("link", { name: "Search in all applications" }).click();
	await expect(page).toHaveURL(/\/search\?q=zzzzqq/);
});
