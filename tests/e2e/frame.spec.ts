import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

test("the bell opens the sheet and its count goes to zero, and scrolling loads further pages", async ({
	page,
	signIn,
}) => {
	// why: opening the notifications leaves no new ones; no other journey opens them with this account.
	await signIn(page, "lagoon", "Super administrator");
	await hydrated(page);
	const bell = page.getByRole("link", { name: "Notifications, 99+ new" });
	await bell.click();
	const sheet = page.getByRole("dialog", { name: "Notifications" });
	await expect(sheet.getByRole("listitem")).toHaveCount(15);
	await expect(sheet.getByRole("switch", { name: "Show only unread notifications" })).toBeDisabled();
	await sheet.getByRole("listitem").last().scrollIntoViewIfNeeded();
	await sheet.getByText("More notifications").scrollIntoViewIfNeeded();
	// why not exactly 30: the third page is loaded too where the second came between the two movements.
	await expect(sheet.getByRole("listitem").nth(29)).toBeAttached();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(sheet).toBeVisible();
	await page.mouse.click(5, 5);
	await expect(sheet).toBeHidden();
});

test("a notification is marked as read and as unread again", async ({ page, signIn }) => {
	// why: no other journey's change notifies this account.
	await signIn(page, "crestfield", "Super administrator", "/crestfield/notices");
	const first = page.getByRole("main").getByRole("listitem").first();
	const toggle = first.getByRole("button", { name: /^Mark as/ });
	const before = (await toggle.getAttribute("aria-label")) ?? "";
	await toggle.click();
	await expect(toggle).not.toHaveAttribute("aria-label", before);
	await toggle.click();
	await expect(toggle).toHaveAttribute("aria-label", before);
});

test("without JavaScript the notifications are pages with a link to more", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.getByRole("link", { name: /^Notifications/ }).click();
	await page.getByRole("link", { name: "More notifications" }).click();
	await expect(page).toHaveURL(/notices\?page=1/);
	await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(15);
});

/** Lets ten minutes pass on the page's own clock. */
const idle = async (page: Page) => {
	await expect(page.getByRole("heading", { name: "Process Applicants" })).toBeVisible();
	await hydrated(page);
	await page.clock.runFor(600_000);
	const dialog = page.getByRole("dialog", { name: "Are you there?" });
	await expect(dialog).toBeVisible();
	return dialog;
};

test("after ten idle minutes a dialog asks, turns red in the last minute, and logs out", async ({ page, logIn }) => {
	await page.clock.install();
	await logIn(page, "crestfield", "Reviewer");
	const dialog = await idle(page);
	await expect(dialog.getByRole("button", { name: "Resume" })).toBeFocused();
	await page.mouse.click(5, 5);
	await expect(dialog, "a click beside the dialog does not close it").toBeVisible();
	await dialog.getByRole("button", { name: "Resume" }).click();
	await expect(dialog).toBeHidden();
	await page.clock.runFor(601_000);
	await expect(dialog).toBeVisible();
	await page.clock.runFor(125_000);
	await expect(dialog.getByRole("timer")).toHaveClass(/text-red/);
	await page.clock.runFor(60_000);
	await expect(page.getByLabel("Username")).toBeVisible();
	await expect(page.getByText("You were logged out because you were away for 13 minutes.")).toBeVisible();
	await expect(page, "it leads back").toHaveURL(/[?&]to=%2Fcrestfield%2Fapplicants/);
});

test("a user who only moves the mouse is there", async ({ page, logIn }) => {
	await page.clock.install();
	await logIn(page, "crestfield", "Reviewer");
	const dialog = await idle(page);
	await dialog.getByRole("button", { name: "Resume" }).click();
	await page.clock.runFor(400_000);
	await page.mouse.move(40, 40);
	await page.clock.runFor(400_000);
	await expect(dialog).toBeHidden();
	await page.clock.runFor(201_000);
	await expect(dialog).toBeVisible();
});

test("a user who is asked whether they are there can log out at once", async ({ page, logIn }) => {
	await page.clock.install();
	await logIn(page, "crestfield", "Reviewer");
	const dialog = await idle(page);
	await dialog.getByRole("button", { name: "Log me out" }).click();
	await expect(page.getByLabel("Username")).toBeVisible();
	await page.goto("/crestfield/applicants");
	await expect(page, "the session is over").toHaveURL(/\/crestfield\?to=/);
});

test("pinned views have a heading of their own below all pages, and every screen begins at the same left edge", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const edges: Record<string, number | undefined> = {};
	const screens = ["applicants", "uploaded-candidates", "reasons", "downloads", "outbox", "configurations", "notices"];
	for (const path of [...screens, "duplicates", "search?q=a", "applicants/views", "user-profile", "tasks"]) {
		await page.goto(`/crestfield/${path}`);
		edges[path] = (await page.getByRole("main").getByRole("heading", { level: 1 }).boundingBox())?.x;
	}
	expect([...new Set(Object.values(edges))], JSON.stringify(edges)).toHaveLength(1);
	const navigation = page.getByRole("navigation", { name: "Main", exact: true });
	await expect(navigation).toContainText(/Uploaded Candidates.*Pinned views/);
	const folded = navigation.getByText("Pinned views", { exact: true });
	await page.getByRole("button", { name: "Fold navigation to icons" }).click();
	await expect(folded).toHaveCount(0);
	await page.getByRole("button", { name: "Show navigation labels" }).click();
	await expect(folded).toBeVisible();
});

test("the server remembers theme and row density", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	await page.getByLabel("Theme").selectOption("dark");
	await page.getByLabel("Rows").selectOption("compact");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.reload();
	await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
});

test("a route without permission says Access Denied", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "New member of staff", "/crestfield");
	await expect(page).toHaveURL(/user-profile/);
	const response = await page.goto("/crestfield/applicants");
	expect(response?.status()).toBe(403);
	await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
});
