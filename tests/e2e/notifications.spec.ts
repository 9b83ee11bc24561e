import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

const bell = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test("notifications beyond the first page follow the user's changes", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Finance officer", "/crestfield/notices");
	await hydrated(page);
	await page.getByText("More notifications").scrollIntoViewIfNeeded();
	await expect(rows(page)).toHaveCount(18);
	const row = rows(page).nth(16);
	await row.getByRole("button", { name: /^Mark as unread/ }).click();
	await expect(row.getByText("(unread)")).toBeAttached();
	await row.getByRole("button", { name: /^Mark as read/ }).click();
	await expect(row.getByText("(unread)")).not.toBeAttached();
	await row.getByRole("button", { name: /^Mark as unread/ }).click();
	await expect(row.getByText("(unread)")).toBeAttached();
	await page.getByRole("button", { name: "Mark all as read" }).click();
	await expect(rows(page).getByText("(unread)")).toHaveCount(0);
	const last = (await rows(page).last().textContent()) ?? "";
	await row.getByRole("button", { name: /^Delete/ }).click();
	await expect(rows(page)).toHaveCount(17);
	await expect(row).toHaveText(last);
});

test("a failed change of a notification is shown", async ({ page, colleague, signIn }) => {
	// why: the live connection would remove the row before it can be clicked.
	await page.route("**/socket-ticket", (route) => route.abort());
	for (const one of [page, colleague]) {
		await signIn(one, "lagoon", "Finance officer", "/lagoon/notices");
		await hydrated(one);
		await expect(rows(one)).toHaveCount(15);
	}
	const gone = (await rows(colleague).nth(3).textContent()) ?? "";
	await rows(colleague)
		.nth(3)
		.getByRole("button", { name: /^Delete/ })
		.click();
	await expect(rows(colleague).nth(3)).not.toHaveText(gone);
	await rows(page)
		.nth(3)
		.getByRole("button", { name: /^Delete/ })
		.click();
	await expect(page.getByText("Error 404: Unable to delete notifications")).toBeVisible();
	await expect(rows(page).nth(3), "the list has been loaded again").not.toHaveText(gone);
	await expectNoAxeViolations(page);
});

test("a chosen notification opens its page without the sheet over it", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page
		.getByRole("banner")
		.getByRole("link", { name: /^Notifications/ })
		.click();
	const sheet = page.getByRole("dialog", { name: "Notifications" });
	const link = sheet.getByRole("listitem").getByRole("link").first();
	const to = (await link.getAttribute("href")) ?? "";
	await link.click();
	await expect(page).toHaveURL(to);
	await expect(sheet).toHaveCount(0);
});

test("notifications that cannot be fetched say so in the sheet, and the page below it stays", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	for (const fail of ["500", "offline"]) {
		await page.route(/\/notices\?/, (route) =>
			fail === "500" ? route.fulfill({ status: 500, body: "" }) : route.abort("internetdisconnected"),
		);
		await page
			.getByRole("banner")
			.getByRole("link", { name: /^Notifications/ })
			.click();
		const sheet = page.getByRole("dialog", { name: "Notifications" });
		await expect(sheet.getByText("Unable to fetch notifications")).toBeVisible();
		await expectNoAxeViolations(page);
		await page.unroute(/\/notices\?/);
		await sheet.getByRole("button", { name: "Try again" }).click();
		await expect(sheet.getByRole("listitem").first()).toBeVisible();
		await sheet.getByRole("button", { name: "Close notifications" }).click();
		await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
	}
});

test("g n opens the notifications, and the bell's count goes to zero", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await expect(bell(page, "Notifications, 1 new")).toBeVisible();
	for (const key of ["g", "n"]) await page.keyboard.press(key);
	await expect(page).toHaveURL("/crestfield/notices");
	await expect(bell(page, "Notifications")).toBeVisible();
	await expect(rows(page).first().getByText("(unread)"), "a seen notification is still unread").toBeAttached();
});

test("without JavaScript a button sets the count to zero", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Reviewer");
	await bell(page, "Notifications, 1 new").click();
	await expect(bell(page, "Notifications, 1 new")).toBeVisible();
	await page.getByRole("button", { name: "Mark as seen" }).click();
	await expect(bell(page, "Notifications")).toBeVisible();
	await expect(page.getByRole("button", { name: "Mark as seen" })).toHaveCount(0);
});
