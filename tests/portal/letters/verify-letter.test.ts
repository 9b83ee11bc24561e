import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { errorsOf, formOf, linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { groupLetterCode } from "#worker/contract/text/letter-code";
import { applicants, letters } from "#worker/database/schema/applicants";
import { rateLimits } from "#worker/database/schema/auth";
import { templates } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId, name } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const template = `${organisationId}-admission`;
	await testDb().insert(templates).values({
		organisationId,
		id: template,
		name: "Admission letter",
		type: "document",
		content: "<p>Dear {{firstName}}</p>",
		createdAt: 1,
		updatedAt: 1,
	});
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	/** Sends the form of a dialog as the page shows it, with what is typed. */
	const send = async (path: string, form: string, typed: Record<string, string> = {}) =>
		browser.post(path, { ...formOf(await pageOf(path), form), ...typed });
	return {
		organisationId,
		name,
		course: application.courses[0],
		browser,
		sheet,
		pageOf,
		send,
		make: () => send(`${sheet}/letter/new?template=${template}`, "make-letter"),
		withdraw: (reason: string) => send(`${sheet}/letter/withdraw`, "withdraw-letter", { reason }),
		replace: (reason: string) => send(`${sheet}/letter/replace`, "replace-letter", { reason }),
		rows: () =>
			testDb().select().from(letters).where(eq(letters.organisationId, organisationId)).orderBy(letters.createdAt),
		/** Opens a page as somebody without a session. */
		open: async (path: string) => {
			const response = await openBrowser().get(`/${organisationId}/verify${path}`);
			return { status: response.status, headers: response.headers, page: await response.text() };
		},
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	await testDb().delete(rateLimits);
	fixture = await openFixture();
});
const codeOf = async (index = 0) => (await fixture.rows())[index]?.code ?? "";

test("says to anybody with the code that a letter is genuine, with name, course and date alone", async () => {
	await fixture.make();
	const code = await codeOf();
	const { status, headers, page } = await fixture.open(`/${code}`);
	expect(status).toBe(200);
	expect(headers.get("x-robots-tag")).toContain("noindex");
	const text = textOf(page);
	for (const shown of [
		"This letter is genuine",
		"Adaeze Chinonso Okafor",
		fixture.course?.title,
		groupLetterCode(code),
	])
		expect(text).toContain(shown);
	for (const hidden of ["Hauwa", "@", "Admission letter", "NO/26"]) expect(text).not.toContain(hidden);
	expect(/<title>([^<]*)/.exec(page)?.[1]).toBe(`Check a letter · ${fixture.name}`);
});

test("asks for a code, leads to its page, and says what is wrong with one", async () => {
	await fixture.make();
	const code = await codeOf();
	const { status, page } = await fixture.open("");
	expect([status, textOf(page)]).toMatchObject([200, expect.stringContaining("Check a letter")]);
	const typed = encodeURIComponent(groupLetterCode(code).toLowerCase());
	const led = await fixture.open(`?code=${typed}`);
	expect([led.status, led.headers.get("location")]).toEqual([302, `/${fixture.organisationId}/verify/${code}`]);
	const empty = await fixture.open("?code=");
	expect([empty.status, errorsOf(empty.page, "code")]).toEqual([422, "Enter the code of the letter."]);
	const wrong = await fixture.open("?code=%3Cb%3Enone");
	expect(wrong.status).toBe(422);
	expect(errorsOf(wrong.page, "code")).toMatch(/^This is no code of a letter\./);
	expect(wrong.page).not.toContain("<b>none");
});

test("does not find unknown codes, and says so on a page of its own", async () => {
	for (const code of ["7KQMX2PD9WHT", "none", "x".repeat(300), "%F0%9F%98%80"]) {
		const { status, page } = await fixture.open(`/${code}`);
		expect([code, status]).toEqual([code, 404]);
		expect(textOf(page)).toContain("No letter has this code");
	}
	await fixture.make();
	const { id: elsewhere } = await createOrganisation();
	const other = await openBrowser().get(`/${elsewhere}/verify/${await codeOf()}`);
	expect(other.status).toBe(404);
	await other.body?.cancel();
});

test("makes an address that looks too often wait", async () => {
	for (let looked = 0; looked < 60; looked++) await fixture.open("/7KQMX2PD9WHT");
	const { status, page } = await fixture.open("/7KQMX2PD9WHT");
	expect([status, textOf(page)]).toMatchObject([429, expect.stringContaining("Too many attempts")]);
});

