import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createCourse, createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { Permission } from "#worker/contract/permissions";
import { courses } from "#worker/database/schema/structure";

const openFixture = async (privileges: readonly Permission[] = ["course:r", "course:u", "course:d"]) => {
	const { id: organisationId } = await createOrganisation({ courseAlias: "programme" });
	const { id } = await createCourse(organisationId, { code: "PHY", title: "Physics" });
	await createCourse(organisationId, { code: "LAW", title: "Law" });
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
	const list = `/${organisationId}/courses`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const statusOf = async () => {
		const [course] = await testDb()
			.select()
			.from(courses)
			.where(and(eq(courses.organisationId, organisationId), eq(courses.id, id)));
		return course?.status;
	};
	return { organisationId, id, browser, list, pageOf, statusOf };
};

test("deactivates a course from the menu of its row, and activates it again, without scripts", async () => {
	const { id, browser, list, pageOf, statusOf } = await openFixture();
	const search = `${list}?q=phy&sort=-title`;
	const page = await pageOf(search);
	expect(textOf(page)).toMatch(/PHY Physics The institution Active .* Deactivate programme History Delete programme/);
	expect(linksOf(page)).toEqual(
		expect.arrayContaining([`${list}/${id}/history?q=phy&sort=-title`, `${list}/${id}/delete?q=phy&sort=-title`]),
	);
	const done = await browser.post(search, openForm(page, `status-${id}`));
	expect([done.status, done.headers.get("location")]).toEqual([302, search]);
	expect(await statusOf()).toBe("disabled");
	const after = await pageOf(search);
	expect(textOf(after)).toContain("“PHY Physics” is disabled now");
	expect(textOf(after)).toMatch(/PHY Physics The institution Disabled .* Activate programme/);
	await browser.post(search, openForm(after, `status-${id}`));
	expect(await statusOf()).toBe("active");
	expect(textOf(await pageOf(search))).toContain("“PHY Physics” is active now");
	expect(textOf(await pageOf(`${list}/${id}/history`)).match(/changed it/g)).toHaveLength(2);
});

test("deactivates a course from its dialog, and returns to the list", async () => {
	const { id, browser, list, pageOf, statusOf } = await openFixture();
	const dialog = await pageOf(`${list}/${id}?q=phy`);
	expect(textOf(dialog)).toContain("Active: applications can choose it. Deactivate programme");
	const done = await browser.post(`${list}?q=phy`, openForm(dialog, "status"));
	expect([done.headers.get("location"), await statusOf()]).toEqual([`${list}?q=phy`, "disabled"]);
	expect(textOf(await pageOf(`${list}/${id}`))).toContain(
		"Disabled: applications can no longer choose it. Activate programme",
	);
});

test("refuses to change a status over what a colleague saved, and shows the list as it is", async () => {
	const { id, browser, list, pageOf, statusOf } = await openFixture();
	const stale = openForm(await pageOf(list), `status-${id}`);
	const form = openForm(await pageOf(`${list}/${id}`), "record");
	form.set("title", "Applied physics");
	expect((await browser.post(`${list}/${id}`, form)).status).toBe(302);
	const refused = await browser.post(list, stale);
	const page = await refused.text();
	expect([refused.status, await statusOf()]).toEqual([409, "active"]);
	expect(textOf(page)).toContain(
		"This programme was changed by somebody else. Look at it again before you change its status.",
	);
	expect(textOf(page)).toContain("Applied physics");
	expect((await browser.post(list, openForm(page, `status-${id}`))).status).toBe(302);
	expect(await statusOf()).toBe("disabled");
});

test("answers what it cannot read, and what does not exist", async () => {
	const { id, browser, list, pageOf, statusOf } = await openFixture();
	const form = openForm(await pageOf(list), `status-${id}`);
	form.set("status", "gone");
	const unread = await browser.post(list, form);
	expect([unread.status, textOf(await unread.text())]).toEqual([422, expect.stringContaining("Reload the page")]);
	form.set("status", "disabled");
	form.set("id", "nothing");
	expect((await browser.post(list, form)).status).toBe(404);
	expect(await statusOf()).toBe("active");
});

test("offers a status to users who may change courses alone, and refuses it from others", async () => {
	const { id, browser, list, pageOf, statusOf } = await openFixture(["course:r"]);
	for (const path of [list, `${list}/${id}`]) expect(textOf(await pageOf(path))).not.toContain("Deactivate");
	expect(textOf(await pageOf(list))).toContain("History");
	const form = openForm(await pageOf(`${list}/${id}`), "record");
	form.set("id", id);
	form.set("status", "disabled");
	expect((await browser.post(list, form)).status).toBe(403);
	expect(await statusOf()).toBe("active");
});
