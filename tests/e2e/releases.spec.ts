import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import {
	expect,
	expectAccessibleAtBothWidths,
	expectNoAxeViolations,
	expectUncovered,
	hydrated,
	test,
} from "./fixtures";

/** Rows of the list that only these journeys use, among those that are at another stage. */
const rows = { mouse: [10, 11], plain: [13, 14], back: [20, 21] } as const;
const list = "/lagoon/applicants?size=50";
const stage = "On the merit list";

/** The boxes of the applicants who are not at the stage yet. */
const boxesOf = (page: Page) =>
	page
		.locator("tbody tr")
		.filter({ hasNotText: stage })
		.getByRole("checkbox", { name: /^Select / });

/** Opens the page of a release by its address, with its scripts started. */
const open = async (page: Page, address: string) => {
	await page.goto(address);
	await hydrated(page);
};

test("one person proposes a list by mouse, another approves and releases it, and each row has its result", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	await open(page, list);
	const boxes = boxesOf(page);
	for (const row of rows.mouse) await boxes.nth(row).check();
	await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: /^Move/ }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: stage });
	await expect(dialog.getByText(/applicants? will move/)).toBeVisible();
	await dialog.getByLabel("Comment").fill("As the committee decided.");
	await dialog.getByRole("button", { name: "Prepare a release" }).click();

	await expect(page.getByRole("heading", { name: `2 applicants to ${stage}` })).toBeVisible();
	await expect(page.getByText("In preparation", { exact: true })).toBeVisible();
	await hydrated(page);
	const address = new URL(page.url()).pathname;
	await page.getByRole("button", { name: "Propose" }).click();
	await expect(page.getByText("You proposed it, so another person must approve it.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);

	await signIn(colleague, "lagoon", "Super administrator", null);
	await open(colleague, "/lagoon/releases?state=proposed");
	await expectNoAxeViolations(colleague);
	await colleague.locator(`a[href="${address}"]`).click();
	await expect(colleague.getByRole("heading", { name: `2 applicants to ${stage}` })).toBeVisible();
	await hydrated(colleague);
	await colleague.getByRole("button", { name: "Approve" }).click();
	await expect(colleague.getByText("Choose when it is released.", { exact: false }).first()).toBeVisible();
	const chooseTime = colleague.getByRole("link", { name: "Choose time" });
	await expectUncovered(colleague, chooseTime);
	await chooseTime.click();
	const time = colleague.getByRole("dialog", { name: `Release to ${stage}` });
	await expect(time.getByText(/As it stands, \d applicants? moves?/)).toBeVisible();
	await expectNoAxeViolations(colleague, "dialog");
	await time.getByRole("button", { name: "Confirm" }).click();
	await expect(time).toBeHidden();
	await expect(colleague.getByRole("heading", { name: "Results" })).toBeVisible({ timeout: 30_000 });
	await expect(colleague.getByRole("link", { name: /^Moved 2/ })).toBeVisible({ timeout: 30_000 });
	await colleague.getByRole("link", { name: "Try again or undo" }).click();
	await expect(colleague.getByRole("heading", { name: `2 applicants to ${stage}` })).toBeVisible();
});

test("by keys alone a release of the demo is found, sent back and cancelled", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard");
	const keys = byKeys(page);
	await keys.run("Go to Releases");
	await expect(page.getByRole("heading", { name: "Releases", level: 1 })).toBeVisible();
	const waiting = page.getByRole("row").filter({ hasText: "Scheduled" }).getByRole("link");
	await keys.press(waiting.first());
	await expect(page.getByText(/It can be cancelled until it begins/)).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1280, height: 720 });
	await keys.run("Send the release back");
	const back = page.getByRole("dialog", { name: "Send this release back?" });
	await expect(back.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("The list of the dean is missing.");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("It was sent back: The list of the dean is missing.")).toBeVisible();
	await keys.run("Cancel release");
	const cancel = page.getByRole("dialog", { name: "Cancel this release?" });
	await keys.press(cancel.getByRole("button", { name: "Cancel release" }));
	await expect(page.getByText("It was cancelled. Nobody was moved or emailed.")).toBeVisible();
});

test("without scripts a release is prepared, proposed, approved by another and given a time", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	const boxes = boxesOf(page);
	for (const row of rows.plain) await boxes.nth(row).check();
	await page.getByRole("button", { name: "Move selected to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: stage });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await dialog.getByLabel("Comment").fill("Prepared without scripts.");
	await dialog.getByRole("button", { name: "Prepare a release" }).click();
	await page.getByRole("button", { name: "Propose" }).click();
	const address = new URL(page.url()).pathname;
	await expect(page.getByText("You proposed it, so another person must approve it.")).toBeVisible();

	await signIn(page, "lagoon", "Super administrator", address);
	await page.getByRole("button", { name: "Approve" }).click();
	await page.getByRole("link", { name: "Choose time" }).click();
	await page.getByLabel("At a time").check();
	await page.getByLabel("Date and time").fill("2099-03-01T09:30");
	await page.getByRole("button", { name: "Confirm" }).click();
	await expect(page.getByText(/It is released on .*2099/)).toBeVisible();
});

test("without scripts an applicant is removed from a release, which is sent back and cancelled", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	const boxes = boxesOf(page);
	for (const row of rows.back) await boxes.nth(row).check();
	await page.getByRole("button", { name: "Move selected to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: stage });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await dialog.getByLabel("Comment").fill("To be sent back.");
	await dialog.getByRole("button", { name: "Prepare a release" }).click();
	await expect(page.getByRole("heading", { name: `2 applicants to ${stage}` })).toBeVisible();
	await page
		.getByRole("button", { name: /^Remove .* from the release$/ })
		.first()
		.click();
	await expect(page.getByRole("heading", { name: `1 applicant to ${stage}` })).toBeVisible();
	await page.getByRole("button", { name: "Propose" }).click();
	const address = new URL(page.url()).pathname;

	await signIn(page, "lagoon", "Super administrator", address);
	await page.getByRole("link", { name: "Send back" }).click();
	const back = page.getByRole("dialog", { name: "Send this release back?" });
	await back.getByLabel("Reason").fill("One is missing.");
	await back.getByRole("button", { name: "Send back" }).click();
	await expect(page.getByText("It was sent back: One is missing.")).toBeVisible();
	await page.getByRole("link", { name: "Cancel release" }).click();
	await page.getByRole("button", { name: "Cancel release" }).click();
	await expect(page.getByText("It was cancelled. Nobody was moved or emailed.")).toBeVisible();
});
