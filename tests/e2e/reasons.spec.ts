import { applicantsOf, expect, expectNoAxeViolations, hydrated, searchable, test } from "./fixtures";

const list = "/crestfield/applicants?size=50&page=2";

/** The rows of the list that only these journeys use. */
const rows = { suggested: 5, chosen: 6, palette: 7, selection: 8 } as const;

test("two letters suggest a reason, and its use is counted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/reasons");
	await hydrated(page);
	await expectNoAxeViolations(page);
	await page.getByRole("textbox", { name: "Reason" }).fill("Wrong subject combination.");
	await page.getByLabel("Private: staff only").check();
	await page.getByRole("button", { name: "Add reason" }).click();
	await expect(page.getByRole("link", { name: "Wrong subject combination." })).toBeVisible();

	const path = (await applicantsOf(page, list))[rows.suggested - 1] ?? "";
	await page.goto(`${path}/stage`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Keep in view" });
	const comment = dialog.getByLabel("Comment");
	await expect(dialog.getByRole("combobox", { name: "Reason" }), "one control is enough").toHaveCount(0);
	await comment.fill("Seen by the dean.");
	await dialog.getByRole("button", { name: "All saved reasons" }).click();
	await dialog.getByRole("button", { name: "Below the cut-off mark of this year." }).click();
	await expect(comment).toHaveValue("Below the cut-off mark of this year.\nSeen by the dean.");
	await expect(comment).toBeFocused();
	await dialog.getByRole("button", { name: "Remove the reason" }).click();
	await expect(comment).toHaveValue("Seen by the dean.");
	await comment.fill("wr");
	await expect(dialog.getByRole("button", { name: /Wrong subject combination/ })).toBeVisible();
	await dialog.getByLabel("Comment").press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("Comment")).toHaveValue("Wrong subject combination.");
	await expect(dialog.getByText("no email and no letter has the comment")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/is now at Keep in view/)).toBeVisible();
	await expect
		.poll(async () => {
			await page.goto("/crestfield/reasons");
			return page.getByRole("table", { name: "Where reasons were used" }).getByText("Wrong subject").count();
		})
		.toBe(1);
});

test("the warning of empty merge fields follows the location and the private reason that are chosen", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [path = ""] = await applicantsOf(page, "/crestfield/applicants?stage=REGISTRATION");
	await page.goto(`${path}/stage`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const stage = dialog.getByLabel("New stage");
	const empty = (field: string) => dialog.getByRole("listitem").filter({ hasText: `${field} for 1 applicant` });
	await stage.selectOption({ label: "Invited to screening" });
	await expect(empty("Location"), "of the message and of the letter").toHaveCount(2);
	await dialog.getByText("Post to a location too").click();
	const location = dialog.getByRole("combobox", { name: "Location (optional)" });
	await searchable(location);
	await location.focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(empty("Location")).toHaveCount(0);
	await dialog.getByText("Preview email").click();
	await expect(dialog.getByRole("article", { name: "The email" })).toContainText(await location.inputValue());

	await stage.selectOption({ label: "Provisional offer" });
	await expect(dialog.getByRole("region", { name: "What is sent" })).toContainText("Email “");
	await expect(empty("Comment")).toHaveCount(0);
	await dialog.getByLabel("Comment").fill("catch");
	await dialog.getByRole("button", { name: /Catchment area candidate/ }).click();
	await expect(empty("Comment").first()).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByText("Preview email").click();
	await expect(dialog.getByText("--/--", { exact: true })).toBeVisible();
	await dialog.getByRole("button", { name: "Remove the reason" }).click();
	await expect(empty("Comment")).toHaveCount(0);
	await dialog.getByLabel("Comment").fill("Well done.");
	await expect(dialog.getByText("Well done.").first()).toBeVisible();
});

test("without scripts a reason is chosen from a list", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const path = (await applicantsOf(page, list))[rows.chosen - 1] ?? "";
	await page.goto(`${path}/stage`);
	await page.getByLabel("New stage").selectOption({ label: "Keep in view" });
	await page.getByLabel("Reason").selectOption({ label: "Below the cut-off mark of this year." });
	await page.getByRole("button", { name: "Comment & Proceed" }).click();
	await page.goto(`${path}/activity-log`);
	await expect(page.getByText(/Below the cut-off mark of this year\./).first()).toBeVisible();
});

