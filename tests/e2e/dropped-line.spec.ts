import type { Locator, Page } from "@playwright/test";
import { applicantsOf, expect, hydrated, searchable, test } from "./fixtures";

declare global {
	interface Window {
		__remixRouter: { state: { navigation: { state: string } }; revalidate(): void };
	}
}

/** The rows of the other institution's list that only these journeys use. */
const rows = { one: 37, batch: [38, 39], others: [48, 49] } as const;

const list = "/lagoon/applicants?size=50";

const applicantsAt = async (page: Page, wanted: readonly number[]): Promise<string[]> => {
	const found = await applicantsOf(page, list);
	return wanted.map((row) => found[row - 1] ?? "");
};

/** Returns the address of a dialog for a selection. */
const batchOf = (dialog: string, paths: readonly string[]) =>
	`/lagoon/applicants/${dialog}?size=50&${paths.map((path) => `id=${path.split("/").at(-1)}`).join("&")}`;

const noLine = "Poor internet connections";

/** Sends a form while the connection is down, and expects the page to say so and stay. */
const sendInVain = async (page: Page, button: Locator) => {
	await page.context().setOffline(true);
	await button.click();
	// why the first: a failed posting is a toast as well (§8).
	await expect(page.getByText(noLine).first()).toBeVisible();
	await page.context().setOffline(false);
};

/** Sends a form whose response is lost; then the page loads its data again, as after a notice. */
const sendAndLoseAnswer = async (page: Page, button: Locator) => {
	await page.route(/_data=/, async (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		await route.fetch({ maxRedirects: 0 });
		await route.abort();
	});
	const lost = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
	await button.click();
	await lost;
	await page.unroute(/_data=/);
	await expect.poll(() => page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe("idle");
	await expect(page.getByText(noLine)).toBeVisible();
	await page.evaluate(() => window.__remixRouter.revalidate());
};

test.beforeEach(({ page }) =>
	// why: without it, notices of other journeys' changes would arrive while the connection is said to be down.
	page.routeWebSocket(/\/api\/notifications\//, () => {}),
);

/** Selects the last choice other than the current one. @returns its text */
const chooseLast = async (select: Locator) => {
	const name = (await select.getByRole("option").filter({ hasNotText: "(current)" }).last().textContent()) ?? "";
	await select.selectOption({ label: name });
	return name;
};

const logged = (page: Page, text: string | RegExp) =>
	page.getByRole("dialog").first().getByRole("listitem").filter({ hasText: text });

test("a stage change keeps its comment when the response is lost, and happens once", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const [path = ""] = await applicantsAt(page, [rows.one]);
	await page.goto(`${path}/stage`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const stage = dialog.getByLabel("New stage");
	const comment = dialog.getByLabel("Comment");
	const send = dialog.getByRole("button", { name: "Comment & Proceed" });
	const name = await chooseLast(stage);
	const chosen = await stage.inputValue();
	await expect(dialog.getByRole("region", { name: "What is sent" })).toBeVisible();
	await comment.fill("Typed before the line went down.");
	await sendInVain(page, send);
	await expect(comment).toHaveValue("Typed before the line went down.");
	await expect(stage).toHaveValue(chosen);

	await sendAndLoseAnswer(page, send);
	await expect(dialog.getByText(`is at ${name}`), "the dialog has loaded its data again").toBeVisible();
	await expect(dialog.getByRole("alert").filter({ hasText: noLine })).toBeVisible();
	await expect(comment).toHaveValue("Typed before the line went down.");
	await send.click();
	await expect(page).toHaveURL(path);
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(logged(page, "“Typed before the line went down.”")).toHaveCount(1);
});

test("a selection's stage change keeps its comment when the response is lost, and happens once", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const paths = await applicantsAt(page, rows.batch);
	await page.goto(batchOf("stage", paths));
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const name = await chooseLast(dialog.getByLabel("New stage"));
	await expect(dialog.getByText(/^\d applicants? will move/)).toBeVisible();
	const comment = dialog.getByLabel("Comment");
	const send = dialog.getByRole("button", { name: "Comment & Proceed" });
	await comment.fill("Together, by a bad line.");
	await sendInVain(page, send);
	await expect(comment).toHaveValue("Together, by a bad line.");
	await sendAndLoseAnswer(page, send);
	await expect(dialog.getByText(/^0 applicants will move, 2 /), "the dialog has loaded its data again").toBeVisible();
	await expect(comment).toHaveValue("Together, by a bad line.");
	await send.click();
	await expect(page.getByText(`moved to ${name}`).first()).toBeVisible();
	await page.goto(`${paths[0]}/activity-log`);
	await expect(logged(page, "“Together, by a bad line.”")).toHaveCount(1);
});

test("a note and a saved view are kept once when the response is lost", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const [path = ""] = await applicantsAt(page, [rows.one]);
	await page.goto(`${path}/activity-log`);
	await hydrated(page);
	const note = page.getByLabel("Note", { exact: true });
	const add = page.getByRole("button", { name: "Add note" });
	await note.fill("Rang while the line was bad.");
	await sendAndLoseAnswer(page, add);
	await expect(logged(page, "Rang while the line was bad."), "the page has loaded its data again").toHaveCount(1);
	await expect(page.getByRole("alert").filter({ hasText: noLine })).toBeVisible();
	await expect(note).toHaveValue("Rang while the line was bad.");
	await add.click();
	await expect(page.getByText("Note added")).toBeVisible();
	await expect(note).toHaveValue("");
	await expect(logged(page, "Rang while the line was bad.")).toHaveCount(1);

	await page.goto("/lagoon/applicants/views/new?size=50");
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Save view" });
	const save = dialog.getByRole("button", { name: "Save" });
	await dialog.getByLabel("Name").fill("By a bad line");
	await sendAndLoseAnswer(page, save);
	await expect(dialog.getByLabel("Name")).toHaveValue("By a bad line");
	await save.click();
	await expect(page).toHaveURL(/\/lagoon\/applicants\?application=\w+&size=50$/);
	await page.goto("/lagoon/applicants/views");
	await hydrated(page);
	await page.getByRole("link", { name: "Change By a bad line" }).click();
	await page.getByRole("link", { name: "Delete…" }).click();
	await page
		.getByRole("dialog", { name: /^Delete the view/ })
		.getByRole("button", { name: "Delete" })
		.click();
	await expect(page.getByText("The view is deleted")).toBeVisible();
});

