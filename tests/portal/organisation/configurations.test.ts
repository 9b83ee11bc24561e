import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { Permission } from "#worker/contract/permissions";
import { organisations } from "#worker/database/schema/organisations";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const browserWith = async (privileges: readonly Permission[]) =>
		(await signedInBrowser(await createStaff({ organisationId, privileges }))).browser;
	return { organisationId, here: `/${organisationId}/configurations`, browserWith };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
let browser: Awaited<ReturnType<(typeof fixture)["browserWith"]>>;
beforeAll(async () => {
	fixture = await openFixture();
	browser = await fixture.browserWith(["organisation:u"]);
});
const pageOf = async (path: string) => (await browser.get(path)).text();
const save = async (undoWindowSeconds: string) => {
	const form = openForm(await pageOf(fixture.here), "settings");
	form.set("undoWindowSeconds", undoWindowSeconds);
	return browser.post(fixture.here, form);
};
const kept = async () => {
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, fixture.organisationId));
	return row?.undoWindowSeconds;
};

test("saves the time to undo a stage change, says so in a toast and shows the new value", async () => {
	expect(openForm(await pageOf(fixture.here), "settings").get("undoWindowSeconds")).toBe("30");
	const response = await save(" 90 ");
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.here]);
	expect(await kept()).toBe(90);
	const page = await pageOf(fixture.here);
	expect(textOf(page)).toContain("A change can now be undone for 90 seconds");
	expect(openForm(page, "settings").get("undoWindowSeconds")).toBe("90");
	await save("0");
	expect(await kept()).toBe(0);
	expect(textOf(await pageOf(fixture.here))).toContain("Emails of a stage change now go out at once");
});

test.each(["", "601", "-1", "1.5", "soon"])("refuses “%s” beside the field, and keeps it there", async (typed) => {
	const before = await kept();
	const response = await save(typed);
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "undoWindowSeconds")).toBe("Enter a whole number of seconds from 0 to 600.");
	expect(openForm(page, "settings").get("undoWindowSeconds")).toBe(typed);
	expect(await kept()).toBe(before);
});

test("shows the settings read-only to users who may not change them", async () => {
	const reader = await fixture.browserWith(["organisation:r"]);
	const page = await (await reader.get(fixture.here)).text();
	expect(textOf(page)).toContain("You can see these settings, but not change them.");
	expect(page).toMatch(/<fieldset disabled/);
	const form = openForm(page, "settings");
	form.set("undoWindowSeconds", "5");
	expect((await reader.post(fixture.here, form)).status).toBe(403);
});

test("links every screen beside the daily work from the settings panel, for those who may open it", async () => {
	const names = ["Saved views", "Possible duplicates", "Reasons", "Downloads", "Failed tasks", "Outbox"];
	const linkedFor = async (privileges: readonly Permission[]) => {
		const reader = await fixture.browserWith(privileges);
		const html = await (await reader.get(`/${fixture.organisationId}/user-profile`)).text();
		return names.filter((name) => linkOf(html, name));
	};
	expect(await linkedFor(["candidate:r", "templates:r", "candiemail:r"])).toEqual(names);
	expect(await linkedFor(["course:r"])).toEqual(["Downloads", "Failed tasks"]);
});

test("links the settings from the settings panel and the search page for users who may open them", async () => {
	const page = await pageOf(`/${fixture.organisationId}/user-profile`);
	expect(textOf(page)).toContain("General Configurations System Settings");
	expect(linkOf(page, "System Settings")).toBe(fixture.here);
	expect(linkOf(await pageOf(`/${fixture.organisationId}/search?q=system+settings`), "Go to System Settings")).toBe(
		fixture.here,
	);
	const other = await fixture.browserWith(["course:r"]);
	const theirs = await (await other.get(`/${fixture.organisationId}/user-profile`)).text();
	expect(theirs).not.toContain("System Settings");
	expect(theirs).not.toContain("General Configurations");
});

test("saves what the institution says of itself, and keeps what was typed beside a refusal", async () => {
	const { here, organisationId } = fixture;
	const send = async (change: Record<string, string>) => {
		const form = openForm(await pageOf(here), "institution");
		for (const [name, value] of Object.entries(change)) form.set(name, value);
		return browser.post(here, form);
	};
	const refused = await send({ address: "1 College Road", email: "help" });
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "email")]).toEqual([422, "One or more email is in the wrong format"]);
	expect(openForm(page, "institution").get("address")).toBe("1 College Road");
	const saved = await send({ address: "1 College Road", email: "help@north.example", courseAlias: "programme" });
	expect([saved.status, saved.headers.get("location")]).toEqual([302, here]);
	expect(textOf(await pageOf(here))).toContain("The institution was saved");
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
	expect(row).toMatchObject({ address: "1 College Road", email: "help@north.example", courseAlias: "programme" });
});
