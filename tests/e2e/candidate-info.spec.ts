import type { Page } from "@playwright/test";
import { accountOf, expect, expectAccessibleAtBothWidths, test } from "./fixtures";

const officer = () => accountOf("crestfield", "Reviewer");

/** Returns the first applicant of the list and the address of their public summary. */
const findSummary = async (page: Page) => {
	const { email, password } = officer();
	const login = { organisation: "crestfield", username: email, password };
	const { accessToken } = await (await page.request.post("/api/ums/login", { data: login })).json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const { data } = await (await page.request.get("/api/candidates", { headers })).json();
	const { publicId } = await (await page.request.get(`/api/candidates/${data[0].id}`, { headers })).json();
	const { firstName, lastName } = data[0];
	return { id: data[0].id, firstName, lastName, address: `/crestfield/candidate-info/${publicId}` };
};

/** Reads the summary section by section without a session, and logs in to open the record. */
const readAndLogIn = async (page: Page) => {
	const { id, firstName, lastName, address } = await findSummary(page);
	await page.context().clearCookies();
	await page.goto(address);
	const heading = page.getByRole("heading", { level: 1 });
	await expect(heading).toContainText(firstName);
	await expect(heading).toContainText(lastName);
	const sections = page.getByRole("navigation", { name: "Form sections" }).getByRole("link");
	await expect(sections.first()).toHaveAttribute("aria-current", "page");
	for (const hidden of ["Next of kin", "NIN", "Phone number", "Home address"])
		await expect(page.getByText(hidden)).toHaveCount(0);
	const second = await sections.nth(1).textContent();
	await sections.nth(1).click();
	await expect(sections.nth(1)).toHaveAttribute("aria-current", "page");
	await expect(page.getByRole("heading", { name: second ?? "", level: 2 })).toBeVisible();
	await page.getByRole("link", { name: "Login to view more" }).click();
	const { email, password } = officer();
	await page.getByLabel("Username").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page).toHaveURL(new RegExp(`/crestfield/applicants/${id}`));
	await expect(page.getByRole("dialog").getByRole("heading", { name: firstName })).toBeVisible();
};

test("anyone with the link reads the summary, and logs in to the record", async ({ page }) => {
	await readAndLogIn(page);
});

test("without JavaScript anyone with the link reads the summary, and logs in to the record", async ({
	withoutJavaScript,
}) => {
	await readAndLogIn(withoutJavaScript);
});

test("the summary passes axe in light and dark, wide and at 360 px", async ({ page }) => {
	const { address } = await findSummary(page);
	await page.goto(address);
	await expect(page.getByRole("link", { name: "Login to view more" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});
