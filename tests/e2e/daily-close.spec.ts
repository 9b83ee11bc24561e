import type { Page } from "@playwright/test";
import { byKeys, expectAnnounced } from "./by-keys";
import { applicantsOf, expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";
import { configurations, makeConfiguration } from "./make-configuration";
import type { Portal } from "./portal";
import { heading, today as institutionsDay, openApi } from "./take-payment";

const days = "/crestfield/transactions/days";

/** Starts a payment and pays it on the platform's page. @returns its reference and the platform's settlement file of today */
const payAndSettle = async (page: Page, portal: Portal) => {
	await makeConfiguration(portal, "PAYSTACK");
	const headers = await openApi(page);
	const [applicant = ""] = await applicantsOf(page, "/crestfield/applicants?size=20");
	const started = await page.request.post("/api/payments", {
		headers,
		data: {
			candidateId: applicant.split("/").at(-1),
			configurationId: "browser-PAYSTACK",
			items: [{ name: "Acceptance fee", amount: 5_000_000 }],
		},
	});
	const { reference, pageUrl } = await started.json();
	await page.goto(pageUrl);
	await page.getByRole("button", { name: /^Pay / }).click();
	await expect(heading(page)).toHaveText("Payment received");
	const today = institutionsDay();
	const account = configurations.PAYSTACK.publicKey;
	const file = await page.request.get(
		`${new URL(pageUrl).origin}/paystack/settlements?day=${today}&account=${account}&format=csv`,
	);
	const text = await file.text();
	const [head = ""] = text.split("\r\n");
	const line = text.split("\r\n").find((one) => one.startsWith(reference)) ?? "";
	expect(line).not.toBe("");
	return { reference, today, csv: [head, line].join("\r\n"), head };
};

const csvFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Chooses platform and file in the dialog, and keeps what the preview shows. */
const importFile = async (page: Page, name: string, text: string, press: (name: string | RegExp) => Promise<void>) => {
	const dialog = page.getByRole("dialog", { name: "Import settlement file" });
	await dialog.getByLabel("Platform").selectOption("PAYSTACK");
	await dialog.getByLabel("List").setInputFiles(csvFile(name, text));
	await press("Upload");
	await expect(page.getByText("Ready to import")).toBeVisible({ timeout: 30_000 });
	await expectAnnounced(page, /a payment/);
	await press(/^Import \d+ lines?$/);
	await expect(page.getByRole("main").getByText(/imported: \d+ match/)).toBeVisible({ timeout: 30_000 });
};

/** Opens a day of Paystack that is open and over. @returns its day, YYYY-MM-DD */
const openOlderDay = async (page: Page, today: string, nth: number) => {
	await page.goto(`${days}?state=OPEN&platform=PAYSTACK&endDate=${today}&size=50`);
	const links = await page
		.locator("main .row-link")
		.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
	const older = links.filter((link) => !link.includes(today));
	await page.goto(older.at(nth) ?? "");
	return /\d{4}-\d\d-\d\d/.exec(older.at(nth) ?? "")?.[0] ?? "";
};

test("a payment is paid, settled by the platform's file and seen in its day; a day is closed, and what comes later is late", async ({
	page,
	signIn,
	portal,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const { reference: unsettled } = await payAndSettle(page, portal);
	const { reference, today, csv, head } = await payAndSettle(page, portal);
	await page.goto("/crestfield/transactions");
	await hydrated(page);
	await page.getByRole("link", { name: "Daily close" }).click();
	await expect(heading(page)).toHaveText("Daily close");
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("link", { name: "Settlement files" }).click();
	await page.getByRole("link", { name: "Import settlement file" }).first().click();
	const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
	await importFile(page, "today.csv", csv, press);
	await expect(page.getByRole("row").filter({ hasText: reference })).toContainText("Matched");
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("link", { name: "Settlement files" }).first().click();
	await expect(heading(page)).toHaveText("Settlement files");
	await page.getByRole("link", { name: "today.csv" }).first().click();
	await expectAnnounced(page, /^Settlement file.*imported: 1 match/);

	await page.goto(`${days}/${today}/PAYSTACK`);
	await expect(page.getByText("The day is not over.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Close day" })).toHaveCount(0);
	await page.getByRole("table", { name: "Sums in NGN" }).getByRole("link", { name: "Expected" }).click();
	const paid = page.getByRole("table", { name: "Expected payments" });
	await expect(paid).toBeVisible();
	await page.goto(`${page.url()}&size=100`);
	await expect(paid.getByRole("row").filter({ hasText: reference })).toContainText("Settled");
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole("link", { name: "Open in transactions" }).click();
	await expect(page.getByLabel("Paid on")).toHaveValue(today);
	await page.getByRole("link", { name: /@/ }).first().click();
	await expect(page.getByRole("dialog")).toBeVisible();

	await page.goto(`${days}/${today}/PAYSTACK`);
	await page.getByRole("table", { name: "Sums in NGN" }).getByRole("link", { name: "Fees" }).click();
	const lines = page.getByRole("table", { name: "Settled lines" });
	await expect(lines).toBeVisible();
	// why: ours are the last ones, and the demo may have more than a page of today, depending on the hour.
	await page.goto(`${page.url()}&size=100`);
	await expect(lines.getByRole("row").filter({ hasText: reference })).toContainText("Matched");
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole("navigation", { name: "Rows" }).getByRole("link", { name: "Difference" }).click();
	const odd = page.getByRole("table", { name: "Difference" });
	await expect(odd).toBeVisible();
	await page.goto(`${page.url()}&size=100`);
	await expect(odd.getByRole("row").filter({ hasText: unsettled })).toContainText("Not settled");
	await expect(odd.getByRole("row").filter({ hasText: reference })).toHaveCount(0);
	await expectAccessibleAtBothWidths(page);
	await odd.getByRole("link", { name: unsettled }).click();
	await expect(page.getByRole("dialog", { name: `Transaction ${unsettled}` })).toBeVisible();

	const day = await openOlderDay(page, today, 0);
	await hydrated(page);
	await page.getByRole("link", { name: "Close day" }).click();
	await page.getByLabel("Note").fill("Checked with the bank.");
	await page.getByRole("button", { name: "Close day" }).click();
	await expect(page.getByText("Checked with the bank.")).toBeVisible();
	await expect(page.getByText("Nothing has arrived since the day was closed.")).toBeVisible();
	const closed = await page.getByRole("table", { name: "Sums in NGN" }).getByRole("row").nth(1).textContent();

	await page.goto("/crestfield/transactions/settlements/new");
	await hydrated(page);
	const late = `LATE-${Date.now()}`;
	const byPalette = (name: string | RegExp) =>
		typeof name === "string" ? press(name) : byKeys(page).run("Import lines");
	await importFile(page, "late.csv", `${head}\r\n${late},,,${day} 09:00:00,NGN,25.00,0.50,24.50,card`, byPalette);
	await expectAnnounced(page, "1 line was imported: 0 match a payment.");
	const unmatched = page.waitForEvent("download");
	await byKeys(page).run("Download rows without a match");
	expect((await unmatched).suggestedFilename()).toBe("late (not matched).xlsx");
	await page.goto(`${days}/${day}/PAYSTACK`);
	await expect(page.getByRole("table", { name: "Arrived after the close" })).toContainText(late);
	await expect(page.getByRole("table", { name: "Unmatched settlement lines" })).toContainText(late);
	await expect(page.getByRole("table", { name: "Sums in NGN" }).getByRole("row").nth(1)).toHaveText(closed ?? "");
	await expect(page.getByRole("table", { name: "Sums in NGN" }).getByRole("row").nth(3)).toContainText("₦25.00");
	await expectAccessibleAtBothWidths(page);
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("link", { name: "Daily close" })).toBeHidden();
});

