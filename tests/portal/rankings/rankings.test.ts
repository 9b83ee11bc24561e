import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, optionsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { criterionOf } from "#worker/contract/criteria/criteria";
import { layoutOf } from "#worker/database/demo/form-designs";
import { applicants } from "#worker/database/schema/applicants";
import { savedViews } from "#worker/database/schema/saved-views";

let browser: Browser;
let orgName = "";
let application: Awaited<ReturnType<typeof createApplication>>;
let base = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	application = await createApplication(orgName, { layout: layoutOf("undergraduate") });
	base = `/${orgName}/rankings`;
	for (const [firstName, jambScore, state] of [
		["Amina", 300, "Lagos"],
		["Bola", 200, "Kogi"],
		["Chidi", "", "Lagos"],
	] as const) {
		const { id } = await createApplicant(application, { firstName, data: { jambScore, gender: "F" } });
		await testDb().update(applicants).set({ submittedAt: 1_790_000_000_000, state }).where(eq(applicants.id, id));
	}
	const staff = await createStaff({ organisationId: orgName });
	await testDb()
		.insert(savedViews)
		.values({
			organisationId: orgName,
			id: "women",
			list: "criteria",
			holder: "",
			ownerId: "somebody",
			name: "Women",
			isPinned: false,
			createdAt: 1,
			updatedAt: 1,
			filter: { criteria: [criterionOf({ about: "gender", value: "F" })] },
		});
	({ browser } = await signedInBrowser(staff));
});
const pageAt = (path: string) => steps.pageAt(browser, path);

/** Presses a button of the scheme's form with these fields filled in. */
const press = async (path: string, html: string, intent: string, fields: Record<string, string> = {}) => {
	const form = openForm(html, "scheme-form");
	form.set("intent", intent);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const response = await browser.post(path, form);
	return { status: response.status, to: response.headers.get("location") ?? "", html: await response.text() };
};
const courseId = () => application.courses[0]?.id ?? "";

test("without scripts: a scheme is made a part at a time, applicants are ranked, and the proposal is a list", async () => {
	const path = `${base}/new?application=${application.id}`;
	const empty = await pageAt(path);
	expect(optionsOf(empty, "add-what")).toEqual(
		expect.arrayContaining(["UTME score", "Post-UTME score", "O'level grades", "Women"]),
	);
	const unchosen = await press(path, empty, "add");
	expect([unchosen.status, textOf(unchosen.html)]).toEqual([
		422,
		expect.stringContaining("Choose what gives the points."),
	]);
	const added = await press(path, empty, "add", { "add-what": "saved:women", name: "Merit" });
	expect([added.status, textOf(added.html)]).toEqual([200, expect.stringContaining("Points 100 of 100")]);
	expect(textOf(added.html)).toMatch(/Women.*Female/);
	const removed = await press(path, added.html, "remove 1");
	expect(textOf(removed.html)).toContain("Points 60 of 100");
	const wrong = await press(path, removed.html, "save", {
		"p0-weight": "ninety",
		"p1-weight": "10",
		[`seats-${courseId()}`]: "1",
		[`own-${courseId()}`]: "50/25",
	});
	expect(wrong.status).toBe(422);
	expect(errorsOf(wrong.html, "p0-weight")).toBe("Enter a whole number from 1 to 100");
	const form = openForm(wrong.html, "scheme-form");
	expect([form.get("p0-weight"), form.get("name")]).toEqual(["ninety", "Merit"]);
	const saved = await press(path, wrong.html, "save", { "p0-weight": "90", [`own-${courseId()}`]: "100/0/0" });
	expect([saved.status, saved.to]).toEqual([302, expect.stringMatching(new RegExp(`^${base}/[\\w-]+$`))]);

	const before = await pageAt(saved.to);
	expect(textOf(before)).toContain("Not ranked yet");
	const rank = openForm(before, "rank-applicants");
	const begun = await browser.post(saved.to, rank);
	expect([begun.status, begun.headers.get("location")]).toEqual([302, saved.to]);
	await steps.workUntilShown(browser, orgName, saved.to, "Show the proposed in the list");

	const board = await pageAt(saved.to);
	expect(textOf(board)).toContain("90 UTME score, out of 400");
	expect(textOf(board)).toContain("1, from 77.5");
	expect(linkOf(board, "Move 1 applicant to…")).toMatch(
		new RegExp(
			`^/${orgName}/applicants/stage\\?application=${application.id}&ranked=[\\w-]+%3Aproposed&all=1&comment=`,
		),
	);
	const list = await pageAt(linkOf(board, "Show the proposed in the list") ?? "");
	expect(textOf(list)).toContain("Proposed by a ranking");
	expect(textOf(list)).toContain("Amina");
	expect(textOf(list)).not.toContain("Bola");
	const dialog = await pageAt(linkOf(board, "Move 1 applicant to…") ?? "");
	expect(textOf(dialog)).toContain("Change Applicant Status");

	const course = await pageAt(`${saved.to}/courses/${courseId()}`);
	expect(textOf(course)).toMatch(/1 .*Amina.*77\.5 points\. Proposed by merit\..*UTME score 300 of 400/);
	expect(textOf(course)).toMatch(/2 .*Bola.*Below the cut-off: 77\.5 by merit\./);
	expect(textOf(course)).not.toContain("Chidi");
	const unknown = await pageAt(`${saved.to}/courses/${courseId()}?list=cannotTell`);
	expect(textOf(unknown)).toMatch(/Chidi.*10 to 100 points\. Not ranked/);
	expect(textOf(await pageAt(base))).toContain("Merit");

	const edit = await pageAt(`${saved.to}/edit`);
	expect(openForm(edit, "scheme-form").get(`own-${courseId()}`)).toBe("100/0/0");
	const changed = await press(`${saved.to}/edit`, edit, "save", { name: "Merit list" });
	expect([changed.status, changed.to]).toEqual([302, saved.to]);
	expect(textOf(await pageAt(saved.to))).toContain("The scheme was changed since. Rank again to apply it.");
	const stale = await press(`${saved.to}/edit`, edit, "save", { name: "Mine" });
	expect([stale.status, textOf(stale.html)]).toEqual([409, expect.stringContaining("changed by somebody else")]);
	const mine = await press(`${saved.to}/edit`, stale.html, "save");
	expect(mine.status).toBe(302);
	expect(textOf(await pageAt(`${saved.to}/history`))).toMatch(/Merit list.*Mine/);
});

