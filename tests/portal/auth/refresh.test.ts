import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import {
	createStaff,
	expireAccessToken,
	logIn,
	readSession,
	sessionsOf,
	signedInBrowser,
} from "#tests/support/portal-session";
import { sessions } from "#worker/database/schema/auth";

const openFixture = async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	const signedIn = await signedInBrowser(staff);
	await expireAccessToken(signedIn.browser, staff);
	return { ...signedIn, staff, orgName: organisation.id, profile: `/${organisation.id}/user-profile` };
};

test("shows a page requested with an expired token, and gives the browser a new pair of tokens", async () => {
	const { browser, staff, orgName, profile } = await openFixture();
	const before = await readSession(browser, orgName);
	expect((await browser.get(profile)).status).toBe(200);
	const after = await readSession(browser, orgName);
	expect(after.accessToken).not.toBe(before.accessToken);
	expect(after.refreshToken).not.toBe(before.refreshToken);
	expect((await sessionsOf(staff)).map(({ generation }) => generation)).toEqual([1]);
});

test("accepts the page's forms after the tokens were renewed", async () => {
	const { browser, csrf, staff, orgName, profile } = await openFixture();
	await browser.get(profile);
	expect((await browser.post(`/${orgName}/logout`, { csrf })).status).toBe(302);
	expect((await sessionsOf(staff)).map(({ endReason }) => endReason)).toEqual(["logout"]);
});

test("carries out a form sent with an expired token", async () => {
	const { browser, csrf, orgName } = await openFixture();
	const response = await browser.post(`/${orgName}/notices`, { csrf, intent: "seen" });
	expect(response.headers.get("location")).toBe(`/${orgName}/notices?page=0`);
});

test("accepts simultaneous requests with the same expired cookie", async () => {
	const { browser, staff, orgName, profile } = await openFixture();
	const cookie = browser.session(orgName) ?? "";
	const loaders = ["shell", "root", "routes/users/profile", "routes/notifications/notices", "routes/search/results"];
	const pages: Record<string, string> = {
		"routes/notifications/notices": `/${orgName}/notices`,
		"routes/search/results": `/${orgName}/search`,
	};
	const responses = await Promise.all(
		[...loaders, ...loaders].map((id) => {
			const tab = openBrowser();
			tab.setSession(orgName, cookie);
			return tab.get(`${pages[id] ?? profile}?_data=${encodeURIComponent(id)}`);
		}),
	);
	expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
	expect((await sessionsOf(staff)).map(({ generation, endedAt }) => [generation, endedAt])).toEqual([[1, null]]);
});

test("redirects to the login page and clears the cookie when a refresh is refused", async () => {
	const { browser, staff, orgName, profile } = await openFixture();
	await testDb().update(sessions).set({ endedAt: 1, endReason: "logout" }).where(eq(sessions.userId, staff.id));
	const response = await browser.get(profile);
	expect(response.headers.get("location")).toBe(`/${orgName}?to=${encodeURIComponent(profile)}`);
	expect(browser.session(orgName)).toBeUndefined();
});

test("responds to data requests after the session's end with the login page's address", async () => {
	const { browser, staff, orgName, profile } = await openFixture();
	await testDb().delete(sessions).where(eq(sessions.userId, staff.id));
	const response = await browser.get(`${profile}?_data=shell`);
	expect(response.headers.get("x-remix-redirect")).toBe(`/${orgName}?to=${encodeURIComponent(profile)}`);
	expect(browser.session(orgName)).toBeUndefined();
});

test("ends the session for every browser when a copied cookie of an older generation is used", async () => {
	const { browser, staff, orgName, profile } = await openFixture();
	const copied = browser.session(orgName) ?? "";
	await browser.get(profile);
	await expireAccessToken(browser, staff);
	await browser.get(profile);
	const thief = openBrowser();
	thief.setSession(orgName, copied);
	expect((await thief.get(profile)).status).toBe(302);
	expect((await sessionsOf(staff)).map(({ endReason }) => endReason)).toEqual(["reuse"]);
	expect((await browser.get(profile)).status).toBe(302);
});

test("lets a user whose session has ended log in again in the same browser", async () => {
	const { browser, staff, profile } = await openFixture();
	await testDb().delete(sessions).where(eq(sessions.userId, staff.id));
	expect((await logIn(browser, staff)).status).toBe(302);
	expect((await browser.get(profile)).status).toBe(200);
});
