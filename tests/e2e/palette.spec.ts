import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** Rows of the list that no other journey changes; each test here uses its own. */
const rows = { moves: 7, names: 8, comments: 9, selection: 10, early: 6 } as const;

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => palette(page).getByRole("combobox");
const selected = (page: Page) => palette(page).getByRole("option", { selected: true });

const signInAndOpen = async (page: Page, signIn: (page: Page, organisation: string, role: string) => Promise<void>) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await expect(field(page)).toBeFocused();
};

const applicantOf = async (page: Page, row: number) => {
	const cells = page.getByRole("row").nth(row);
	const name = (await cells.getByRole("link").first().textContent()) ?? "";
	const number = (await cells.getByText(/^CU\/\d+\/\d+$/).textContent()) ?? "";
	return { name: name.trim(), number };
};

test("Ctrl+K opens the palette from inside a field; Esc goes up a level and restores the focus", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const search = page.getByRole("searchbox", { name: "Search applicants" });
	await search.focus();
	await page.keyboard.press("Control+k");
	await expect(field(page)).toBeFocused();
	await page.keyboard.type("@a");
	await expect(palette(page).getByRole("option").first()).toBeVisible();
	await expect(selected(page)).toHaveCount(1);
	await page.keyboard.press("ArrowRight");
	await expect(palette(page).getByRole("option", { name: "Open" })).toBeVisible();
	await expect(palette(page).getByRole("option", { name: /^Move to stage/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(field(page)).toHaveValue("@a");
	await page.keyboard.press("Escape");
	await expect(palette(page)).toBeHidden();
	await expect(search).toBeFocused();
});

test("a palette that opens again shows at once who was opened last, and asks again a moment later", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.names);
	await page.getByRole("row").nth(rows.names).getByRole("link").first().click();
	await expect(page.getByRole("dialog", { name })).toBeVisible();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("option", { name: number })).toBeVisible();
	await page.keyboard.press("Escape");

	let asked = 0;
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route(/\/search\?q=&_data=/, async (route) => {
		asked += 1;
		await held;
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("option", { name: number }), "without an answer").toBeVisible();
	await expect(palette(page).getByRole("listbox")).not.toHaveAttribute("aria-busy", "true");
	await expect.poll(() => asked, "it is asked all the same").toBe(1);
	answer();
	await page.keyboard.type(number);
	await expect(selected(page)).toContainText(number);
	await field(page).fill("");
	await expect(palette(page).getByRole("option", { name: number })).toBeVisible();
});

test("Enter opens the first result: a page by its name, an applicant by theirs", async ({ page, signIn }) => {
	await signInAndOpen(page, signIn);
	await page.keyboard.type("my profile");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
	await page.keyboard.press("g");
	await page.keyboard.press("p");
	await expect(page.getByRole("heading", { name: "Process Applicants" })).toBeVisible();
	const { name, number } = await applicantOf(page, rows.names);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(number);
	await expect(selected(page)).toContainText(number);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name })).toBeVisible();
	await page.keyboard.press("Control+k");
	await expect(field(page)).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog", { name })).toBeVisible();
});

test("an applicant opens over the list, which keeps its page, its size and its search", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	const { name, number } = await applicantOf(page, rows.names);
	await page.goto("/crestfield/applicants?size=20&page=2");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(number);
	await expect(selected(page)).toContainText(number);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name })).toBeVisible();
	await expect(page).toHaveURL(/\/applicants\/[\w-]+\?page=2&size=20$|\/applicants\/[\w-]+\?size=20&page=2$/);
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page.getByText(/^41–60 of/)).toBeVisible();
});

test("keys typed before the palette's code has loaded appear in its field", async ({ page, signIn }) => {
	// why: the browser is told that it is never idle, so that the palette's code loads late.
	await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} }));
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.route(/palette-dialog/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await page.keyboard.type("jx ?");
	await expect(field(page)).toHaveValue("jx ?");
	await expect(page.getByText("1 selected")).toHaveCount(0);
});

