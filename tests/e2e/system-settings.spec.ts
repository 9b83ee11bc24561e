import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

// why: they change the same settings.
test.describe.configure({ mode: "serial" });

/** Lagoon's own settings: no other journey changes a stage there. */
const save = async (page: Page, seconds: string) => {
	await page.getByLabel("Time to undo a change").fill(seconds);
	await page.getByRole("button", { name: "Save", exact: true }).click();
};
const change = (page: Page, part: string) => page.getByRole("link", { name: `Change ${part}`, exact: true });

test("settings are changed from the settings panel and from the palette, by keys", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "System Settings" }).click();
	await expect(page.getByRole("heading", { name: "System Settings" })).toBeVisible();
	await expectNoAxeViolations(page);
	await change(page, "stage changes").click();
	await save(page, "601");
	await expect(page.getByText("Enter a whole number of seconds from 0 to 600.")).toBeVisible();
	await expect(page.getByLabel("Time to undo a change")).toHaveValue("601");
	await expectNoAxeViolations(page);
	await save(page, "45");
	await expect(page.getByText("A change can now be undone for 45 seconds")).toBeVisible();

	await page.goto("/lagoon/user-profile");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("system settings");
	await page.getByRole("option", { name: "Go to System Settings" }).click();
	await expect(page.getByText("45 seconds", { exact: true })).toBeVisible();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("change login page");
	await page.getByRole("option", { name: "Change login page" }).click();
	await expect(page.getByLabel("Portal title")).toBeFocused();
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Lagoon admissions");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("Portal Title and Welcome Message are required")).toBeVisible();
	await page.getByLabel("Welcome message").fill("Log in with your Lagoon address.");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("The login page was saved")).toBeVisible();
});

/** A picture of the kind that letters cannot show, as the browser itself makes it. */
const webp = (page: Page) =>
	page.evaluate(async () => {
		const canvas = document.createElement("canvas");
		canvas.width = 1_600;
		canvas.height = 800;
		canvas.getContext("2d")?.fillRect(0, 0, 1_600, 400);
		const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp"));
		return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())];
	});

test("a logo is previewed, drawn anew where letters could not show it, shown at once, removed and restored", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator");
	await page.goto("/lagoon/configurations/logo");
	await hydrated(page);
	const picture = page.getByLabel("Picture");
	const choose = (name: string, mimeType: string, bytes: readonly number[] | Buffer) =>
		picture.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
	// why a file on the disk: 50 MB take the browser half a minute to receive from the test on a busy machine.
	const huge = test.info().outputPath("huge.png");
	writeFileSync(huge, Buffer.alloc(50_000_000));
	await picture.setInputFiles(huge);
	await expect(page.getByText("A logo can have at most 2 MB. Choose a smaller one.")).toBeVisible();
	await choose(
		"script.svg",
		"image/svg+xml",
		Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
	);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	const noPicture = page.getByText("Choose a picture: JPEG or PNG. Letters and printed forms can show no other kind.");
	await expect(noPicture, "it was chosen here, and refused there").toBeVisible();
	await choose("logo.webp", "image/webp", await webp(page));
	await expect(noPicture).toHaveCount(0);
	const preview = page.getByRole("img", { name: "The logo, as chosen" });
	await expect(preview).toBeVisible();
	await expectNoAxeViolations(page);
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("The logo was saved")).toBeVisible();
	const mark = page.locator("nav img, aside img, header img").first();
	const address = (await page.getByRole("img", { name: "The logo", exact: true }).getAttribute("src")) ?? "";
	expect(address).toMatch(/\.png$/);
	await expect(mark).toHaveAttribute("src", address);

	await page.goto("/lagoon/configurations/logo");
	await page.getByRole("button", { name: "Remove the logo" }).click();
	await expect(page.getByText("The logo was removed")).toBeVisible();
	await page.getByRole("link", { name: "History" }).click();
	await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
	await expectNoAxeViolations(page);
	await page
		.getByRole("button", { name: /^Restore this state/ })
		.first()
		.click();
	await expect(page.getByText("The former state was restored")).toBeVisible();
	await page.getByRole("link", { name: "Close" }).last().click();
	await expect(page.getByRole("img", { name: "The logo", exact: true })).toHaveAttribute("src", address);
});

test("without scripts the settings page is reached and saved", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator");
	await page.locator("summary[aria-label=Settings]").click();
	await page.getByRole("link", { name: "System Settings" }).click();
	await change(page, "stage changes").click();
	await save(page, "soon");
	await expect(page.getByText("Enter a whole number of seconds from 0 to 600.")).toBeVisible();
	await expect(page.getByLabel("Time to undo a change")).toHaveValue("soon");
	await save(page, "30");
	await expect(page.getByText("A change can now be undone for 30 seconds")).toBeVisible();
	await change(page, "contacts").click();
	await page.getByRole("button", { name: "Add a contact" }).click();
	await page.getByLabel("Email of contact 2").fill("bursary");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("One or more email is in the wrong format")).toBeVisible();
	await page.getByLabel("Email of contact 2").fill("bursary@lagoon.example");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("The contacts were saved")).toBeVisible();
	await expect(page.getByText("bursary@lagoon.example")).toBeVisible();
});
