import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

const screen = "/crestfield/process-ai";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const words = (page: Page) => page.getByLabel("Who are you looking for?");

/** Waits until all applicants have been judged. */
const waitForResult = async (page: Page) => {
	await expect(page).toHaveURL(/session=/);
	await expect(page.getByText(/^[\d,]+ applicants? meets? all criteria/)).toBeVisible({ timeout: 45_000 });
};

// why first: the others make later lists.
test("the demo's last list is one press away, and its pages go on", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", `${screen}?session=nobody`);
	await expect(heading(page)).toHaveText(/not found/i);
	await page.goto(screen);
	await hydrated(page);
	await page.getByRole("main").getByText("Your last list:").getByRole("link").click();
	await waitForResult(page);
	await expect(page.getByRole("link", { name: "Merit list" })).toHaveCount(0);
	const rows = page.getByRole("list", { name: "Met", exact: true }).getByRole("listitem");
	const before = (await rows.first().textContent()) ?? "";
	await page.getByRole("link", { name: "Next page" }).click();
	await expect(page).toHaveURL(/page=\d+/);
	await expect(rows.first()).not.toHaveText(before);
	await page.getByRole("link", { name: "First page" }).click();
	await expect(rows.first()).toHaveText(before);
	await page
		.getByRole("navigation", { name: "Judged applicants" })
		.getByRole("link", { name: /^Cannot tell/ })
		.click();
	await expect(page.getByRole("list", { name: "Cannot tell" }).getByRole("listitem").first()).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test("words become criteria, one is added, applicants are judged, and those who meet them are moved with a comment", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	await hydrated(page);
	await page.getByLabel("Applicants at").selectOption("Shortlisted for screening");
	await words(page).fill("JAMB 220, femals, from Bassa");
	await page.getByRole("button", { name: "Find criteria" }).click();
	await expect(page.getByText("“JAMB 220” may mean")).toBeVisible();
	await expect(page.getByText(/“femals” was read as “female/)).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("link", { name: "UTME score at least 220" }).click();
	await expect(page.getByText("“JAMB 220” may mean")).toHaveCount(0);
	await expect(page.getByRole("group", { name: "UTME score" }).getByLabel("Number")).toHaveValue("220");

	await page.getByRole("group", { name: "UTME score" }).getByLabel("Number").fill("150");
	await page.getByRole("group", { name: "Add a condition" }).getByLabel("Condition").selectOption("Gender");
	await page.getByLabel("Where").selectOption("Criterion 2: or instead");
	await page.getByRole("button", { name: "Add condition" }).click();
	const genders = page.getByRole("group", { name: "Gender", exact: true });
	await expect(genders).toHaveCount(2);
	await expect(genders.last().getByRole("combobox"), "what was added has the focus").toBeFocused();
	await expect(page.getByRole("group", { name: "UTME score" }).getByLabel("Number")).toHaveValue("150");
	await genders.last().getByRole("combobox").selectOption("Male");
	await page.getByRole("button", { name: "Judge applicants" }).click();
	await waitForResult(page);
	await expect(page.getByText("Female; or Male").first()).toBeVisible();
	await expect(page.getByRole("list", { name: "Met", exact: true }).getByText("UTME score:").first()).toBeVisible();
	await expectAccessibleAtBothWidths(page);

	await page.getByRole("link", { name: /^Cannot tell/ }).click();
	await expect(page).toHaveURL(/list=cannotTell/);
	await page.getByRole("link", { name: /^Met/ }).click();
	const first = page.getByRole("list", { name: "Met", exact: true }).getByRole("link").first();
	const name = (await first.textContent()) ?? "";
	await first.click();
	await expect(page.getByRole("dialog").getByText(name).first()).toBeVisible();
	await page.goBack();

	await page.getByRole("link", { name: /^Move \d+ applicants? to…$/ }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption("Keep in view");
	await expect(dialog.getByText(/applicants? moves?|will move|move/).first()).toBeVisible();
	await expect(dialog.getByRole("textbox", { name: /^Comment/ })).toHaveValue(/^Meets the criteria: /);
	await expect(page.getByText("Meets the criteria").first()).toBeVisible();
});

test("by keyboard alone: the palette leads to the screen, and a condition is chosen, judged and removed", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await byKeys(page).run("Process applicants with the assistant");
	await expect(heading(page)).toHaveText("Process applicants with the assistant");
	await words(page).focus();
	await page.keyboard.type("from Kogi");
	await page.keyboard.press("Control+Enter");
	const places = page.getByRole("group", { name: "State of origin" });
	await expect(places.getByLabel(/^States/)).toHaveValue("Kogi");
	await places.getByLabel(/^States/).focus();
	await page.keyboard.press("End");
	await page.keyboard.type("x");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("“Kogix” is not a state.")).toBeVisible();
	await expect(places.getByLabel(/^States/), "what is wrong has the focus").toBeFocused();
	await places.getByRole("button", { name: /^Remove State of origin/ }).focus();
	await page.keyboard.press("Enter");
	await expect(places).toHaveCount(0);
	await expect(page.getByRole("group", { name: "Add a condition" }).getByLabel("Condition")).toBeFocused();
	await page.keyboard.type("Age");
	await page.getByRole("button", { name: "Add condition" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("group", { name: "Age" }).getByLabel("Comparison")).toBeFocused();
	await page.keyboard.press("Tab");
	await page.keyboard.type("16");
	await page.keyboard.press("Enter");
	await waitForResult(page);
	await expect(page.getByRole("link", { name: /^Move / })).toHaveCount(0);
});