test("a list that is longer than the palette goes on below: by a key past its end, round its beginning, and by scrolling", async ({
	page,
	signIn,
}) => {
	await signInAndOpen(page, signIn);
	const options = palette(page).getByRole("option");
	const restart = async () => {
		await page.keyboard.press("Escape");
		await expect(palette(page)).toHaveCount(0);
		await page.keyboard.press("Control+k");
		await field(page).fill(">");
		await expect(options.first()).toBeVisible();
		const { length } = await options.all();
		expect(length).toBe(12);
		return length;
	};
	const first = await restart();
	for (let step = 0; step < first; step++) await page.keyboard.press("ArrowDown");
	const chosenAt = () =>
		options.evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-selected") === "true"));
	await expect.poll(chosenAt, "past those that were drawn, not round to the first").toBeGreaterThanOrEqual(first);
	await restart();
	await page.keyboard.press("ArrowUp");
	await expect(options.last()).toHaveAttribute("aria-selected", "true");
	expect(await options.count()).toBeGreaterThan(first);
	await restart();
	await palette(page).getByRole("listbox").hover();
	await page.mouse.wheel(0, 200);
	await expect(options.nth(first)).toBeAttached();
});

test("what is chosen stays chosen when commands arrive above it", async ({ page, signIn }) => {
	await signInAndOpen(page, signIn);
	await field(page).fill(">");
	await expect(palette(page).getByRole("option")).toHaveCount(12);
	for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowDown");
	const chosen = (await selected(page).textContent()) ?? "";
	await page
		.locator("tbody input[type=checkbox]")
		.first()
		.evaluate((box: HTMLInputElement) => box.click());
	await expect(
		palette(page)
			.getByRole("option", { name: /selected/ })
			.first(),
	).toBeAttached();
	await expect(selected(page)).toHaveText(chosen);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowUp");
	await expect(selected(page)).toHaveText(chosen);
});

test("an early Enter waits for the applicant that is named, and moves no selection", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.names);
	await page.getByRole("row").nth(rows.moves).getByRole("checkbox").check();
	await page.route(/\/search\?q=/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await page.keyboard.type("keep");
	await expect(selected(page)).toContainText("selected");
	await page.keyboard.type(` ${number}`);
	await page.keyboard.press("Enter");
	await expect(palette(page).getByRole("textbox", { name: "Comment" })).toBeFocused();
	await expect(palette(page).getByText(name)).toBeVisible();
});

test("a record that arrives while the user types in the palette opens beneath it", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name } = await applicantOf(page, rows.names);
	let arrive = () => {};
	const asked = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	await page.route(/\/applicants\/[^/?]+\?.*_data=/, async (route) => {
		await asked;
		await route.continue();
	});
	await page.getByRole("row").nth(rows.names).getByRole("link").first().click();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("my ");
	arrive();
	const record = page.locator("dialog[data-sheet]");
	await expect(record).toBeAttached();
	await page.keyboard.type("profile");
	await expect(field(page)).toHaveValue("my profile");
	await page.keyboard.press("Escape");
	await expect(palette(page)).toBeHidden();
	await expect(record).toHaveAccessibleName(name);
	await expect(record.locator(":focus")).toHaveCount(1);
});

test("a scope shows only its own results", async ({ page, signIn }) => {
	await signInAndOpen(page, signIn);
	await page.keyboard.type(">");
	await expect(palette(page).getByRole("option", { name: /^Go to/ })).toHaveCount(0);
	await page.keyboard.press("End");
	await expect(palette(page).getByRole("option", { name: /Use the dark theme/ })).toBeAttached();
	await expect(palette(page).getByRole("option", { name: /^Go to/ })).toHaveCount(0);
	await field(page).fill("/");
	await expect(palette(page).getByRole("option", { name: /^Go to Process Applicants/ })).toBeVisible();
	await expect(palette(page).getByRole("option", { name: /theme/ })).toHaveCount(0);
	await field(page).fill("zzzzzz");
	await expect(palette(page).getByText("Nothing matches")).toBeVisible();
});