test("by keyboard alone: the palette leads to the days, and a day is closed", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const today = institutionsDay();
	await page.goto("/crestfield/applicants");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("> import settlement");
	await expect(page.getByRole("option", { name: /Import settlement file/ })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Import settlement file" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(heading(page)).toHaveText("Settlement files");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("> daily close");
	await expect(page.getByRole("option", { name: /Daily close/ })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("Daily close");

	await openOlderDay(page, today, 1);
	await hydrated(page);
	await page.getByRole("link", { name: "Close day" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Note")).toBeFocused();
	await page.keyboard.type("By hand");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("By hand")).toBeVisible();
	await expect(page.getByText(/^Closed by /)).toBeVisible();
});

test("without scripts a file is imported and a day is closed", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const today = institutionsDay();
	await page.goto("/crestfield/transactions/settlements/new");
	const reference = `PLAIN-${Date.now()}`;
	const dialog = page.getByRole("dialog", { name: "Import settlement file" });
	await dialog.getByLabel("Platform").selectOption("PAYSTACK");
	const text = `Reference,Date,Amount\n${reference},${today},12.00`;
	await dialog.getByLabel("List").setInputFiles(csvFile("plain.csv", text));
	await dialog.getByRole("button", { name: "Upload" }).click();
	await expect(async () => {
		await page.reload();
		await expect(page.getByText("Ready to import")).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
	await page.getByRole("button", { name: "Import 1 line" }).click();
	await expect(async () => {
		await page.reload();
		await expect(page.getByText(/1 line was imported/)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download rows without a match" }).click();
	expect((await download).suggestedFilename()).toBe("plain (not matched).xlsx");

	await openOlderDay(page, today, 2);
	await page.getByRole("link", { name: "Close day" }).click();
	await page.getByRole("button", { name: "Close day" }).click();
	await expect(page.getByText(/^Closed by /)).toBeVisible();
});