test("by keyboard alone: words are judged, the criteria are saved and shared, who meets them is moved, and the criteria are renamed and deleted", async ({
	page,
	colleague,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator");
	await keys.run("Process applicants with the assistant");
	await expect(heading(page)).toHaveText("Process applicants with the assistant");
	await keys.type(words(page), "UTME score at least 150, female");
	await keys.type(page.getByLabel("Applicants at"), "Shortlisted for screening");
	await keys.press(page.getByRole("button", { name: "Find criteria" }));
	await expect(page.getByRole("group", { name: "UTME score" }).getByLabel("Number")).toHaveValue("150");
	await keys.press(page.getByRole("button", { name: "Judge applicants" }).last());
	await waitForResult(page);
	await expect(page.getByText("Criteria for applicants at Shortlisted for screening")).toBeVisible();

	await keys.press(page.getByRole("link", { name: "Save criteria" }));
	const saving = page.getByRole("dialog", { name: "Save criteria" });
	await keys.type(saving.getByRole("textbox", { name: "Name" }), "By keys");
	await keys.reach(saving.getByRole("checkbox", { name: "Share with the office" }));
	await page.keyboard.press("Space");
	await keys.press(saving.getByRole("button", { name: "Save", exact: true }));
	await expect(page.getByText("The criteria By keys are saved").first()).toBeVisible();
	await signIn(colleague, "crestfield", "Reviewer", `${screen}/views`);
	const theirs = colleague.getByRole("list", { name: "Saved criteria" }).getByRole("listitem");
	await expect(theirs.filter({ hasText: "By keys" })).toContainText("Shared");

	const move = page.getByRole("link", { name: /^Move \d+ applicants? to…$/ });
	const [count = ""] = /\d+/.exec((await move.textContent()) ?? "") ?? [];
	await keys.press(move);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await keys.type(dialog.getByLabel("New stage"), "Keep in view");
	await expect(dialog.getByText(new RegExp(`^${count} applicants? will move`)).first()).toBeVisible();
	const comment = dialog.getByRole("textbox", { name: /^Comment/ });
	await expect(comment).toHaveValue(/^Meets the criteria: .*UTME score at least 150/);
	await keys.press(dialog.getByRole("button", { name: "Comment & Proceed" }));
	await expect(page.getByText(new RegExp(`^${count} applicants? moved to Keep in view`)).first()).toBeVisible({
		timeout: 45_000,
	});

	await keys.run("Process applicants with the assistant");
	await keys.press(page.getByRole("link", { name: "Manage" }));
	await expect(heading(page)).toHaveText("Saved criteria");
	const mine = page.getByRole("list", { name: "Saved criteria" }).getByRole("listitem");
	await keys.press(mine.getByRole("link", { name: "Change By keys" }));
	const changing = page.getByRole("dialog", { name: "Change criteria" });
	await keys.reach(changing.getByRole("textbox", { name: "Name" }));
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Renamed by keys");
	await page.keyboard.press("Enter");
	await expect(changing).toHaveCount(0);
	await expect(mine.filter({ hasText: "Renamed by keys" })).toContainText("Shared");
	const change = mine.getByRole("link", { name: "Change Renamed by keys" });
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);
	await keys.press(change);
	await keys.press(changing.getByRole("link", { name: "Delete…" }));
	const question = page.getByRole("dialog", { name: "Delete the criteria Renamed by keys?" });
	await keys.press(question.getByRole("button", { name: "Delete" }));
	await expect(question).toHaveCount(0);
	await expect(mine.filter({ hasText: "Renamed by keys" })).toHaveCount(0);
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);
});

test("without scripts: criteria are made by hand, judged, saved and used again", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	await page.getByLabel("Applicants at").selectOption("Shortlisted for screening");
	await page.getByRole("button", { name: "Choose criteria by hand" }).click();
	await page.getByRole("group", { name: "Add a condition" }).getByLabel("Condition").selectOption("Payments");
	await page.getByRole("button", { name: "Add condition" }).click();
	await page.getByRole("group", { name: "Add a condition" }).getByLabel("Condition").selectOption("UTME score");
	await page.getByLabel("Where").selectOption("Criterion 1: and also");
	await page.getByRole("button", { name: "Add condition" }).click();
	const score = page.getByRole("group", { name: "UTME score" });
	await score.getByLabel("Comparison").selectOption("between");
	await expect(score.getByLabel("And")).toBeVisible();
	await score.getByLabel("Number").fill("100");
	await page.getByRole("button", { name: "Judge applicants" }).last().click();
	await expect(page.getByText("Enter both ends of the range.")).toBeVisible();
	await score.getByLabel("And").fill("400");
	await page.getByRole("button", { name: "Judge applicants" }).last().click();
	await expect(async () => {
		await page.reload();
		await expect(page.getByText(/^[\d,]+ applicants? meets? all criteria/)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 45_000 });
	await expect(page.getByText("Criteria for applicants at Shortlisted for screening")).toBeVisible();
	await page.getByRole("link", { name: "Save criteria" }).click();
	await page.getByRole("textbox", { name: "Name" }).fill("By hand");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("The criteria By hand are saved").first()).toBeVisible();
	await page.getByRole("link", { name: "Look for others" }).click();
	await page.getByRole("link", { name: "By hand" }).click();
	await expect(page.getByRole("group", { name: "UTME score" }).getByLabel("And")).toHaveValue("400");
});
