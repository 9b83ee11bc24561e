import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, hydrated, searchable, test } from "./fixtures";

/** The first row of two applicants that no other journey and no other test uses. */
const rows = { palette: 2, plain: 5, stale: 8 } as const;

const listOf = async (page: Page): Promise<string> => {
	const html = await (await page.request.get("/crestfield/applicants/applications?title=Postgraduate")).text();
	return `/crestfield/applicants?application=${/applicants\?application=([\w-]+)/.exec(html)?.[1]}&size=50`;
};

const idsFrom = async (page: Page, row: number): Promise<[string, string]> => {
	const found = await applicantsOf(page, await listOf(page));
	const idOf = (index: number) => found[index]?.split("/").at(-1) ?? "";
	return [idOf(row), idOf(row + 1)];
};

const numberOf = async (page: Page): Promise<string> => {
	const text = await page.getByRole("dialog").first().textContent();
	return /[A-Z]+\/\d+\/\d+/.exec(text ?? "")?.[0] ?? "";
};

test("by keyboard: two applicants are chosen in the palette and merged, and the merge is undone on its page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const [kept, merged] = await idsFrom(page, rows.palette);
	await page.goto(`/crestfield/applicants/${merged}`);
	const number = await numberOf(page);
	await page.goto(`/crestfield/applicants/${kept}`);
	await hydrated(page);
	const keptNumber = await numberOf(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await page.keyboard.press("Control+k");
	await page.keyboard.type(keptNumber);
	await expect(palette.getByRole("option").filter({ hasText: keptNumber }).first()).toBeVisible();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.type("compare");
	await page.keyboard.press("Enter");
	await page.keyboard.type(number);
	await expect(palette.getByRole("option", { disabled: false }).filter({ hasText: number })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Compare applicants" })).toBeVisible();
	await expect(page.getByRole("radio", { name: `Keep ${keptNumber}` })).toBeChecked();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });

	await page.getByRole("button", { name: `Take all from ${number}` }).click();
	const email = page.getByRole("group", { name: "Email address" }).first();
	await expect(email.getByRole("radio", { name: new RegExp(number) })).toBeChecked();
	await page.getByRole("radio", { name: `Keep ${number}` }).check();
	await expect(page.getByText(`${keptNumber} leaves all lists`)).toBeVisible();
	await page.getByRole("radio", { name: `Keep ${keptNumber}` }).check();
	await expect(page.getByText(`${number} leaves all lists`)).toBeVisible();
	await page.getByLabel("Comment").fill("One person who applied twice.");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/ was merged into this record$/)).toBeVisible();
	await expect(
		page.getByText(`(${number}) was merged into this record. `).filter({ visible: true }).first(),
	).toBeVisible();

	await page.goto(`/crestfield/applicants/${merged}/activity-log?view=full`);
	await expect(page).toHaveURL(new RegExp(`/applicants/${kept}/activity-log\\?view=full`));
	await page.getByRole("link", { name: "Show merge" }).first().click();
	await expect(page.getByRole("heading", { name: /merged into/ })).toBeVisible();
	await expect(page.getByText("One person who applied twice.")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByText("Undo this merge", { exact: true }).click();
	await page.getByRole("button", { name: `Undo the merge of ${number}` }).click();
	await expect(page.getByText(/^Merge undone: .* is a separate record again/)).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`/applicants/${merged}$`));
});

test("without JavaScript the other record is searched for and kept, and the toast undoes the merge", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const [first, second] = await idsFrom(page, rows.plain);
	await page.goto(`/crestfield/applicants/${second}`);
	const number = await numberOf(page);
	await page.goto(`/crestfield/applicants/${first}`);
	const firstNumber = await numberOf(page);
	await page.getByRole("dialog").first().locator("summary[aria-label='More actions']").click();
	await page.getByRole("link", { name: "Compare with another applicant" }).click();
	await page.getByLabel("Find an applicant").fill(number);
	await page.getByRole("button", { name: "Search" }).click();
	await page.getByRole("link", { name: /^Compare with/ }).click();
	await page.getByRole("radio", { name: `Keep ${number}` }).check();
	await expect(page.getByText(`${firstNumber} leaves all lists`)).toBeVisible();
	await page.getByRole("button", { name: "Merge", exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`/applicants/${second}$`));
	await expect(page.getByText(/ was merged into this record$/)).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page).toHaveURL(new RegExp(`/applicants/${first}$`));
	await expect(page.getByText(/^Merge undone: .* is a separate record again/)).toBeVisible();
});

test("a colleague's change is scrolled into view and named, and every choice is kept", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const [first, second] = await idsFrom(page, rows.stale);
	await page.goto(`/crestfield/duplicates/compare?first=${first}&second=${second}`);
	await hydrated(page);
	const chosen = page.locator("input[type=radio]:checked");
	const groups = page.getByRole("group").filter({ has: page.getByRole("radio") });
	await page
		.getByRole("button", { name: /^Take all from/ })
		.last()
		.click();
	await groups.last().getByRole("radio").first().check();
	const before = await chosen.evaluateAll((radios) => radios.map((radio) => radio.getAttribute("value")));

	await signIn(colleague, "crestfield", "Super administrator", `/crestfield/applicants/${first}/posting`);
	await hydrated(colleague);
	const posting = colleague.getByRole("dialog", { name: "Post Applicant" });
	const location = posting.getByRole("combobox", { name: /Location/ });
	await searchable(location);
	await location.focus();
	await colleague.keyboard.press("ArrowDown");
	await colleague.keyboard.press("End");
	await colleague.keyboard.press("Enter");
	await colleague.keyboard.press("Control+Enter");
	await expect(colleague.getByText(/is posted to /)).toBeVisible();

	await page.getByLabel("Comment").fill("One person who applied twice.");
	await page.keyboard.press("Control+Enter");
	const refusal = page.getByRole("alert").filter({ hasText: "has been changed since you opened this page" });
	await expect(refusal).toBeFocused();
	await expect(refusal).toBeInViewport();
	await expect(refusal.getByRole("listitem")).toHaveText([/^Posted to .*, by .*, /]);
	await expect(page.getByRole("group", { name: "Posted to" }), "the location differs since the change").toBeVisible();
	const after = await chosen.evaluateAll((radios) => radios.map((radio) => radio.getAttribute("value")));
	expect(after.filter((value) => !value?.endsWith(":locationId"))).toEqual(before);
	await expect(page.getByLabel("Comment")).toHaveValue("One person who applied twice.");
	await expectAccessibleAtBothWidths(page);
});

test("a pair is dismissed by key, and reopened from the list of dismissed pairs", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("possible duplicates");
	await page.getByRole("option", { name: "Go to Possible duplicates" }).click();
	await expect(page.getByRole("heading", { name: "Possible duplicates", level: 1 })).toBeVisible();
	const pairs = page
		.getByRole("list", { name: "Possible duplicates" })
		.getByRole("button", { name: /^Not duplicates/ });
	await expect(pairs.first()).toBeVisible();
	const count = await pairs.count();
	await page.keyboard.press("j");
	await page.keyboard.press("t");
	await expect(page.getByText(/are marked as not duplicates$/)).toBeVisible();
	await expect(pairs).toHaveCount(count - 1);
	await page.getByRole("link", { name: /^Not duplicates/ }).click();
	await page
		.getByRole("button", { name: /^Review again/ })
		.first()
		.click();
	await expect(page.getByText("The pair is no longer marked as not duplicates")).toBeVisible();
	await page.getByRole("link", { name: /^To review/ }).click();
	await expect(pairs).toHaveCount(count);
});