test("who share the cut-off are marked, and the page says how many they are; then the scheme is deleted", async () => {
	const tied = await createApplication(orgName, { layout: layoutOf("undergraduate") });
	const [course] = tied.courses;
	for (const [firstName, jambScore] of [
		["Dayo", 320],
		["Efe", 240],
		["Funmi", 240],
		["Gozie", 240],
		["Halima", 200],
	] as const) {
		const { id } = await createApplicant(tied, { firstName, data: { jambScore, gender: "F" } });
		await testDb().update(applicants).set({ submittedAt: 1_790_000_000_000 }).where(eq(applicants.id, id));
	}
	const path = `${base}/new?application=${tied.id}`;
	const added = await press(path, await pageAt(path), "add", { "add-what": "saved:women", name: "Ties" });
	const removed = await press(path, added.html, "remove 1");
	const saved = await press(path, removed.html, "save", {
		"p0-weight": "90",
		"p1-weight": "10",
		[`seats-${course?.id}`]: "2",
		[`own-${course?.id}`]: "100/0/0",
	});
	expect(saved.status).toBe(302);
	await browser.post(saved.to, openForm(await pageAt(saved.to), "rank-applicants"));
	await steps.workUntilShown(browser, orgName, saved.to, "Show the proposed in the list");

	const page = await pageAt(`${saved.to}/courses/${course?.id}`);
	expect(textOf(page)).toContain("Merit: 3 applicants have exactly the cut-off, and 1 of them is proposed.");
	expect(textOf(page)).toContain("A tie goes to the higher UTME score, then to the form that was submitted first");
	const [, list = ""] = /<ol aria-label="Ranked"[^>]*>([\s\S]*?)<\/ol>/.exec(page) ?? [];
	const rows = list.split('<li class="grid').slice(1).map(textOf);
	const tiedNames = rows
		.filter((row) => /\bTie\b/.test(row))
		.map((row) => /Dayo|Efe|Funmi|Gozie|Halima/.exec(row)?.[0]);
	expect([rows.length, tiedNames.sort()]).toEqual([5, ["Efe", "Funmi", "Gozie"]]);
	expect(textOf(await pageAt(base))).toContain("Ties");

	expect(linkOf(await pageAt(saved.to), "Delete")).toBe(`${saved.to}/delete`);
	expect(textOf(await pageAt(`${saved.to}/delete`))).toContain("Delete “Ties”?");
	const deleted = await steps.sendForm(browser, `${saved.to}/delete`, "delete-record");
	expect([deleted.status, deleted.to]).toEqual([302, base]);
	expect(textOf(await pageAt(base))).toContain("“Ties” was deleted");
	expect(textOf(await pageAt(base))).not.toContain("Ties");
	expect((await browser.get(saved.to)).status).toBe(404);
	expect((await browser.get(`${saved.to}/courses/${course?.id}`)).status).toBe(404);
});

test("a misspelt list or another institution's scheme is not found", async () => {
	expect((await browser.get(`${base}/nothing`)).status).toBe(404);
	expect((await browser.get(`${base}/nothing/courses/nothing`)).status).toBe(404);
	expect((await browser.get(`${base}/nothing/courses/nothing?list=best`)).status).toBe(422);
});
