import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createApplication, createOrganisation, createStructure, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { userRoles } from "#worker/database/schema/auth";
import { adminLevelItems } from "#worker/database/schema/structure";
import { templates } from "#worker/database/schema/workflows";

/** What is of the whole institution: the address of a screen, and what it offers to users with a role for all of it. */
const screens: readonly (readonly [path: string, offers: readonly RegExp[]])[] = [
	["workflow", [/New workflow/, /Import/]],
	["workflow/:workflow", [/Rename/, /Add stage/, /Copy/, /Delete/]],
	["templates?type=email", [/New email template/, /Import/]],
	["manage-template?id=welcome", [/Deactivate/, /Copy/, /Delete/, /Save/]],
	["forms", [/New form/, /Import/]],
	["forms/:form", [/Add section/, /Copy/, /Delete/]],
	["rankings", [/New ranking scheme/]],
	["privacy/retention", [/New retention rule/]],
	["notifications", [/New reminder/]],
	["notifications/reports", [/New report schedule/]],
	["applications", [/New application/]],
	["admin-levels-item/levels", [/Add a level/, /Save/]],
	["search?q=new+workflow", [/New workflow…/]],
	["search?q=new+email+template", [/New email template…/]],
	["search?q=new+form", [/New form…/]],
];

let organisationId = "";
let application: Awaited<ReturnType<typeof createApplication>>;
let whole: Browser;
let bound: Browser;
beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	application = await createApplication(organisationId);
	const welcome = { organisationId, id: "welcome", name: "Welcome", subject: "Hello", content: "Dear {{firstName}}" };
	await testDb()
		.insert(templates)
		.values({ ...welcome, type: "email", createdAt: 1, updatedAt: 1 });
	const { facultyId, levelIds } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: "law", levelId: levelIds[0] ?? "", name: "Faculty of Law" });
	whole = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	const clerk = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, clerk.id));
	bound = (await signedInBrowser(clerk)).browser;
});

const textAt = async (browser: Browser, path: string) => {
	const address = path.replace(":workflow", application.workflowId).replace(":form", application.formDesignId);
	const response = await browser.get(`/${organisationId}/${address}`);
	expect([path, response.status]).toEqual([path, 200]);
	const [, main = ""] = /<main\b[^>]*>([\s\S]*)<\/main>/.exec(await response.text()) ?? [];
	return textOf(main);
};

describe.each(screens)("%s", (path, offers) => {
	test("offers what is of the whole institution to users with a role for all of it", async () => {
		const text = await textAt(whole, path);
		for (const offer of offers) expect(text).toMatch(offer);
	});

	test("is shown to users of a place without it", async () => {
		const text = await textAt(bound, path);
		for (const offer of offers) expect(text).not.toMatch(offer);
	});
});

test("what belongs to a place is offered to its users, from any page too", async () => {
	expect(await textAt(bound, "courses")).toContain("New course");
	expect(await textAt(bound, "search?q=new+course")).toContain("New course…");
	expect(await textAt(bound, "admin-levels-item")).toContain("New item");
});

test("a role for all of the institution that grants something else makes no difference", async () => {
	const clerk = await createStaff({ organisationId });
	const [held] = await testDb().select().from(userRoles).where(eq(userRoles.userId, clerk.id));
	await testDb().update(userRoles).set({ adminLevelItemId: "law" }).where(eq(userRoles.userId, clerk.id));
	const { id } = await createStaff({ organisationId, privileges: ["statistics:r"] });
	await testDb()
		.insert(userRoles)
		.values({ organisationId, userId: held?.userId ?? "", roleId: `role-${id}` });
	const { browser } = await signedInBrowser(clerk);
	expect(await textAt(browser, "workflow")).not.toContain("New workflow");
	expect(await textAt(browser, "applications")).not.toContain("New application");
});