test("withdraws the letter in force with a reason, and keeps the tab", async () => {
	await fixture.make();
	const { sheet, pageOf } = fixture;
	await fixture.open(`/${await codeOf()}`);
	const before = await pageOf(`${sheet}/letter`);
	expect(textOf(before)).toMatch(/checked 1 time, last/);
	expect(linkOf(before, "Withdraw")).toBe(`${sheet}/letter/withdraw`);
	const empty = await fixture.withdraw(" ");
	expect([empty.status, errorsOf(await empty.text(), "reason")]).toEqual([422, "Enter the reason"]);
	const response = await fixture.withdraw("The results were not confirmed");
	expect([response.status, response.headers.get("location")]).toEqual([302, `${sheet}/letter`]);
	const page = await pageOf(`${sheet}/letter`);
	const text = textOf(page);
	expect(text).toContain("Admission letter was withdrawn");
	expect(text).toContain("No letter is in force.");
	expect(text).toMatch(/Withdrawn .+ by Hauwa Bello: The results were not confirmed/);
	expect(linkOf(page, "Withdraw")).toBeUndefined();
	expect(linkOf(page, "Offer Letter")).toBe(`${sheet}/letter`);
	expect(textOf(await pageOf(`${sheet}/activity-log`))).toContain(
		"Offer letter withdrawn: Admission letter. The results were not confirmed",
	);
	expect(textOf((await fixture.open(`/${await codeOf()}`)).page)).toContain("This letter was withdrawn");
	expect(textOf(await pageOf(`${sheet}/letter/withdraw`))).toContain("The applicant has no letter in force.");
});

test("replaces the letter in force by one from the same template, and the old one says so", async () => {
	await fixture.make();
	const { sheet, pageOf } = fixture;
	const dialog = await pageOf(`${sheet}/letter/replace`);
	expect(tagsOf(dialog, "iframe").join()).toContain("/letter-preview?template=");
	const response = await fixture.replace("The name was misspelt");
	expect(response.status).toBe(302);
	const opened = response.headers.get("location") ?? "";
	expect(opened).toMatch(new RegExp(`^${sheet}/letter/[\\w-]+$`));
	expect(textOf(await pageOf(opened))).toContain("Admission letter was made in its place");
	expect(textOf(await pageOf(`${sheet}/letter`))).toMatch(/In force .* Replaced/);
	const states = [];
	for (const { code } of await fixture.rows()) states.push(textOf((await fixture.open(`/${code}`)).page));
	expect(states.filter((text) => text.includes("This letter is genuine"))).toHaveLength(1);
	expect(states.filter((text) => text.includes("This letter was replaced"))).toHaveLength(1);
});

test("keeps the reason's field beside a template of which no letter can be made, and offers none", async () => {
	await fixture.make();
	const { organisationId, sheet, pageOf } = fixture;
	await testDb()
		.insert(templates)
		.values({
			organisationId,
			id: `${organisationId}-broken`,
			name: "Broken",
			type: "document",
			content: "<p>Dear {{nobody}}</p>",
			createdAt: 1,
			updatedAt: 1,
		});
	const dialog = await pageOf(`${sheet}/letter/replace?template=${organisationId}-broken`);
	expect(textOf(dialog)).toContain("{{nobody}}");
	expect(formOf(dialog, "replace-letter")).toHaveProperty("reason");
	expect([tagsOf(dialog, "iframe"), textOf(dialog).includes("Replace letter")]).toEqual([[], false]);
	expect(linkOf(dialog, "Cancel")).toBe(`${sheet}/letter`);
	const form = { ...formOf(dialog, "replace-letter"), reason: "By keys" };
	const refused = await fixture.browser.post(`${sheet}/letter/replace?template=${organisationId}-broken`, form);
	expect([refused.status, textOf(await refused.text()).split("{{nobody}}").length - 1]).toEqual([422, 1]);
});

test("does not withdraw a letter that a colleague has replaced meanwhile", async () => {
	await fixture.make();
	const path = `${fixture.sheet}/letter/withdraw`;
	const form = formOf(await fixture.pageOf(path), "withdraw-letter");
	await fixture.replace("The name was misspelt");
	const response = await fixture.browser.post(path, { ...form, reason: "A mistake" });
	expect(response.status).toBe(409);
	expect(textOf(await response.text())).toContain("This letter is no longer in force.");
	expect((await fixture.rows()).filter(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([]);
});

test("offers both to users who may change applicants, where a letter is in force", async () => {
	const { sheet, organisationId } = fixture;
	const menuOf = async (page: string) => [/letter\/replace/.test(page), /letter\/withdraw/.test(page)];
	expect(await menuOf(await fixture.pageOf(sheet))).toEqual([false, false]);
	await fixture.make();
	expect(await menuOf(await fixture.pageOf(sheet))).toEqual([true, true]);
	const reader = await createStaff({ organisationId, privileges: ["candidate:r"] });
	const { browser } = await signedInBrowser(reader);
	const tab = await (await browser.get(`${sheet}/letter`)).text();
	expect(await menuOf(tab)).toEqual([false, false]);
	expect(textOf(tab)).toContain("In force");
	for (const dialog of ["withdraw", "replace"])
		expect((await browser.get(`${sheet}/letter/${dialog}`)).status, dialog).toBe(403);
});

test("says of a letter from before there were codes that it cannot be checked", async () => {
	await fixture.make();
	await testDb().update(letters).set({ code: null }).where(eq(letters.organisationId, fixture.organisationId));
	expect(textOf(await fixture.pageOf(`${fixture.sheet}/letter`))).toContain("Without a code");
});

test("an applicant without a letter in force counts as one without a letter", async () => {
	await fixture.make();
	await fixture.withdraw("A mistake");
	const [row] = await testDb().select().from(applicants).where(eq(applicants.organisationId, fixture.organisationId));
	expect(row?.letterUrl).toBeNull();
});
