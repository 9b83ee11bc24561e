import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createCourse, createOrganisation, createStructure, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { Permission } from "#worker/contract/permissions";
import { userRoles } from "#worker/database/schema/auth";
import { adminLevelItems } from "#worker/database/schema/structure";

/** The button of the question. */
const deletes = 'form="delete-record"';
const why = "Your role is for a part of the institution. This needs a role for all of it.";

let organisationId = "";
let facultyId = "";
/** Ids of courses: of a department of the faculty, of another faculty, and of no place. */
let own = "";
let elsewhere = "";
let ofInstitution = "";

beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	const structure = await createStructure(organisationId);
	({ facultyId } = structure);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: "law", levelId: structure.levelIds[0] ?? "", name: "Faculty of Law" });
	({ id: own } = await createCourse(organisationId, { code: "PHY", adminLevelItemId: structure.departmentId }));
	({ id: elsewhere } = await createCourse(organisationId, { code: "LAW", adminLevelItemId: "law" }));
	({ id: ofInstitution } = await createCourse(organisationId, { code: "GST" }));
});

const atFaculty = (userId: string, roleId: string) =>
	testDb().insert(userRoles).values({ organisationId, userId, roleId, adminLevelItemId: facultyId });

/** A browser of a user who holds privileges on courses at the faculty, and others for the whole institution. */
const browserOf = async (bound: readonly Permission[], whole: readonly Permission[] = []) => {
	const staff = await createStaff({ organisationId, privileges: whole });
	const { id } = await createStaff({ organisationId, privileges: bound });
	if (whole.length === 0) await testDb().delete(userRoles).where(eq(userRoles.userId, staff.id));
	await atFaculty(staff.id, `role-${id}`);
	return (await signedInBrowser(staff)).browser;
};
const at = (path = "") => `/${organisationId}/courses${path}`;
const pageOf = async (browser: Browser, path: string) => (await browser.get(path)).text();
/** A dialog, without the list below it. */
const dialogOf = async (browser: Browser, path: string) =>
	/<dialog\b[\s\S]*<\/dialog>/.exec(await pageOf(browser, path))?.[0] ?? "";

const everything: readonly Permission[] = ["course:r", "course:c", "course:u", "course:d"];

test("a row's menu offers a user of a place what they may do to that course alone", async () => {
	const browser = await browserOf(everything);
	const page = await pageOf(browser, at());
	const switched = [own, elsewhere, ofInstitution].filter((id) => page.includes(`id="status-${id}"`));
	expect(switched).toEqual([own]);
	const links = linksOf(page);
	const linked = (path: string) => [own, elsewhere, ofInstitution].filter((id) => links.includes(at(`/${id}/${path}`)));
	expect(linked("delete")).toEqual([own]);
	expect(linked("history")).toEqual([own, elsewhere, ofInstitution]);
	expect(textOf(page)).toContain("New course");
	const histories = [own, elsewhere, ofInstitution].map((id) => browser.get(at(`/${id}/history`)));
	expect((await Promise.all(histories)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("a user of the whole institution is offered all of it", async () => {
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: everything }));
	const page = await pageOf(browser, at());
	for (const id of [own, elsewhere, ofInstitution]) {
		expect(page).toContain(`id="status-${id}"`);
		expect(linksOf(page)).toContain(at(`/${id}/delete`));
		const dialog = await dialogOf(browser, at(`/${id}`));
		expect(textOf(dialog)).toContain("Deactivate course");
		expect(linksOf(dialog)).toContain(at(`/${id}/delete`));
	}
});

test("of two roles, each reaches the courses of its own place", async () => {
	const browser = await browserOf(["course:u", "course:d"], ["course:r", "course:u"]);
	const page = await pageOf(browser, at());
	for (const id of [own, elsewhere, ofInstitution]) expect(page).toContain(`id="status-${id}"`);
	expect(linksOf(page).filter((link) => link.endsWith("/delete"))).toEqual([at(`/${own}/delete`)]);
});

test("the dialogs of a course elsewhere show it, say why nothing can be changed, and offer nothing", async () => {
	const browser = await browserOf(everything);
	const dialog = await dialogOf(browser, at(`/${elsewhere}`));
	expect(textOf(dialog)).toContain(why);
	expect(textOf(dialog)).not.toMatch(/Deactivate course/);
	expect(dialog).not.toMatch(/>Save<|\/delete"/);
	const mine = await dialogOf(browser, at(`/${own}`));
	expect(textOf(mine)).toContain("Deactivate course");
	expect(mine).toMatch(/>Save</);
	expect(linksOf(mine)).toContain(at(`/${own}/delete`));

	const question = await dialogOf(browser, at(`/${elsewhere}/delete`));
	expect(textOf(question)).toContain(why);
	expect(question).not.toContain(deletes);
	expect(await dialogOf(browser, at(`/${own}/delete`))).toContain(deletes);
});

test("the history of a course elsewhere restores nothing", async () => {
	const { browser: whole } = await signedInBrowser(await createStaff({ organisationId, privileges: everything }));
	for (const id of [own, elsewhere]) {
		const form = openForm(await pageOf(whole, at(`/${id}`)), "record");
		for (const title of ["Changed", "Changed again"]) {
			form.set("title", title);
			form.set("version", openForm(await pageOf(whole, at(`/${id}`)), "record").get("version") ?? "");
			expect((await whole.post(at(`/${id}`), form)).status).toBe(302);
		}
	}
	const browser = await browserOf(everything);
	expect(await pageOf(browser, at(`/${own}/history`))).toContain("Restore this state");
	expect(await pageOf(browser, at(`/${elsewhere}/history`))).not.toContain("Restore this state");
});

test("the service refuses it all the same, and the list says why", async () => {
	const browser = await browserOf(everything);
	const form = openForm(await pageOf(browser, at()), `status-${own}`);
	form.set("id", elsewhere);
	form.set("version", openForm(await pageOf(browser, at(`/${elsewhere}`)), "record").get("version") ?? "");
	const refused = await browser.post(at(), form);
	expect([refused.status, textOf(await refused.text())]).toEqual([403, expect.stringContaining(why)]);
});
