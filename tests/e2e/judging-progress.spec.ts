import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";
import type { Portal } from "./portal";

const screen = "/crestfield/process-ai";
const organisation = "crestfield";
const summary = (page: Page) => page.getByText(/^[\d,]+ applicants? meets? all criteria/);

const openDatabase = (portal: Portal) => {
	const folder = join(portal.state(), "v3/d1/miniflare-D1DatabaseObject");
	const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
	return new DatabaseSync(join(folder, file ?? ""), { timeout: 20_000 });
};

/** Judges by words, and waits for the end. @returns what the page says of it, and the session */
const judge = async (page: Page, words: string) => {
	await page.goto(`${screen}?q=${encodeURIComponent(words)}`);
	await page.getByRole("button", { name: "Judge applicants" }).last().click();
	await expect(page).toHaveURL(/session=/);
	await expect(async () => {
		await page.reload();
		await expect(summary(page)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 45_000 });
	return {
		session: new URL(page.url()).searchParams.get("session") ?? "",
		said: (await summary(page).textContent()) ?? "",
	};
};

/**
 * Takes a judging back to its half: later applicants have no verdict, and its task is where it was then.
 * why so: a real one is over in a second or two, which nobody could watch at every machine's pace.
 */
const takeBack = (portal: Portal, session: string) => {
	const database = openDatabase(portal);
	const verdicts = database
		.prepare("SELECT seq FROM criteria_verdicts WHERE organisation_id = ? AND session_id = ? ORDER BY seq DESC")
		.all(organisation, session);
	const done = Math.floor(verdicts.length / 2);
	const last = Number(verdicts[done - 1]?.seq);
	database
		.prepare("DELETE FROM criteria_verdicts WHERE organisation_id = ? AND session_id = ? AND seq < ?")
		.run(organisation, session, last);
	const countOf = `(SELECT count(*) FROM criteria_verdicts AS judged WHERE judged.organisation_id = criteria_sessions.organisation_id
		AND judged.session_id = criteria_sessions.id AND judged.verdict = ?)`;
	database
		.prepare(
			`UPDATE criteria_sessions SET met = ${countOf}, not_met = ${countOf}, cannot_tell = ${countOf}
				WHERE organisation_id = ? AND id = ?`,
		)
		.run("met", "notMet", "cannotTell", organisation, session);
	const setTask = (status: string, at: number, isResting: boolean) =>
		database
			.prepare(
				`UPDATE tasks SET status = ?, done = ?, total = ?, result = json_object('last', ?), updated_at = ?
					WHERE organisation_id = ? AND id = (SELECT task_id FROM criteria_sessions WHERE organisation_id = ? AND id = ?)`,
			)
			// why in the future: such a task rests, and is not begun again by the sweep.
			.run(
				status,
				at,
				verdicts.length,
				last,
				Date.now() + (isResting ? 600_000 : 0),
				organisation,
				organisation,
				session,
			);
	const counted = (count: number) => count.toLocaleString("en");
	return {
		runs: (at: number) => setTask("STARTED", at, true),
		fails: () => setTask("FAILED", done, false),
		close: () => database.close(),
		done,
		text: (at: number) => `${counted(at)} of ${counted(verdicts.length)} applicants judged.`,
	};
};

test("a long judging shows how far it is; one that failed goes on where it stopped when it is tried again", async ({
	page,
	portal,
	signIn,
}) => {
	await signIn(page, organisation, "Super administrator", null);
	const { session, said } = await judge(page, "JAMB above 220, female");
	const task = takeBack(portal, session);
	expect(task.done).toBeGreaterThan(20);
	task.runs(7);
	await page.reload();
	await hydrated(page);
	await expect(page.getByRole("status").filter({ hasText: task.text(7) })).toBeVisible();
	await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("value", "7");
	await expect(page.getByText(/^So far [\d,]+ applicants? meets?/)).toBeVisible();
	await expect(page.getByRole("link", { name: /^Move / }), "nobody is moved by half a list").toHaveCount(0);
	await expectAccessibleAtBothWidths(page);

	task.runs(task.done);
	await expect(page.getByText(task.text(task.done)), "it goes on by itself").toBeVisible();
	task.fails();
	const failure = page.getByRole("alert").filter({ hasText: "Not all applicants could be judged." });
	await expect(failure).toBeVisible();
	await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveCount(0);
	task.close();
	await expectAccessibleAtBothWidths(page);
	const again = failure.getByRole("button", { name: "Try again" });
	await again.focus();
	await page.keyboard.press("Enter");
	await expect(failure).toHaveCount(0);
	await expect(page.getByText(said), "as many as if it had never failed").toBeVisible({ timeout: 45_000 });
	await expect(page.getByRole("link", { name: /^Move / })).toBeVisible();
});

test("without scripts, progress is read again by itself, and a failed judging is tried again", async ({
	withoutJavaScript: page,
	portal,
	signIn,
}) => {
	await signIn(page, organisation, "Super administrator", null);
	const { session, said } = await judge(page, "JAMB above 200, male");
	const task = takeBack(portal, session);
	task.runs(9);
	await page.reload();
	await expect(page.getByText(task.text(9))).toBeVisible();
	task.runs(task.done);
	await expect(page.getByText(task.text(task.done)), "the page refreshes itself").toBeVisible();
	task.fails();
	task.close();
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Not all applicants" })).toHaveCount(0);
	await expect(async () => {
		await page.reload();
		await expect(page.getByText(said)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 45_000 });
});
