import { expect, test } from "vitest";
import { createOrganisation, createStructure, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { errorsOf, formOf, textOf } from "#tests/support/portal-page";
import { createStaff, logIn, password, readSession, signedInBrowser } from "#tests/support/portal-session";
import { roles, userRoles } from "#worker/database/schema/auth";

const openFixture = async (privileges?: readonly string[]) => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id, ...(privileges && { privileges }) });
	return { organisation, staff, browser: openBrowser() };
};

test("shows the specified errors beside the fields of an empty form", async () => {
	const { organisation, browser } = await openFixture();
	const response = await browser.post(`/${organisation.id}`, { username: "", password: "" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "username")).toBe("Enter Username");
	expect(errorsOf(page, "password")).toBe("Enter Password");
});

test("shows the specified error for a wrong password, and keeps everything typed except the password", async () => {
	const { organisation, staff, browser } = await openFixture();
	const fields = { username: staff.email, password: "Wrong & lost 1!" };
	const response = await browser.post(`/${organisation.id}`, fields);
	expect(response.status).toBe(401);
	const page = await response.text();
	expect(textOf(page)).toContain("Invalid Username or Password");
	expect(formOf(page, "login")).toMatchObject({ username: staff.email, password: "" });
	expect(page).not.toContain("Wrong & lost");
	expect(page).not.toContain("Wrong &amp; lost");
	expect(browser.session(organisation.id)).toBeUndefined();
});

test("shows hostile names as text", async () => {
	const { organisation, browser } = await openFixture();
	const username = `"><script>alert(1)</script>`;
	const page = await (await browser.post(`/${organisation.id}`, { username, password: "x" })).text();
	expect(formOf(page, "login").username).toBe(username);
	expect(page).not.toContain(username);
});

test("responds to a blocked user as to a wrong password", async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id, blocked: true });
	const browser = openBrowser();
	const response = await logIn(browser, staff);
	expect(response.status).toBe(401);
	expect(textOf(await response.text())).toContain("Invalid Username or Password");
	expect(browser.session(organisation.id)).toBeUndefined();
});

test("redirects to the first page the user may open after login", async () => {
	const { organisation, staff, browser } = await openFixture(["candidate:r"]);
	const response = await logIn(browser, staff);
	expect([response.status, response.headers.get("location")]).toEqual([302, `/${organisation.id}/applicants`]);
});

test("redirects a user who may open no page to their profile", async () => {
	const { organisation, staff, browser } = await openFixture([]);
	const response = await logIn(browser, staff);
	expect(response.headers.get("location")).toBe(`/${organisation.id}/user-profile`);
	const profile = await browser.get(`/${organisation.id}/user-profile`);
	expect(profile.status).toBe(200);
	const page = textOf(await profile.text());
	for (const said of ["My Profile", "so there is nothing in the navigation"]) expect(page).toContain(said);
});

test("redirects logged-in users from the login page", async () => {
	const { organisation, staff } = await openFixture(["candidate:r"]);
	const { browser } = await signedInBrowser(staff);
	const response = await browser.get(`/${organisation.id}`);
	expect(response.headers.get("location")).toBe(`/${organisation.id}/applicants`);
});

test("sets a session cookie that scripts cannot read and that is limited to the organisation's path", async () => {
	const { organisation, staff, browser } = await openFixture();
	const set = (await logIn(browser, staff)).headers
		.getSetCookie()
		.find((line) => line.startsWith("__Secure-matricula="));
	expect(set).toMatch(/; HttpOnly(;|$)/);
	expect(set).toMatch(/; SameSite=Lax(;|$)/);
	expect(set).toMatch(/; Secure(;|$)/);
	expect(set).toContain(`; Path=/${organisation.id};`);
});

test("does not mark the cookie Secure on a developer's plain-http machine", async () => {
	const { organisation, staff, browser } = await openFixture();
	const origin = "http://localhost:8787";
	const fields = { username: staff.email, password };
	const response = await browser.post(`/${organisation.id}`, fields, { origin });
	const set = response.headers.getSetCookie().find((line) => line.startsWith("matricula="));
	expect(set).toContain("HttpOnly");
	expect(set).not.toContain("Secure");
});

test("shows tokens in no page and in no data", async () => {
	const { organisation, staff } = await openFixture();
	const { browser } = await signedInBrowser(staff);
	const { accessToken, refreshToken } = await readSession(browser, organisation.id);
	const base = `/${organisation.id}`;
	const data = ["/user-profile?_data=shell", "/user-profile?_data=root", "/search?_data=routes%2Fsearch%2Fresults"];
	for (const path of ["/user-profile", "/applicants", "/search?q=a", "/notices", ...data]) {
		const response = await browser.get(base + path);
		const body = await response.text();
		expect(response.status, path).toBe(200);
		expect(body.includes(accessToken) || body.includes(refreshToken), path).toBe(false);
	}
});

test("responds to an unknown organisation with the search page and status 404", async () => {
	const response = await openBrowser().get("/no-such-place");
	expect(response.status).toBe(404);
	expect(textOf(await response.text())).toContain("Organisation could not be found");
});

test("opens no session for a login at an unknown organisation", async () => {
	const browser = openBrowser();
	const response = await browser.post("/no-such-place", { username: "a@b.example", password: "x" });
	expect(response.status).toBeGreaterThanOrEqual(400);
	expect(response.status).toBeLessThan(500);
	expect(browser.session("no-such-place")).toBeUndefined();
});

test("searches organisations by name on the first page", async () => {
	const organisation = await createOrganisation({ name: "Zaria Polytechnic" });
	const page = await (await openBrowser().get("/?name=zaria")).text();
	expect(textOf(page)).toContain("Organisation not Selected");
	expect(page).toContain(`href="/${organisation.id}"`);
});

test("tells a user to wait when too many sign in at once", async () => {
	const { organisation, staff, browser } = await openFixture();
	const post = () => browser.post(`/${organisation.id}`, { username: staff.email, password: "wrong" });
	const responses = await Promise.all(Array.from({ length: 40 }, post));
	const [refused] = responses.filter(({ status }) => status === 503);
	expect(refused?.headers.get("retry-after")).toBe("5");
	expect(textOf((await refused?.text()) ?? "")).toContain("Many people are signing in at this moment.");
});

test("signs in a user of 30 roles with a cookie that browsers keep, which holds tokens only", async () => {
	const { organisation, staff, browser } = await openFixture();
	const organisationId = organisation.id;
	const { departmentId } = await createStructure(organisationId);
	for (let index = 0; index < 30; index++) {
		const roleId = `role-${staff.id}-${index}`;
		const name = `Admissions Officer of the Department of Physics ${index}`;
		const role = { organisationId, id: roleId, name, privileges: [], createdAt: 0, updatedAt: 0 };
		const held = { organisationId, userId: staff.id, roleId, adminLevelItemId: departmentId };
		await testDb().batch([testDb().insert(roles).values(role), testDb().insert(userRoles).values(held)]);
	}
	const response = await logIn(browser, staff);
	const lines = response.headers.getSetCookie();
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) expect(line.length).toBeLessThan(2_000);
	const session = await readSession(browser, organisationId);
	expect(session.accessToken.length + session.refreshToken.length).toBeLessThan(1_000);
	expect((await browser.get(`/${organisationId}/user-profile`)).status).toBe(200);
	const [, value = ""] = /^__Secure-matricula=([^;]+)\./m.exec(lines.join("\n")) ?? [];
	expect(Object.keys(JSON.parse(atob(decodeURIComponent(value))))).toEqual(["accessToken", "refreshToken", "csrf"]);
});
