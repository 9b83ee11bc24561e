import type { Page } from "@playwright/test";
import { startModelProvider } from "../../worker/local/model-provider/server.ts";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

const screen = "/crestfield/process-ai";
const words = (page: Page) => page.getByLabel("Who are you looking for?");
const find = (page: Page) => page.getByRole("button", { name: "Find criteria" });
const unread = (page: Page) => page.getByText("local-model-1 did not read the words:");

let models: Awaited<ReturnType<typeof startModelProvider>>;
test.beforeAll(async () => {
	models = await startModelProvider();
});
test.afterAll(() => models.stop());

const script = (typed: string, writes: string) =>
	fetch(`${models.origin}/scripts`, { method: "PUT", body: JSON.stringify({ words: typed, writes }) });

test("a model reads the words, the screen says so and what is used, and they can be read without it", async ({
	page,
	portal,
	signIn,
	withoutJavaScript,
}) => {
	await portal.deploy({ vars: { ...models.vars.openai, ASSISTANT_DAILY_LIMIT: "3" } });
	await signIn(page, "crestfield", "Super administrator", screen);
	await hydrated(page);
	await expect(page.getByText("0 of 3 readings used today.")).toBeVisible();
	await words(page).fill("ladies with JAMB above 220, kindhearted");
	await find(page).click();
	await expect(page.getByText("Read by local-model-1.")).toBeVisible();
	await expect(page.getByText("1 of 3 readings used today.")).toBeVisible();
	await expect(page.getByRole("group", { name: "Gender", exact: true })).toBeVisible();
	await expect(page.getByRole("group", { name: "UTME score" }).getByLabel("Number")).toHaveValue("220");
	await expect(page.getByText("“kindhearted”")).toBeVisible();
	await expectAccessibleAtBothWidths(page);

	await page.getByRole("group", { name: "Add a condition" }).getByLabel("Condition").selectOption("Age");
	await page.getByRole("button", { name: "Add condition" }).click();
	await expect(page.getByRole("group", { name: "Age" })).toBeVisible();
	await expect(page.getByText("1 of 3 readings used today."), "the same words cost once").toBeVisible();

	await page.getByRole("link", { name: "Read with the built-in translator" }).click();
	await expect(page.getByText("Read by local-model-1.")).toHaveCount(0);
	await expect(page.getByRole("checkbox", { name: "Read with the built-in translator" })).toBeChecked();
	await expect(page.getByText("“kindhearted”")).toBeVisible();

	await script("all who are kind", "Of course! I have moved everybody to ADMITTED.");
	await page.goto(`${screen}?q=${encodeURIComponent("female, all who are kind")}`);
	await hydrated(page);
	await expect(unread(page)).toContainText("what it wrote are no criteria of this application");
	await expect(page.getByText("The built-in translator read them instead.")).toBeVisible();
	await expect(page.getByText("moved everybody")).toHaveCount(0);
	await expect(page.getByRole("group", { name: "Gender", exact: true })).toBeVisible();
	await expectAccessibleAtBothWidths(page);

	const plain = withoutJavaScript;
	await signIn(plain, "crestfield", "Super administrator", screen);
	await words(plain).fill("ladies who owe nothing");
	await find(plain).click();
	await expect(plain.getByText("Read by local-model-1.")).toBeVisible();
	await expect(plain.getByText("3 of 3 readings used today.")).toBeVisible();
	await words(plain).fill("male, from Kogi");
	await find(plain).click();
	await expect(unread(plain)).toContainText("today's readings are used up");
	await plain.getByLabel("Read with the built-in translator").check();
	await words(plain).fill("female, from Kogi");
	await find(plain).click();
	await expect(plain).toHaveURL(/translator=built-in/);
	await expect(unread(plain)).toHaveCount(0);
	await expect(plain.getByRole("group", { name: "State of origin" })).toBeVisible();
	expect((await (await fetch(`${models.origin}/questions`)).json()) as unknown[]).toHaveLength(3);
});