test("a page of the wizard, a repeat and the update keep what was typed when the connection is lost, and are saved once", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	// why the last: the wizard's own journeys use the first ones.
	const path = (await applicantsOf(page, "/crestfield/applicants?stage=SHORTLISTED&size=50")).at(-1) ?? "";
	const heading = (name: string) => page.getByRole("heading", { level: 2, name });
	const step = (name: RegExp) => page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });
	await page.goto(`${path}/edit?section=personal`);
	await expect(heading("Personal details")).toBeFocused();
	const next = page.getByRole("button", { name: "Next", exact: true });
	await next.click();
	await expect(heading("Next of kin")).toBeFocused();
	const kin = page.getByLabel("Full name");
	await kin.fill("Alhaja Risikat Bello");
	await sendInVain(page, next);
	await expect(page.getByRole("alert")).toBeFocused();
	await expect(kin).toHaveValue("Alhaja Risikat Bello");
	await page.evaluate(() => history.back());
	await page.getByRole("alertdialog").getByRole("button", { name: "Keep writing" }).click();
	await next.click();

	await expect(heading("Schools attended")).toBeFocused();
	const schools = page.getByLabel("Name of school");
	const before = await schools.count();
	await schools.last().fill("School by the sea");
	const another = page.getByRole("button", { name: /^Add another/ });
	await sendInVain(page, another);
	await expect(schools.last()).toHaveValue("School by the sea");
	await another.click();
	await expect(schools).toHaveCount(before + 1);
	await expect(schools.nth(before - 1)).toHaveValue("School by the sea");
	await page.getByRole("button", { name: new RegExp(`^Remove Schools attended \\(${before + 1}\\)`) }).click();
	await expect(schools).toHaveCount(before);
	await sendInVain(page, step(/^Preview and Update/));
	await step(/^Preview and Update/).click();

	await expect(heading("Preview and Update")).toBeFocused();
	const update = page.getByRole("button", { name: "Update", exact: true });
	await sendInVain(page, update);
	await expect(page.getByRole("row", { name: "Full name" })).toContainText("Alhaja Risikat Bello");
	await sendAndLoseAnswer(page, update);
	await expect(
		page.getByText("Nothing has changed."),
		"the update was saved, and the page has loaded its data again",
	).toBeVisible();
	await update.click();
	await expect(page).toHaveURL(path);
	await expect(page.getByRole("dialog").first()).toContainText("Alhaja Risikat Bello");
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(logged(page, /answers? changed: /)).toHaveCount(1);
});

