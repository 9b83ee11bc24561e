import type { APIRequestContext, Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";
import { makeInstitution, password } from "./make-institution";

/** Hands in the form of a first applicant as another program does: with an API key, for the only application there is. */
const apply = async (request: APIRequestContext, key: string) => {
	const headers = { authorization: `Bearer ${key}` };
	const read = async (path: string) => (await (await request.get(`/api${path}`, { headers })).json()).data[0];
	const application = await read("/applications");
	const { courses } = await (await request.get(`/api/applications/${application.id}`, { headers })).json();
	const data = {
		applicationKey: application.id,
		candidate: {
			firstName: "Ngozi",
			lastName: "Eze",
			accountEmail: "ngozi.eze@mail.example",
			courseId: courses[0].course.id,
		},
		submit: true,
		surname: "Eze",
		firstName: "Ngozi",
		email: "ngozi.eze@mail.example",
		phone: "08031234567",
		dateOfBirth: "2008-05-17",
		gender: "F",
		nationality: "Nigeria",
		address: "1 Market Road, Enugu",
		examination: "WASSCE",
		examinationYear: 2026,
		candidateNumber: "4250101001",
		subject: "Mathematics",
		grade: "B2",
		declared: true,
	};
	const response = await request.post("/api/forms", { headers, data });
	const arrived = await response.json();
	expect([response.status(), arrived.fields]).toEqual([201, undefined]);
	return arrived as { applicationNumber: string };
};

/** The title of the application in an applicant's sheet. */
const titleIn = (page: Page) =>
	page.getByRole("link", { name: "2026/2027 Admission" }).and(page.locator("[href*='/manage-applications/']"));

const expectChecked = async (page: Page, line: RegExp) =>
	expect(page.getByRole("listitem").filter({ hasText: line })).toContainText("done");

test("without scripts an institution is set up from nothing until its first applicant has arrived", async ({
	withoutJavaScript: page,
	portal,
	request,
}) => {
	test.slow();
	await page.goto(makeInstitution("east", portal.state(), portal.origin));
	await page.getByLabel("New password").fill(password);
	await page.getByLabel("Confirm password").fill(password);
	await page.getByRole("button", { name: "Create password" }).click();
	await page.getByRole("link", { name: "Log in" }).click();
	await page.getByLabel("Username").fill("ada@east.example");
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page).toHaveURL("/east/get-ready");

	await page.getByRole("link", { name: "Open Organisation Structure for Structure" }).click();
	await page.getByRole("link", { name: "Set up the levels" }).click();
	await page.getByRole("textbox", { name: "Level 1" }).fill("Faculty");
	await page.getByRole("button", { name: "Save" }).click();
	await page.goto("/east/admin-levels-item/new");
	await page.getByLabel("Name").fill("Faculty of Science");
	await page.getByRole("combobox", { name: "Level" }).last().selectOption("Faculty");
	await page.getByRole("button", { name: /^Create/ }).click();
	await expect(page.getByText("“Faculty of Science” was created")).toBeVisible();

	await page.goto("/east/get-ready");
	await expectChecked(page, /^Structure/);
	await page.getByRole("link", { name: "Open Courses for Course list" }).click();
	await page.getByRole("link", { name: "New course" }).first().click();
	await page.getByLabel("Code").fill("phy");
	await page.getByLabel("Title").fill("Physics");
	await page.getByRole("combobox", { name: "Part of" }).last().selectOption("Faculty of Science");
	await page.getByRole("button", { name: "Create course" }).click();
	await expect(page.getByText("“PHY Physics” was created")).toBeVisible();

	await page.goto("/east/get-ready");
	await page.getByRole("link", { name: "Open Applications for Application" }).click();
	await page.getByRole("link", { name: "New application" }).first().click();
	await page.getByLabel("Title").fill("2026/2027 Admission");
	const chosen = (name: string) => page.getByRole("combobox", { name, exact: true }).locator("option:checked");
	await expect(chosen("Form"), "the only one is chosen").toHaveText("Application form");
	await expect(chosen("Workflow")).toHaveText("Admission");
	await page.getByLabel("Workflow").selectOption("Choose a workflow");
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByText("Choose a workflow", { exact: true }).last()).toBeVisible();
	await expect(page.getByLabel("Title"), "what was typed is kept").toHaveValue("2026/2027 Admission");
	await page.getByLabel("Workflow").selectOption("Admission");
	await page.getByRole("button", { name: "Add a course" }).click();
	await page.getByRole("combobox", { name: "Course", exact: true }).selectOption("PHY Physics");
	await page.getByRole("button", { name: "Create application" }).click();
	await expect(page.getByText("“2026/2027 Admission” was created")).toBeVisible();
	await expect(page.getByRole("link", { name: "Submitted 0 applicants" })).toBeVisible();
	await page.goto("/east/get-ready");
	await expectChecked(page, /^Application/);

	await page.goto("/east/api-keys/new");
	await page.getByLabel("Name").fill("Applicant site");
	for (const may of ["Applicants: create", "Applications: see"])
		await page.getByRole("checkbox", { name: may, exact: true }).check();
	await page.getByRole("button", { name: "Create key" }).click();
	const { applicationNumber } = await apply(request, await page.getByLabel("API key", { exact: true }).inputValue());

	await page.goto("/east/applicants");
	await page.getByRole("link", { name: /Ngozi Eze/ }).click();
	await expect(page.getByText(applicationNumber).filter({ visible: true }).first()).toBeVisible();
	await titleIn(page).click();
	await page.getByRole("link", { name: "Submitted 1 applicant" }).click();
	await expect(page.getByRole("link", { name: /Ngozi Eze/ })).toBeVisible();
});

