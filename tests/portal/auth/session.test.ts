import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createOrganisation, createStructure, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { csrfOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, logIn, sessionsOf, signedInBrowser } from "#tests/support/portal-session";
import { roles, sessions, userRoles, users } from "#worker/database/schema/auth";

const openFixture = async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	return { orgName: organisation.id, staff, profile: `/${organisation.id}/user-profile` };
};

test("ends the browser's earlier session at login, so that a planted cookie is useless", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser } = await signedInBrowser(staff);
	const planted = browser.session(orgName) ?? "";
	await logIn(browser, staff);
	expect(browser.session(orgName)).not.toBe(planted);
	expect((await browser.get(profile)).status).toBe(200);

	const thief = openBrowser();
	thief.setSession(orgName, planted);
	expect((await thief.get(profile)).status).toBe(302);
	expect((await sessionsOf(staff)).map(({ endReason }) => endReason)).toEqual(["logout", null]);
});

test("keeps sessions of two organisations side by side", async () => {
	const [here, there] = [await openFixture(), await openFixture()];
	const browser = openBrowser();
	await logIn(browser, here.staff);
	await logIn(browser, there.staff);
	for (const { staff, profile } of [here, there]) {
		const response = await browser.get(profile);
		expect(response.status).toBe(200);
		expect(textOf(await response.text())).toContain(staff.email);
	}
});

test("ignores a cookie of another organisation", async () => {
	const [here, there] = [await openFixture(), await openFixture()];
	const { browser } = await signedInBrowser(here.staff);
	const stranger = openBrowser();
	stranger.setSession(there.orgName, browser.session(here.orgName) ?? "");
	const response = await stranger.get(there.profile);
	expect(response.status).toBe(302);
	expect(response.headers.get("location")).toBe(`/${there.orgName}?to=${encodeURIComponent(there.profile)}`);
});

test("ignores a changed cookie", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser } = await signedInBrowser(staff);
	const genuine = browser.session(orgName) ?? "";
	for (const forged of [
		genuine.slice(0, -3),
		`x${genuine}`,
		"e30=",
		genuine.split(".")[0] ?? "",
		"%",
		"a".repeat(4000),
	]) {
		browser.setSession(orgName, forged);
		expect((await browser.get(profile)).status, forged.slice(0, 20)).toBe(302);
	}
});

/** Returns the menu behind the picture of the user. */
const avatarMenuOf = (html: string) => /<summary aria-label="Account of [\s\S]*?<\/details>/.exec(html)?.[0] ?? "";

test("the avatar menu names the user, and level, item and role of the first role", async () => {
	const { id: organisationId } = await createOrganisation();
	const { departmentId } = await createStructure(organisationId);
	const staff = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, staff.id));
	const { browser } = await signedInBrowser(staff);
	const page = await (await browser.get(`/${organisationId}/user-profile`)).text();
	expect(textOf(page)).toContain(`Hauwa Bello ${staff.email} Department · Department of Physics Role of ${staff.id}`);
	expect(linkOf(avatarMenuOf(page), "My Profile")).toBe(`/${organisationId}/user-profile`);
	const whole = await signedInBrowser(await createStaff({ organisationId }));
	expect(textOf(await (await whole.browser.get(`/${organisationId}/user-profile`)).text())).not.toContain("Physics");
});

test("the avatar menu of a user of two roles shows the first alone", async () => {
	const { id: organisationId } = await createOrganisation();
	const { facultyId, departmentId } = await createStructure(organisationId);
	const staff = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, staff.id));
	const second = { organisationId, id: "auditor", name: "Auditor", privileges: [], createdAt: 1, updatedAt: 1 };
	await testDb().insert(roles).values(second);
	const held = { organisationId, userId: staff.id, roleId: second.id, adminLevelItemId: facultyId, position: 1 };
	await testDb().insert(userRoles).values(held);
	const { browser } = await signedInBrowser(staff);
	const menu = textOf(avatarMenuOf(await (await browser.get(`/${organisationId}/user-profile`)).text()));
	expect(menu).toContain(`${staff.email} Department · Department of Physics Role of ${staff.id} My Profile`);
	expect(menu).not.toMatch(/Faculty|Auditor/);
});

