import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

test("a page that is not a number is refused, and refused again after leaving it and going back", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	const refused = page.getByText("Some of the address is not valid.");
	const response = await page.goto("/crestfield/applicants?page=abc");
	expect(response?.status()).toBe(422);
	await expect(page.getByRole("main")).toContainText("Some of the address is not valid.");
	await hydrated(page);
	await expectNoAxeViolations(page);
	await page
		.getByRole("navigation", { name: "Main", exact: true })
		.getByRole("link", { name: "Process Applicants" })
		.click();
	await expect(page.getByText(/^1–10 of /)).toBeVisible();
	await expect(refused).toBeHidden();
	await page.goBack();
	await expect(page).toHaveURL(/page=abc/);
	await expect(refused).toBeVisible();
});

test("the heads of the columns stay visible below the bar above them", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/applicants?size=50");
	await hydrated(page);
	const head = page.getByRole("columnheader", { name: "Number" });
	await page.getByRole("row").nth(40).scrollIntoViewIfNeeded();
	const isOnTop = () =>
		head.evaluate((cell) => {
			const { x, y, width, height } = cell.getBoundingClientRect();
			return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
		});
	await expect.poll(isOnTop, "nothing covers the heads").toBe(true);
});