test("an applicant's stage is changed with a comment inside the palette", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.moves);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`@${number}`);
	await expect(selected(page)).toContainText(number);
	await page.keyboard.press("Tab");
	await page.keyboard.type("move");
	await page.keyboard.press("Enter");
	await expect(palette(page).getByRole("option", { disabled: true })).toContainText("The applicant is at this stage");
	await page.keyboard.type("recommended");
	await expect(selected(page)).toContainText("Recommended by department");
	await page.keyboard.press("Enter");
	const comment = palette(page).getByRole("textbox", { name: "Comment" });
	await expect(comment).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText("Enter a comment")).toBeVisible();
	await expect(palette(page).getByText(/will be sent the email/), "the email is previewed first").toBeVisible();
	await page.keyboard.type("Call about the transcript.");
	await page.keyboard.press("Enter");
	await expect(page.getByText(`${name} is now at Recommended by department`)).toBeVisible();
	await expect(palette(page)).toBeHidden();
	await expect(page.getByRole("row").filter({ hasText: number })).toContainText("Recommended by department");
});

test("a stage and a name typed together offer the stage change first", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.names);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`invitation ${number}`);
	await expect(selected(page)).toContainText(`Move ${name} to`);
	await page.keyboard.press("Enter");
	await expect(palette(page).getByRole("textbox", { name: "Comment" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(field(page)).toHaveValue(`invitation ${number}`);
});

test("a stage and a name that several have offer the change for each of them", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("invitation ayodele");
	await expect(selected(page)).toContainText(/^Move .*to\s*Invited to screening/);
	const moves = palette(page)
		.getByRole("option")
		.filter({ hasText: /^Move .*to\s*Invited to screening/ });
	expect(await moves.count()).toBeGreaterThan(1);
});

test("a refusal because a colleague was first keeps what was typed", async ({ page, colleague, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await signIn(colleague, "crestfield", "Super administrator");
	await hydrated(page);
	const { number } = await applicantOf(page, rows.comments);
	const move = async (who: Page, stage: string) => {
		await who.keyboard.press("Control+k");
		await expect(field(who)).toBeFocused();
		await who.keyboard.type(`${stage} ${number}`);
		await expect(selected(who)).toContainText("Move");
		await who.keyboard.press("Enter");
		await expect(palette(who).getByRole("textbox", { name: "Comment" })).toBeFocused();
		await who.waitForLoadState("networkidle");
		await expect(palette(who).getByText(/will be sent the email/)).toBeVisible();
	};
	await move(page, "invitation");
	await move(colleague, "recommended");
	await colleague.keyboard.type("Faster.");
	await colleague.keyboard.press("Enter");
	await expect(colleague.getByText(/is now at Recommended by department/)).toBeVisible();
	await page.keyboard.type("Slower.");
	await page.keyboard.press("Enter");
	await expect(
		palette(page).getByText(
			/changed by somebody else.*They are now at Recommended by department, .*changed by Ad.+ just now\./,
		),
	).toBeVisible();
	await expect(palette(page).getByRole("textbox", { name: "Comment" })).toHaveValue("Slower.");
	await palette(page).getByRole("textbox", { name: "Comment" }).press("Enter");
	await expect(page.getByText(/is now at Invited to screening/)).toBeVisible();
});

test("with rows selected their stage change comes first", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.getByRole("row").nth(rows.selection).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("group").first()).toContainText("Move 1 selected to");
	await page.keyboard.type("move keep");
	await expect(selected(page)).toContainText("Move 1 selected to");
	await page.keyboard.press("Enter");
	await expect(
		palette(page).getByText("1 applicant will move. No emails will be sent."),
		"the number is previewed first",
	).toBeVisible();
	await palette(page).getByRole("textbox").fill("Kept for the second list.");
	await page.keyboard.press("Enter");
	await expect(page.getByText(/applicant moved to/).first()).toBeVisible();
});