test("ends the session on the server and clears the cookie at logout", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser, csrf } = await signedInBrowser(staff);
	const kept = browser.session(orgName) ?? "";
	const response = await browser.post(`/${orgName}/logout`, { csrf });
	expect([response.status, response.headers.get("location")]).toEqual([302, `/${orgName}`]);
	expect(browser.session(orgName)).toBeUndefined();
	expect((await sessionsOf(staff)).map(({ endReason }) => endReason)).toEqual(["logout"]);
	browser.setSession(orgName, kept);
	expect((await browser.get(profile)).status).toBe(302);
});

test("keeps the session of one organisation when the user logs out of another", async () => {
	const [here, there] = [await openFixture(), await openFixture()];
	const browser = openBrowser();
	await logIn(browser, here.staff);
	await logIn(browser, there.staff);
	const csrf = csrfOf(await (await browser.get(here.profile)).text());
	await browser.post(`/${here.orgName}/logout`, { csrf });
	expect((await browser.get(here.profile)).status).toBe(302);
	expect((await browser.get(there.profile)).status).toBe(200);
});

test("says after a logout for idleness why, and leads back to the page that was open", async () => {
	const { orgName, staff } = await openFixture();
	const { browser, csrf } = await signedInBrowser(staff);
	const here = `/${orgName}/applicants?stage=SUBMITTED`;
	const idle = await browser.post(`/${orgName}/logout`, { csrf, why: "idle", to: here });
	const login = `/${orgName}?${new URLSearchParams({ to: here, why: "idle" })}`;
	expect([idle.status, idle.headers.get("location")]).toEqual([302, login]);
	const page = await (await browser.get(login)).text();
	expect(textOf(page)).toContain("You were logged out because you were away for 13 minutes.");
	const elsewhere = await browser.post(`/${orgName}/logout`, { why: "idle", to: "/\\elsewhere.example" });
	expect(elsewhere.headers.get("location")).toBe(`/${orgName}?why=idle`);
	const unknown = await (await browser.get(`/${orgName}?why=constructor`)).text();
	expect(textOf(unknown)).not.toContain("logged out");
});

test("does not log out on a GET of the logout address", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser } = await signedInBrowser(staff);
	expect((await browser.get(`/${orgName}/logout`)).status).toBe(302);
	expect((await browser.get(profile)).status).toBe(200);
});

test("accepts a second logout without an error", async () => {
	const { orgName, staff } = await openFixture();
	const { browser, csrf } = await signedInBrowser(staff);
	await browser.post(`/${orgName}/logout`, { csrf });
	expect((await browser.post(`/${orgName}/logout`, { csrf })).status).toBe(302);
});

test("logs out a blocked user at the next request and clears the cookie", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser } = await signedInBrowser(staff);
	await testDb().update(users).set({ blocked: true }).where(eq(users.id, staff.id));
	expect((await browser.get(profile)).status).toBe(302);
	expect(browser.session(orgName)).toBeUndefined();
});

test("keeps a session whose page reports activity, and logs out one that was idle", async () => {
	const { orgName, staff, profile } = await openFixture();
	const { browser, csrf } = await signedInBrowser(staff);
	const leaveFor = async (minutes: number) => {
		const then = Date.now() - minutes * 60_000;
		await testDb().update(sessions).set({ rotatedAt: then, seenAt: then }).where(eq(sessions.userId, staff.id));
	};
	await leaveFor(13);
	expect((await browser.post(`/${orgName}/activity`, { csrf: "guessed" })).status).toBe(403);
	expect((await browser.post(`/${orgName}/activity`, { csrf })).status).toBe(204);
	const [session] = await sessionsOf(staff);
	expect(session?.seenAt).toBeGreaterThan(Date.now() - 60_000);
	await leaveFor(14);
	expect((await browser.get(profile)).status).toBe(302);
	expect(browser.session(orgName)).toBeUndefined();
});