test("the chosen course and location are kept when the connection is lost", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const [path = ""] = await applicantsAt(page, rows.others);
	for (const [address, button] of [
		["course", /^Change programme$/],
		["posting", /^(Post Applicant|Change posting)$/],
	] as const) {
		await page.goto(`${path}/${address}`);
		await hydrated(page);
		const dialog = page.getByRole("dialog").last();
		const field = dialog.getByRole("combobox");
		await searchable(field);
		await field.click();
		await page.getByRole("option").filter({ hasNotText: "(current)" }).last().click();
		const chosen = await field.inputValue();
		await sendInVain(page, dialog.getByRole("button", { name: button }));
		await expect(field).toHaveValue(chosen);
		await dialog.getByRole("button", { name: button }).click();
		await expect(page).toHaveURL(path);
		await expect(page.getByRole("dialog").first()).toContainText(chosen.split(" ")[0] ?? "");
	}
});

test("the dialogs of a selection, of a letter and of the referees keep their choices when the connection is lost", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const paths = await applicantsAt(page, rows.others);
	await page.goto(batchOf("course", paths));
	await hydrated(page);
	const dialog = page.getByRole("dialog").last();
	const course = await chooseLast(dialog.getByRole("combobox"));
	const changes = dialog.getByText(/applicants? will change to /);
	await expect(changes).toContainText(course.split(" ")[0] ?? "");
	await sendInVain(page, dialog.getByRole("button", { name: "Change programme" }));
	await expect(changes).toBeVisible();

	await page.goto(batchOf("posting", paths));
	await hydrated(page);
	const place = dialog.getByRole("combobox");
	await searchable(place);
	await place.click();
	await page.getByRole("option").last().click();
	await expect(changes).toBeVisible();
	await sendInVain(page, dialog.getByRole("button", { name: "Post applicants" }));
	await expect(changes).toBeVisible();

	await page.goto(batchOf("forms", paths));
	await hydrated(page);
	await dialog.getByRole("radio", { name: /^A zip file/ }).check();
	await sendInVain(page, dialog.getByRole("button", { name: "Download forms" }));
	await expect(dialog.getByRole("radio", { name: /^A zip file/ })).toBeChecked();

	await page.goto(`${paths[1]}/letter/new`);
	await hydrated(page);
	const make = dialog.getByRole("button", { name: "Make offer letter" });
	await dialog.getByRole("combobox", { name: "Template" }).selectOption({ label: "Admission letter" });
	await sendInVain(page, make);
	await sendAndLoseAnswer(page, make);
	await make.click();
	await expect(page).toHaveURL(/\/letter\/(?!new)/);
	await page.goto(`${paths[1]}/letter`);
	await expect(page.getByRole("region", { name: "History" }).getByRole("listitem")).toHaveCount(1);

	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/applicants/applications?keyword=Postgraduate");
	const [list] = await page.getByRole("link", { name: /Postgraduate Admission/ }).all();
	for (const path of await applicantsOf(page, (await list?.getAttribute("href")) ?? "")) {
		await page.goto(`${path}/referees`);
		await hydrated(page);
		const renotify = page.getByRole("button", { name: /^Renotify / }).last();
		if ((await renotify.count()) === 0) continue;
		await sendInVain(page, renotify);
		await expect(renotify).toBeVisible();
		return;
	}
	throw new Error("nobody has a referee to be asked again");
});

test("without a connection the list stays where it was, and Try again leads on once it is back", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	await page.goto(list);
	await hydrated(page);
	const rowsShown = await page.getByRole("table", { name: "Applicants" }).getByRole("row").count();
	// why before: the browser says it to the page later than to the test, and a click in between meets a line that only failed.
	const isKnown = page.evaluate(
		() => new Promise<void>((done) => window.addEventListener("offline", () => setTimeout(done), { once: true })),
	);
	await page.context().setOffline(true);
	await isKnown;
	const tab = page.getByRole("navigation", { name: "Stages" }).getByRole("link").nth(1);
	const wanted = (await tab.getAttribute("href")) ?? "";
	await tab.click();
	const notice = page.getByRole("alert").filter({ hasText: "No connection" });
	await expect(notice).toBeVisible();
	await expect(page).toHaveURL(list);
	await expect(page.getByRole("table", { name: "Applicants" }).getByRole("row")).toHaveCount(rowsShown);
	await notice.getByRole("button", { name: "Try again" }).click();
	await expect(page, "nothing happens while there is still no connection").toHaveURL(list);
	await page.context().setOffline(false);
	await notice.getByRole("button", { name: "Try again" }).click();
	await expect(page).toHaveURL(wanted);
	await expect(notice).toBeHidden();
});