test("an early Enter waits for the preview: typing stops it, otherwise it is sent once it is counted", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { number } = await applicantOf(page, rows.names);
	let letThrough = () => {};
	const isAllowed = new Promise<void>((resolve) => {
		letThrough = resolve;
	});
	let isSent = false;
	await page.route(/\/applicants\/.*stage\?.*_data=/, async (route) => {
		if (route.request().method() === "POST") isSent = true;
		else await isAllowed;
		await route.continue();
	});
	await page.getByRole("row").nth(rows.names).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("move shortlisted");
	await expect(selected(page)).toContainText("Move 1 selected to");
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText("Counting the applicants…")).toBeVisible();
	await palette(page).getByRole("textbox").fill("Too fast.");
	await page.keyboard.press("Enter");
	const waiting = palette(page)
		.getByText("It will be sent as soon as they are counted. Keep typing to stop it.")
		.first();
	await expect(waiting).toBeVisible();
	await palette(page).getByRole("textbox").press("Backspace");
	await expect(waiting).toBeHidden();
	letThrough();
	await expect(palette(page).getByText(/^1 applicant will move\. 1 email will be sent\. The email is “/)).toBeVisible();
	await expectNoAxeViolations(page);
	expect(isSent).toBe(false);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");

	await page.getByRole("row").nth(rows.names).getByRole("checkbox").uncheck();
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`invitation ${number}`);
	await expect(selected(page)).toContainText("Move");
	await page.unroute(/\/applicants\/.*stage\?.*_data=/);
	await page.route(/\/stage\?to=.*_data=/, (route) => route.abort());
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText(/Press Enter to try again\.$/)).toBeVisible();
	await palette(page).getByRole("textbox").fill("The line is down.");
	await page.unroute(/\/stage\?to=.*_data=/);
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText(/will be sent the email “/)).toBeVisible();
	expect(isSent).toBe(false);
});

test("a move warns of who never submitted, one or a selection, and an early Enter is not sent past the warning", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?stage=REGISTRATION");
	await hydrated(page);
	const { name, number } = await applicantOf(page, 1);
	let isSent = false;
	await page.route(/\/applicants\/.*stage\?.*_data=/, async (route) => {
		if (route.request().method() === "POST") isSent = true;
		await new Promise((resolve) => setTimeout(resolve, 300));
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`admitted ${number}`);
	await expect(selected(page)).toContainText(`Move ${name} to`);
	await page.keyboard.press("Enter");
	await page.keyboard.type("A place for them.");
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText("1 applicant has never submitted the form.")).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");

	for (const row of [1, 2]) await page.getByRole("row").nth(row).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("move admitted");
	await expect(selected(page)).toContainText("Move 2 selected to");
	await page.keyboard.press("Enter");
	await expect(palette(page).getByText("2 applicants have never submitted the form.")).toBeVisible();
	await page.waitForLoadState("networkidle");
	expect(isSent).toBe(false);
});

test("a move warns of a letter that stays in force", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?stage=ACCEPTED");
	await hydrated(page);
	await page.getByRole("row").nth(0).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("move keep");
	await expect(selected(page)).toContainText("selected to");
	await page.keyboard.press("Enter");
	await expect(
		palette(page).getByText(/^\d+ applicants? ha\S+ .* in force: Keep in view makes no letter\.$/),
	).toBeVisible();
});

test("an early Enter is sent once the applicant is counted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.early);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`keep ${number}`);
	await expect(selected(page)).toContainText(`Move ${name} to`);
	await page.route(/\/stage\?to=.*_data=/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
	await page.keyboard.press("Enter");
	await page.keyboard.type("Typed at once.");
	await page.keyboard.press("Enter");
	await expect(page.getByText(`${name} is now at Keep in view`)).toBeVisible();
	await expect(palette(page)).toBeHidden();
});

test("an action and a name, a misspelt name and a number without signs are found", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const { name, number } = await applicantOf(page, rows.names);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`email ${number.replaceAll(/\D/g, "")}`);
	await expect(selected(page)).toContainText(`Send Email:${name}`);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Send Email" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();

	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("option").first(), "what is open comes first").not.toContainText(name + number);
	await expect(palette(page).getByRole("group").first()).toHaveAccessibleName("Applicant");
	await page.keyboard.type("expt");
	await expect(selected(page)).toContainText("Export the list");
});