test("by keyboard alone an institution is set up from nothing until its first applicant has arrived", async ({
	page,
	portal,
	request,
}) => {
	test.slow();
	const { keyboard } = page;
	const { reach, type, press, run } = byKeys(page);
	await page.goto(makeInstitution("west", portal.state(), portal.origin));
	await type(page.getByLabel("New password"), password);
	await type(page.getByLabel("Confirm password"), password);
	await keyboard.press("Enter");
	await press(page.getByRole("link", { name: "Log in" }));
	await type(page.getByLabel("Username"), "ada@west.example");
	await type(page.getByLabel("Password", { exact: true }), password);
	await keyboard.press("Enter");
	await expect(page).toHaveURL("/west/get-ready");
	await hydrated(page);

	await press(page.getByRole("link", { name: "Open Organisation Structure for Structure" }));
	await press(page.getByRole("link", { name: "Set up the levels" }));
	await type(page.getByRole("textbox", { name: "Level 1" }), "Faculty");
	await keyboard.press("Enter");
	await expect(page.getByText("The levels were saved")).toBeVisible();
	await run("New structure item");
	await type(page.getByRole("dialog").getByLabel("Name"), "Faculty of Science");
	await type(page.getByRole("dialog").getByLabel("Level"), "Fac");
	await keyboard.press("Control+Enter");
	await expect(page.getByText("“Faculty of Science” was created")).toBeVisible();

	await run("New course");
	await type(page.getByRole("dialog").getByLabel("Code"), "phy");
	await type(page.getByRole("dialog").getByLabel("Title"), "Physics");
	await keyboard.press("Enter");
	await expect(page.getByText("“PHY Physics” was created")).toBeVisible();

	await run("New application");
	await type(page.getByLabel("Title"), "2026/2027 Admission");
	await press(page.getByRole("button", { name: "Add a course" }));
	// why the input: until its code has come, the browser's own list stands here, and takes the letters as a choice.
	await type(page.locator("input").and(page.getByRole("combobox", { name: "Course", exact: true })), "phy");
	await expect(page.getByRole("option", { name: "PHY Physics" })).toBeVisible();
	await keyboard.press("Enter");
	await expectNoAxeViolations(page);
	await press(page.getByRole("button", { name: "Create application" }));
	await expect(page.getByText("“2026/2027 Admission” was created")).toBeVisible();
	await press(page.getByRole("button", { name: "Save", exact: true }));
	await expect(page.getByText("“2026/2027 Admission” was saved")).toBeVisible();
	const form = page.getByRole("combobox", { name: "Form for PHY Physics" });
	await expect(form.locator("option:checked"), "what is not chosen is still said").toHaveText(
		"Form of the application",
	);

	await run("API keys");
	await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
	await run("New API key");
	await type(page.getByRole("dialog").getByLabel("Name"), "Applicant site");
	for (const may of ["Applicants: create", "Applications: see"]) {
		await reach(page.getByRole("checkbox", { name: may, exact: true }));
		await keyboard.press("Space");
	}
	await keyboard.press("Control+Enter");
	const key = await page.getByLabel("API key", { exact: true }).inputValue();
	const { applicationNumber } = await apply(request, key);
	await keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);

	await keyboard.press("g");
	await keyboard.press("p");
	await expect(page.getByText(applicationNumber).filter({ visible: true }).first()).toBeVisible();
	await press(page.getByRole("link", { name: /Ngozi Eze/ }));
	await press(titleIn(page));
	await expect(page.getByRole("heading", { name: "2026/2027 Admission", level: 1 })).toBeVisible();
	await press(page.getByRole("link", { name: "Submitted 1 applicant" }));
	await expect(page.getByRole("link", { name: /Ngozi Eze/ })).toBeVisible();
});
