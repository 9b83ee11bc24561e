import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const heading = "JAMB Reg. Number,Surname,First Name,Gender,State,LGA,UTME Score,Phone,Email";
const listOf = (prefix: string) =>
	[
		heading,
		`${prefix}0001AB,Ọláwálé,Tósìn,F,Oyo,Ibadan North,245,0805${prefix}01,tosin.${prefix}@mail.example`,
		`${prefix}0002CD,Bello,Hauwa,F,Kano,Dala,230,0805${prefix}02,hauwa.${prefix}@mail.example`,
		`${prefix}0003EF,Bello,Musa,M,Kano,Dala,410,0805${prefix}03,musa.${prefix}@mail.example`,
	].join("\r\n");

const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const chooseList = async (page: Page, prefix: string) => {
	const dialog = page.getByRole("dialog", { name: "Upload a list" });
	await dialog.getByLabel("List").setInputFiles(fileOf(`${prefix}.csv`, listOf(prefix)));
	await dialog.getByRole("button", { name: "Upload" }).click();
};

test("a list is uploaded from the palette, previewed, imported and undone", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", "/lagoon/uploaded-candidates");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("new candidate group");
	await expect(page.getByRole("option", { name: /new candidate group/i, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "New candidate group" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Journey of the palette");
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByRole("heading", { name: "Journey of the palette", level: 1 })).toBeVisible();

	await page.keyboard.press("Control+k");
	await page.keyboard.type("upload a list");
	await expect(page.getByRole("option", { name: /upload a list/i, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	await chooseList(page, "2026771");
	await expect(page.getByText("Choose what each column is.")).toBeVisible();
	await expect(page.getByLabel("Field for JAMB Reg. Number")).toHaveValue("examNumber");
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole("button", { name: "Check the rows" }).click();

	await expect(page.getByRole("main").getByText(/^2 new, 1 with an error, left out\.$/)).toBeVisible();
	await expect(page.getByText("“410” is not a score from 0 to 400.")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole("button", { name: "Import 2 candidates" }).click();
	await expect(page.getByRole("main").getByText(/^2 candidates were imported/)).toBeVisible();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download the rows that were not imported" }).click(),
	]);
	expect(download.suggestedFilename()).toBe("2026771 (not added).xlsx");
	const { sheets } = await readXlsx(await readFile(await download.path()));
	expect(sheets[0]?.rows.map((row) => row.at(-1))).toEqual(["Error", "“410” is not a score from 0 to 400."]);

	await page.getByRole("link", { name: "Undo this import" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
	await expect(page.getByRole("main").getByText("The import was undone: 2 candidates are as before.")).toBeVisible();
	await page.getByRole("link", { name: /^Candidates/ }).click();
	await expect(page.getByText("No candidates yet")).toBeVisible();
});

test("without JavaScript a list is imported page by page", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", "/lagoon/search?q=uploaded");
	await page.getByRole("link", { name: "Go to Uploaded Candidates" }).click();
	await page.getByRole("link", { name: "New group" }).click();
	await page.getByLabel("Name").fill("Journey without scripts");
	await page.getByRole("button", { name: "Create group" }).click();
	await page.getByRole("link", { name: "Upload a list" }).first().click();
	await chooseList(page, "2026772");
	// why no reload: the page loads its data again while a task is running.
	const reaches = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible();
	await reaches("Choose what each column is.");
	await page.getByLabel("Field for Gender").selectOption("");
	await page.getByRole("button", { name: "Check the rows" }).click();
	await reaches(/^2 new\b/);
	await page.getByRole("button", { name: "Import 2 candidates" }).click();
	await reaches(/^2 candidates were imported/);
	await page.getByRole("link", { name: /^Candidates/ }).click();
	await expect(page.getByRole("row").filter({ hasText: "Ọláwálé" })).toContainText("20267720001AB");
});