test("a choice beyond the edge of the list comes into view, and the field names it to screen readers", async ({
	page,
	signIn,
}) => {
	await signInAndOpen(page, signIn);
	// why both at once: what comes later is drawn above, and then another option is the selected one.
	const expectNamed = () =>
		expect(async () => {
			const [id = null] = await selected(page).evaluateAll((options) => options.map((option) => option.id));
			expect([id, await field(page).getAttribute("aria-activedescendant")]).toEqual([expect.any(String), id]);
		}).toPass();
	await expect(selected(page)).toHaveCount(1);
	await expectNamed();
	const list = palette(page).getByRole("listbox");
	await expect.poll(() => list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
	for (let down = 0; down < 20; down++) await page.keyboard.press("ArrowDown");
	await expect(selected(page)).toBeInViewport({ ratio: 0.9 });
	await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
	await expectNamed();
	await page.keyboard.press("Home");
	await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(0);
	await expect(selected(page)).toBeInViewport({ ratio: 1 });
	await page.keyboard.type("sort");
	await expect(selected(page)).toContainText("Sort");
	await expectNamed();
});

test("whatever the mouse can do on a page the palette does too", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Finance officer", "/crestfield/notices");
	await hydrated(page);
	await expect(page.getByText("(unread)").first()).toBeAttached();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("mark all as read");
	await expect(selected(page)).toHaveText("Mark all as read");
	await page.keyboard.press("Enter");
	await expect(page.getByText("(unread)")).toHaveCount(0);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("shortlisted");
	await expect(palette(page).getByRole("option", { name: /^Applicants at/ })).toHaveCount(0);
});

test("what is asked for again or fetched in a row of the downloads is named for its file", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	const task = { type: "EXPORT_CANDIATE", done: 9, total: 9, applicationTitle: "Admission", createdAt: Date.now() };
	const file = { name: "Applicants.csv", size: 2_048, mimetype: "text/csv", rows: 9, leftOut: 0 };
	const tasks = [
		{ ...task, id: "ready", status: "SUCCESS", complete: true, mayRetry: false, result: file },
		{ ...task, id: "failed", status: "FAILED", complete: true, mayRetry: true, result: { reason: "Nobody is left." } },
	];
	const here = "/crestfield/downloads";
	const pages = { range: "1–2 of 2", size: 10, action: here, keep: [] };
	await page.route(/_data=routes%2Ftasks%2Fdownloads/, (route) =>
		route.fulfill({ json: { data: tasks, page: 0, pages, here } }),
	);
	// why: a task ends too soon to be watched; like a link, this renders the page from the loader's data.
	await page.evaluate((address) => {
		history.pushState(null, "", address);
		window.dispatchEvent(new PopStateEvent("popstate"));
	}, here);
	await expect(page.getByRole("button", { name: /^Try again: / })).toBeVisible();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("try again candidate");
	await expect(selected(page)).toHaveText(/^Try again: /);
	await field(page).fill("download applicants.csv");
	await expect(selected(page)).toHaveText("Download Applicants.csv");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("link", { name: "Download Applicants.csv" }), "the link is pressed").toBeFocused();
});

test("another application is reached by its name from any page, and all of a list's filters go at once", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants/applications");
	const choices = page.getByRole("list", { name: "Applications" }).getByRole("link");
	const title = (await choices.nth(1).textContent()) ?? "";
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.url().includes("for=palette")) asked.push(request.url());
	});
	await page.goto("/crestfield/notices");
	expect(asked, "nothing is asked for until the palette opens").toEqual([]);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(title);
	await expect(selected(page)).toHaveText(`Go to application ${title}`);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("combobox", { name: "Application" })).toHaveValue(title);

	await page.goto(`${page.url()}&q=zzzz&needs=referee&sort=name`);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("clear all");
	await expect(selected(page)).toHaveText("Clear all filters");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/applicants\?application=[\w-]+&sort=name$/);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("clear all");
	await expect(palette(page).getByRole("option", { name: /^Clear all filters/ })).toHaveAttribute(
		"aria-disabled",
		"true",
	);
});

