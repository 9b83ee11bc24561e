import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { openBrowser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { csrfOf, errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { whileUnwritable } from "#tests/support/unreadable";
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
/** Sends a dialog's form with what is typed into it. */
const press = async (part: string, typed: Record<string, string | File>, from = browser) => {
	const path = `${fixture.here}/${part}`;
	const form = openForm(await (await from.get(path)).text(), "settings");
	for (const [name, value] of Object.entries(typed)) form.set(name, value);
	return from.post(path, form);
};
const save = (undoWindowSeconds: string) => press("stage-changes", { undoWindowSeconds });
const rowOf = async () => {
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, fixture.organisationId));
	return row;
};
const kept = async () => (await rowOf())?.undoWindowSeconds;

test("saves the time to undo a stage change, says so in a toast and shows the new value", async () => {
	expect(openForm(await pageOf(`${fixture.here}/stage-changes`), "settings").get("undoWindowSeconds")).toBe("30");
	const response = await save(" 90 ");
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.here]);
	expect(await kept()).toBe(90);
	const page = textOf(await pageOf(fixture.here));
	expect(page).toContain("A change can now be undone for 90 seconds");
	expect(page).toContain("Time to undo a change 90 seconds");
	await save("0");
	expect(await kept()).toBe(0);
	expect(textOf(await pageOf(fixture.here))).toContain("Emails of a stage change now go out at once");
});

test("saves the quiet hours of reminders, and refuses a time that is none beside its field", async () => {
	expect(textOf(await pageOf(fixture.here))).toContain("Reminders wait From 21:00 to 07:00");
	const response = await press("quiet-hours", { quietFrom: "20:30", quietUntil: "08:00" });
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.here]);
	expect(await rowOf()).toMatchObject({ quietFrom: "20:30", quietUntil: "08:00" });
	expect(textOf(await pageOf(fixture.here))).toContain("From 20:30 to 08:00");
	const refused = await press("quiet-hours", { quietFrom: "25:00" });
	expect([refused.status, errorsOf(await refused.text(), "quietFrom")]).toEqual([422, "Enter a time such as 09:00"]);
	expect(textOf(await pageOf(`${fixture.here}/history`))).toContain("before: 21:00 now: 20:30");
});

test("saves for how many months logs are kept without scripts, and empties them again to keep all", async () => {
	expect(textOf(await pageOf(fixture.here))).toContain("For ever");
	const response = await press("logs", { logRetentionMonths: " 24 " });
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.here]);
	expect(await rowOf()).toMatchObject({ logRetentionMonths: 24 });
	const page = textOf(await pageOf(fixture.here));
	expect(page).toContain("Logs are now kept for 24 months");
	expect(openForm(await pageOf(`${fixture.here}/logs`), "settings").get("logRetentionMonths")).toBe("24");
	expect((await press("logs", { logRetentionMonths: "" })).status).toBe(302);
	expect(await rowOf()).toMatchObject({ logRetentionMonths: null });
	expect(textOf(await pageOf(fixture.here))).toContain("Logs are now kept for ever");
});

test.each(["11", "121", "-12", "12.5", "a year"])(
	"refuses to keep logs for “%s” months, and keeps it there",
	async (typed) => {
		const before = (await rowOf())?.logRetentionMonths;
		const response = await press("logs", { logRetentionMonths: typed });
		expect(response.status).toBe(422);
		const page = await response.text();
		expect(errorsOf(page, "logRetentionMonths")).toBe("Enter a whole number of months from 12 to 120, or nothing.");
		expect(openForm(page, "settings").get("logRetentionMonths")).toBe(typed);
		expect((await rowOf())?.logRetentionMonths).toBe(before);
	},
);

test.each(["", "601", "-1", "1.5", "soon"])("refuses “%s” beside the field, and keeps it there", async (typed) => {
	const before = await kept();
	const response = await save(typed);
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "undoWindowSeconds")).toBe("Enter a whole number of seconds from 0 to 600.");
	expect(openForm(page, "settings").get("undoWindowSeconds")).toBe(typed);
	expect(await kept()).toBe(before);
});

test("shows the settings without their dialogs to users who may not change them", async () => {
	const reader = await fixture.browserWith(["organisation:r"]);
	const page = await (await reader.get(fixture.here)).text();
	expect(textOf(page)).toContain("You can see these settings, but not change them.");
	expect(linksOf(page).filter((link) => link.startsWith(`${fixture.here}/`))).toEqual([`${fixture.here}/history`]);
	const form = openForm(await pageOf(`${fixture.here}/stage-changes`), "settings");
	expect((await reader.post(`${fixture.here}/stage-changes`, form)).status).toBe(403);
	expect((await browser.get(`${fixture.here}/nothing`)).status).toBe(404);
});