test("in the palette two letters suggest a reason, for a selection and for one applicant", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto(list);
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const comment = palette.getByRole("textbox");
	const chooseReason = async () => {
		await comment.fill("below");
		await expect(palette.getByRole("button", { name: /Below the cut-off mark/ })).toBeVisible();
		await comment.press("ArrowDown");
		await page.keyboard.press("Enter");
		await expect(comment).toHaveValue("Below the cut-off mark of this year.");
		await expect(comment).toBeFocused();
		await expect(palette.getByText("The applicant may read this reason.")).toBeVisible();
	};

	await page.getByRole("row").nth(rows.selection).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("move keep");
	await expect(palette.getByRole("option", { selected: true })).toContainText("Move 1 selected to");
	await page.keyboard.press("Enter");
	await expect(palette.getByText(/^1 applicant will move/)).toBeVisible();
	await page.setViewportSize({ width: 360, height: 780 });
	await comment.fill("be");
	await expect(palette.getByRole("listitem").nth(2)).toBeVisible();
	for (const part of [comment, palette.getByRole("list", { name: "Suggested reasons" })]) {
		const [edge, inside] = await Promise.all([palette.boundingBox(), part.boundingBox()]);
		expect((inside?.x ?? 0) + (inside?.width ?? 0), "long reasons stay within the width").toBeLessThan(
			(edge?.x ?? 0) + (edge?.width ?? 0),
		);
	}
	await page.setViewportSize({ width: 1440, height: 900 });
	await chooseReason();
	await expectNoAxeViolations(page);
	const many = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/stage"));
	await page.keyboard.press("Enter");
	expect(new URLSearchParams((await many).postData() ?? "").get("reasonId")).toMatch(/./);
	await expect(page.getByText(/applicant moved to/).first()).toBeVisible();

	const number = await page
		.getByRole("row")
		.nth(rows.palette)
		.getByText(/^CU\/\d+\/\d+$/)
		.textContent();
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`keep ${number}`);
	await expect(palette.getByRole("option", { selected: true })).toContainText(number ?? "");
	await page.keyboard.press("Enter");
	await expect(palette.getByText("No email is sent at this stage.")).toBeVisible();
	await chooseReason();
	const one = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/stage"));
	await page.keyboard.press("Enter");
	expect(new URLSearchParams((await one).postData() ?? "").get("reasonId")).toMatch(/./);
	await expect(page.getByText(/is now at Keep in view/)).toBeVisible();
});

test("the palette names empty merge fields before it moves anybody, for one applicant and for a selection", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/applicants?stage=REGISTRATION");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const empty = (field: string) => palette.getByRole("listitem").filter({ hasText: `${field} for 1 applicant` });
	const row = page.getByRole("row").nth(1);
	const number = await row.getByText(/^CU\/\d+\/\d+$/).textContent();
	await page.route(/\/stage\?to=.*_data=/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`invitation ${number}`);
	await expect(palette.getByRole("option", { selected: true })).toContainText(number ?? "");
	await page.keyboard.press("Enter");
	await page.keyboard.type("Come and see us.");
	await page.keyboard.press("Enter");
	await expect(empty("Location"), "of the message and of the letter").toHaveCount(2);
	await expectNoAxeViolations(page);
	await expect(palette.getByRole("textbox"), "an early Enter sends nothing that it was not warned of").toHaveValue(
		"Come and see us.",
	);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");

	await row.getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("move provisional");
	await expect(palette.getByRole("option", { selected: true })).toContainText("Move 1 selected to");
	await page.keyboard.press("Enter");
	await expect(palette.getByText(/^1 applicant will move/)).toBeVisible();
	await expect(empty("Comment")).toHaveCount(0);
	await palette.getByRole("textbox").fill("catch");
	await palette.getByRole("button", { name: /Catchment area candidate/ }).click();
	await expect(empty("Comment").first()).toBeVisible();
	await palette.getByRole("textbox").fill("Well done.");
	await expect(empty("Comment")).toHaveCount(0);
});

test("what is typed for a new reason stays when a colleague adds one meanwhile", async ({
	page,
	colleague,
	signIn,
}) => {
	for (const one of [page, colleague]) {
		await signIn(one, "crestfield", "Super administrator", null);
		await one.goto("/crestfield/reasons");
		await hydrated(one);
	}
	const mine = page.getByRole("textbox", { name: "Reason" });
	await mine.fill("Wants another hearing");
	await page.getByLabel("Private: staff only").check();
	await colleague.getByRole("textbox", { name: "Reason" }).fill("Certificate not legible");
	await colleague.getByRole("button", { name: "Add reason" }).click();
	await expect(page.getByRole("link", { name: "Certificate not legible" }), "the list is live").toBeVisible();
	await expect(mine).toHaveValue("Wants another hearing");
	await expect(page.getByLabel("Private: staff only")).toBeChecked();
	await page.getByRole("button", { name: "Add reason" }).click();
	await expect(page.getByRole("link", { name: "Wants another hearing" })).toBeVisible();
	await expect(mine, "the form is empty for the next one").toHaveValue("");
	await expect(page.getByLabel("Private: staff only")).not.toBeChecked();
});