test("what is offered of a page that goes while the palette is open is that of the next page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/courses/uploads");
	await page.getByRole("link", { name: "Prospectus.xlsx" }).click();
	await expect(page.getByRole("heading", { name: "Prospectus.xlsx" })).toBeVisible();
	await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route(/\/crestfield\/courses\?.*_data=/, async (route) => {
		await held;
		await route.continue();
	});
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	await page.keyboard.press("Control+k");
	await page.keyboard.type("Go to Courses");
	await expect(chosen).toContainText("Go to Courses");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("Uploads");
	await expect(chosen).toContainText("Uploads of courses");
	answer();
	await expect(page.locator("h1")).toHaveText("Courses");
	await expect(palette.getByRole("option", { name: "Uploads of courses" }), "it has gone").toHaveCount(0);
	await expect(chosen).toContainText("Uploads");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Uploads of courses" })).toBeFocused();
	await expect(page.locator("body[data-same-document]"), "no document was loaded for it").toHaveCount(1);
});

test("a stage's name leads to its list", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/notices");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("shortlisted");
	await expect(selected(page)).toContainText("Applicants at");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/stage=SHORTLISTED/);
	await expect(page.getByRole("navigation", { name: "Stages" }).locator("[aria-current]")).toContainText("Shortlisted");
	await expect(page).toHaveTitle(/^Shortlisted.* · Process Applicants/);
});

test("the avatar menu opens the key sheet", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const account = page.getByRole("button", { name: /^Account of/ });
	await account.click();
	await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(sheet.getByText("Go to Process Applicants")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(sheet).toHaveCount(0);
	await expect(account, "the focus is where it was").toBeFocused();
});

test("the key sheet lists the keys, and only its own keys work while it is open", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.keyboard.press("?");
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(sheet.getByText("Go to Process Applicants")).toBeVisible();
	await expect(sheet.getByText("Next row")).toBeVisible();
	await expect(sheet.getByText("Next applicant")).toBeVisible();
	await expect(sheet.getByText("Move to stage…")).toBeVisible();
	await expect(sheet.getByText("Go to the messages in the corner").locator("..")).toContainText(/(Alt |⌥)T$/);
	await expectNoAxeViolations(page);
	await page.keyboard.press("Control+k");
	await expect(field(page)).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("'Switch organisation' leads to the search for another one, and back without a login", async ({
	page,
	signIn,
}) => {
	await signInAndOpen(page, signIn);
	await page.keyboard.type("institution");
	await expect(selected(page)).toContainText("Switch organisation");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("searchbox", { name: "Please enter organization name" })).toBeVisible();
	await expect(page.getByRole("heading", { level: 1 }), "Tab goes on from there").toBeFocused();
	await page.goto("/crestfield");
	await expect(page).toHaveURL("/crestfield/dashboard");
});

test("a user who may see no applicants is shown none", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Finance officer", "/crestfield/dashboard");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("option", { name: /Go to Transactions/ })).toBeVisible();
	await expect(palette(page).getByText("Recent applicants")).toHaveCount(0);
	await expect(palette(page).getByRole("option", { name: /Process Applicants/ })).toHaveCount(0);
});

test("every level passes axe, and fits 360 px", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signInAndOpen(page, signIn);
	await expectNoAxeViolations(page);
	await page.keyboard.type("@a");
	await expect(selected(page)).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.press("Tab");
	await page.keyboard.type("move");
	await page.keyboard.press("Enter");
	await expect(palette(page).getByRole("option").first()).toBeVisible();
	await expectNoAxeViolations(page);
	await palette(page).getByRole("option", { disabled: false }).last().click();
	await palette(page).getByRole("button", { name: "Move" }).click();
	await expect(palette(page).getByText("Enter a comment")).toBeVisible();
	await expectNoAxeViolations(page);
});

test("without JavaScript the same search is a page with links and forms", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	const { name, number } = await applicantOf(page, rows.selection);
	await page.getByRole("link", { name: /^Search or run a command/ }).click();
	await page.getByRole("searchbox", { name: "Search or run a command" }).fill(number);
	await page.keyboard.press("Enter");
	await expect(page).toHaveTitle(new RegExp(`^${number}`));
	await page.getByRole("link", { name: new RegExp(`^Move to stage ?: ${name}`) }).click();
	await expect(page.getByRole("dialog", { name: "Change Applicant Status" })).toBeVisible();
	await page.goto("/crestfield/search?q=%3Edark");
	await page.getByRole("button", { name: "Use the dark theme" }).click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