test("links every screen beside the daily work from the settings panel, for those who may open it", async () => {
	const names = ["Saved views", "Possible duplicates", "Emails sent", "Reasons", "Downloads", "Failed tasks", "Outbox"];
	const linkedFor = async (privileges: readonly Permission[]) => {
		const reader = await fixture.browserWith(privileges);
		const html = await (await reader.get(`/${fixture.organisationId}/user-profile`)).text();
		return names.filter((name) => linkOf(html, name));
	};
	expect(await linkedFor(["candidate:r", "templates:r", "candiemail:r"])).toEqual(names);
	expect(await linkedFor(["course:r"])).toEqual(["Downloads", "Failed tasks"]);
	const anybody = await fixture.browserWith(["course:r"]);
	const page = await (await anybody.get(`/${fixture.organisationId}/user-profile`)).text();
	expect(linkOf(page, "Switch organisation"), "in the menu of the account").toBe("/");
});

test("links the settings from the settings panel and the search page for users who may open them", async () => {
	const page = await pageOf(`/${fixture.organisationId}/user-profile`);
	expect(textOf(page)).toContain("General Configurations System Settings");
	expect(linkOf(page, "System Settings")).toBe(fixture.here);
	expect(linkOf(await pageOf(`/${fixture.organisationId}/search?q=system+settings`), "Go to System Settings")).toBe(
		fixture.here,
	);
	const bursar = await fixture.browserWith(["organisation:r", "paylog:r"]);
	const money = textOf(await (await bursar.get(`/${fixture.organisationId}/user-profile`)).text());
	expect(money).toMatch(
		/General Configurations System Settings.*Payment Settings Local payments International payments/,
	);
	expect(textOf(page)).toMatch(/Version 4\.0\.5/);
	const other = await fixture.browserWith(["course:r"]);
	const theirs = await (await other.get(`/${fixture.organisationId}/user-profile`)).text();
	expect(theirs).not.toContain("System Settings");
	expect(theirs).not.toContain("General Configurations");
});

test("saves what the institution says of itself, and keeps what was typed beside a refusal", async () => {
	const refused = await press("institution", { address: "1 College Road", applicantSiteUrl: "north" });
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "applicantSiteUrl")]).toEqual([
		422,
		"Enter an address that begins with https://.",
	]);
	expect(openForm(page, "settings").get("address")).toBe("1 College Road");
	const saved = await press("institution", {
		address: "1 College Road",
		courseAlias: "programme",
		timeZone: "Africa/Accra",
	});
	expect([saved.status, saved.headers.get("location")]).toEqual([302, fixture.here]);
	expect(textOf(await pageOf(fixture.here))).toContain("The institution was saved");
	expect(await rowOf()).toMatchObject({
		address: "1 College Road",
		courseAlias: "programme",
		timeZone: "Africa/Accra",
		applicantSiteUrl: null,
	});
});

test("a colleague who saved the same part meanwhile is shown, and replaced by saving again", async () => {
	const path = `${fixture.here}/institution`;
	const mine = openForm(await pageOf(path), "settings");
	await press("institution", { address: "2 Theirs Road" });
	await press("stage-changes", { undoWindowSeconds: "60" });
	mine.set("address", "3 My Road");
	const refused = await browser.post(path, mine);
	const page = await refused.text();
	expect(refused.status).toBe(409);
	expect(textOf(page)).toContain("Saved by somebody else. What you typed is kept below.");
	expect(textOf(page)).toContain("Postal address 2 Theirs Road");
	const again = openForm(page, "settings");
	expect(again.get("address")).toBe("3 My Road");
	expect((await browser.post(path, again)).status).toBe(302);
	expect((await rowOf())?.address).toBe("3 My Road");
});

test.each([
	["quiet-hours", { quietFrom: "20:00" }],
	["contacts", { "contacts[0].email": "registry@south.example" }],
	["logo", { logo: new File([redPixel], "logo.png") }],
] as const)("says of %s that the institution was not updated where something failed", async (part, typed) => {
	await whileUnwritable("organisations", async () => {
		const response = await press(part, { ...typed });
		expect([response.status, textOf(await response.text())]).toEqual([
			500,
			expect.stringContaining("Failed to update institution information"),
		]);
	});
});

