import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff } from "#tests/support/portal-session";
import { oneTimeTokens } from "#worker/database/schema/auth";
import { hashToken } from "#worker/http/keys";

const day = 86_400_000;
const passwords = { password: "Canoe-lantern 42", confirmPassword: "Canoe-lantern 42" };

/** Creates an emailed link, valid for a day by default. */
const mailed = async (expiresAt = Date.now() + day) => {
	const { id: organisationId } = await createOrganisation();
	const { id: userId } = await createStaff({ organisationId });
	const token = crypto.randomUUID();
	const row = { organisationId, userId, purpose: "reset" as const, createdAt: expiresAt - day, expiresAt };
	await testDb()
		.insert(oneTimeTokens)
		.values({ ...row, tokenHash: await hashToken(token) });
	return { base: `/${organisationId}`, link: `/${organisationId}/reset-request?user=${userId}&token=${token}` };
};

const expectRefused = async (base: string, response: Response) => {
	const page = await response.text();
	expect(response.status).toBe(410);
	expect(textOf(page)).toContain("Unable to reset users password");
	expect(page).not.toContain('type="password"');
	expect(linkOf(page, "Ask for a new link")).toBe(`${base}/forgot-password`);
};

test("does not use up a link by opening it", async () => {
	const { base, link } = await mailed();
	for (let look = 0; look < 3; look++) expect((await openBrowser().get(link)).status).toBe(200);
	const response = await openBrowser().post(link, passwords);
	expect([response.status, response.headers.get("location")]).toEqual([302, base]);
});

test("refuses a used link before a password is typed", async () => {
	const { base, link } = await mailed();
	await openBrowser().post(link, passwords);
	await expectRefused(base, await openBrowser().get(link));
});

test("refuses an expired link and an invented one in the same words", async () => {
	const { base, link } = await mailed(Date.now() - 1);
	const pages = [];
	for (const path of [
		link,
		`${base}/reset-request?user=nobody&token=x`,
		`${base}/reset-request`,
		`${link}${"x".repeat(300)}`,
	]) {
		const response = await openBrowser().get(path);
		pages.push(textOf(await response.clone().text()));
		await expectRefused(base, response);
	}
	expect(new Set(pages).size).toBe(1);
});

test("keeps a link usable after many visits", async () => {
	const { base, link } = await mailed();
	const browser = openBrowser();
	for (let look = 0; look < 101; look++) await browser.get(`${base}/reset-request?user=nobody&token=${look}`);
	const response = await browser.get(link);
	expect(response.status).toBe(200);
	expect(await response.text()).toContain('type="password"');
	expect((await browser.post(link, passwords)).status).toBe(302);
});

test("reports a refused request for a link and keeps the address", async () => {
	const { id } = await createOrganisation();
	await testDb().run(sql`ALTER TABLE rate_limits RENAME TO out_of_reach`);
	try {
		const response = await openBrowser().post(`/${id}/forgot-password`, { username: "ada@example.test" });
		const page = await response.text();
		expect(response.status).toBe(500);
		expect(textOf(page)).toContain("Unable to reset password");
		expect(page).toContain('value="ada@example.test"');
	} finally {
		await testDb().run(sql`ALTER TABLE out_of_reach RENAME TO rate_limits`);
	}
});