test("what the login page says needs both texts, and is shown there at once", async () => {
	const refused = await press("portal", { portalTitle: "Staff of the college", welcomeMessage: " " });
	const page = await refused.text();
	const text = "Portal Title and Welcome Message are required";
	expect([refused.status, errorsOf(page, "welcomeMessage"), errorsOf(page, "portalTitle")]).toEqual([
		422,
		text,
		undefined,
	]);
	expect(openForm(page, "settings").get("portalTitle")).toBe("Staff of the college");
	await press("portal", { portalTitle: "Staff of the college", welcomeMessage: "Good morning." });
	const login = textOf(await (await openBrowser().get(`/${fixture.organisationId}`)).text());
	expect(login).toContain("Staff of the college Good morning.");
	expect(login).not.toContain("Sign in to the admissions portal");
});

test("contacts are added, moved and removed without scripts, and a wrong address is refused beside it", async () => {
	const path = `${fixture.here}/contacts`;
	const send = async (page: string, intent: string | null, typed: Record<string, string> = {}) => {
		const form = openForm(page, "settings");
		for (const [name, value] of Object.entries(typed)) form.set(name, value);
		if (intent) form.set("__intent__", intent);
		return browser.post(path, form);
	};
	const pressed = async (page: string, label: string, typed: Record<string, string> = {}) => {
		const [, value = ""] = new RegExp(`<button[^>]*?value="([^"]*)"[^>]*>(?:(?!</button>).)*${label}`).exec(page) ?? [];
		const answer = await send(page, value.replaceAll("&quot;", '"'), typed);
		expect(answer.status).toBe(200);
		return answer.text();
	};
	const first = { "contacts[0].email": "registry@north.example", "contacts[0].phone": "0800 1" };
	const two = await pressed(await pageOf(path), "Add a contact", first);
	expect(openForm(two, "settings").get("contacts[0].email")).toBe("registry@north.example");
	const refused = await send(two, null, { "contacts[1].email": "bursary" });
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "contacts[1].email"), errorsOf(page, "contacts[0].email")]).toEqual([
		400,
		"One or more email is in the wrong format",
		undefined,
	]);
	expect(textOf(page).match(/wrong format/g), "said once").toHaveLength(1);
	const saved = await send(page, null, { "contacts[1].email": "bursary@north.example" });
	expect([saved.status, saved.headers.get("location")]).toEqual([302, fixture.here]);
	expect(textOf(await pageOf(fixture.here))).toContain("registry@north.example · 0800 1 bursary@north.example");
});

test("a logo is uploaded and removed without scripts, is refused beside its field, and is shown on the login page", async () => {
	const login = async () =>
		tagsOf(await (await openBrowser().get(`/${fixture.organisationId}`)).text(), "img")
			.filter((tag) => !tag.includes("google"))
			.join();
	expect(await login()).toBe("");
	const upload = (bytes: Uint8Array<ArrayBuffer>) => press("logo", { logo: new File([bytes], "logo.png") });
	for (const [bytes, status, text] of [
		[new TextEncoder().encode("<svg><script>alert(1)</script></svg>"), 422, "Choose a picture: JPEG or PNG."],
		[new Uint8Array(50_000_000), 413, "A logo can have at most 2 MB. Choose a smaller one."],
		[new Uint8Array(2_500_000), 413, "A logo can have at most 2 MB. Choose a smaller one."],
	] as const) {
		const refused = await upload(bytes);
		expect([refused.status, errorsOf(await refused.text(), "logo")]).toEqual([status, expect.stringContaining(text)]);
	}
	const none = await press("logo", {});
	expect([none.status, errorsOf(await none.text(), "logo")]).toEqual([422, "Choose a picture"]);
	expect((await upload(redPixel)).status).toBe(302);
	const [address = ""] = /\/api\/organisation\/[^"]+/.exec(await login()) ?? [];
	const shown = await openBrowser().get(address);
	expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
	expect(tagsOf(await pageOf(fixture.here), "img").join()).toContain(address);
	expect((await press("logo", { remove: "yes" })).status).toBe(302);
	expect(await login()).toBe("");
});

test("the history says who changed what, shows former logos, and restores them", async () => {
	const path = `${fixture.here}/history`;
	const page = await pageOf(path);
	expect(textOf(page)).toContain("Postal address before: 2 Theirs Road now: 3 My Road");
	expect(tagsOf(page, "img").join()).toContain("/logo?version=");
	const [changeId = ""] = buttonsOf(page, "changeId");
	const form = new FormData();
	form.set("csrf", csrfOf(page));
	form.set("changeId", changeId);
	const restored = await browser.post(path, form);
	expect([restored.status, restored.headers.get("location")]).toEqual([302, path]);
	expect(textOf(await pageOf(path))).toContain("restored a former state");
	expect(tagsOf(await pageOf(fixture.here), "img").join(), "the logo that had been removed").toContain(
		"/logo?version=",
	);
});
