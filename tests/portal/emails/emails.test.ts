import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { formOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";

const madeAt = Date.UTC(2026, 2, 2, 13, 5);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { firstName: "Ada" });
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	return {
		organisationId,
		application,
		applicant,
		browser,
		tab: `/${organisationId}/applicants/${applicant.id}/emails`,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});
const pageOf = async (search = "") => (await fixture.browser.get(fixture.tab + search)).text();

let count = 0;
/** Creates an email to the applicant, as the services store it. */
const createEmail = async (
	mail: Partial<typeof emails.$inferInsert> = {},
	text: Partial<typeof mailings.$inferInsert> = {},
) => {
	const { organisationId, application, applicant } = fixture;
	const id = `mail-${++count}`;
	const mailing: typeof mailings.$inferInsert = {
		organisationId,
		id,
		applicationId: application.id,
		subject: "Your documents",
		content: "<p>Hello</p>",
		status: "ready",
		sendAfter: 0,
		createdBy: "officer",
		senderUsername: "officer@example.edu",
		createdAt: madeAt,
		...text,
	};
	const email: typeof emails.$inferInsert = {
		organisationId,
		id,
		mailingId: id,
		applicantId: applicant.id,
		status: "sent",
		attempts: 1,
		dueAt: 0,
		recipient: "ada@example.com",
		mergeValues: {},
		sentAt: madeAt,
		createdAt: madeAt,
		...mail,
	};
	await testDb().batch([testDb().insert(mailings).values(mailing), testDb().insert(emails).values(email)]);
	return id;
};

const subjectsOf = (html: string) =>
	[...html.matchAll(/<h4\b[^>]*>([\s\S]*?)<\/h4>/g)].map(([, text = ""]) => textOf(text));

test("says that there are no mails, and links to the dialog", async () => {
	const page = await pageOf();
	expect(textOf(page)).toContain("No Emails found");
	expect(linkOf(page, "Send Email")).toBe(`${fixture.tab.replace("/emails", "/email")}?from=emails`);
	expect(linkOf(page, "Email")).toBe(fixture.tab);
});

test("lists mails newest first, with text and status", async () => {
	await createEmail({ createdAt: madeAt }, { subject: "First", createdAt: madeAt });
	await createEmail(
		{ status: "failed", attempts: 5, sentAt: null, reason: "No such mailbox", createdAt: madeAt + 1 },
		{ subject: "Second", content: '<p>Look <a href="https://example.edu">here</a></p>', createdAt: madeAt + 1 },
	);
	const page = await pageOf();
	expect(subjectsOf(page)).toEqual(["Second", "First"]);
	const text = textOf(page);
	expect(text).toContain("Second Failed March 2nd 2026, 14:05");
	expect(text).toContain("To ada@example.com");
	expect(text).toContain("written by officer@example.edu");
	expect(text).toContain("Tried 5 times, not sent No such mailbox");
	expect(text).toContain("Sent March 2nd 2026, 14:05");
	expect(linkOf(page, "here")).toBe("https://example.edu");
});

test("shows ten emails on a page, and links to the older ones", async () => {
	for (let index = 0; index < 11; index++) await createEmail({ createdAt: madeAt + index });
	const page = await pageOf("?view=full");
	expect(subjectsOf(page)).toHaveLength(10);
	expect(textOf(page)).toContain("1–10 of 11");
	const older = linkOf(page, "Older emails") ?? "";
	expect(older).toContain("view=full&emailPage=1");
	expect(subjectsOf(await pageOf(older.slice(older.indexOf("?"))))).toHaveLength(1);
});

test("sends a failed email again once", async () => {
	const id = await createEmail({ status: "failed", sentAt: null, reason: "No such mailbox" });
	const page = await pageOf();
	const form = formWith(page, id);
	const responses = [await fixture.browser.post(fixture.tab, form), await fixture.browser.post(fixture.tab, form)];
	expect(responses.map(({ status }) => status)).toEqual([302, 302]);
	expect(textOf(await pageOf())).toContain("The message is being sent again");
	const [row] = await testDb().select().from(emails).where(eq(emails.id, id));
	expect(row?.status).not.toBe("failed");
	const late = await fixture.browser.post(fixture.tab, { ...form, idempotencyKey: "another-key-of-mine" });
	expect(late.status).toBe(409);
	expect(textOf(await late.text())).toContain("This email is on its way, or has been sent.");
});

const formWith = (page: string, emailId: string): Record<string, string> => {
	const form = page.match(/<form\b[\s\S]*?<\/form>/g)?.find((one) => one.includes(`value="${emailId}"`)) ?? "";
	return formOf(form.replace("<form", '<form id="again"'), "again");
};

test("lets users without the privilege read mails but not resend them", async () => {
	const id = await createEmail({ status: "failed", sentAt: null });
	const form = formWith(await pageOf(), id);
	const privileges = ["candidate:r"];
	const { browser, csrf } = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges }),
	);
	const page = await (await browser.get(fixture.tab)).text();
	expect(subjectsOf(page)).toEqual(["Your documents"]);
	expect(tagsOf(page, "button").length).toBeGreaterThan(0);
	expect(textOf(page)).not.toContain("Try again");
	expect(linkOf(page, "Send Email")).toBeUndefined();
	expect((await browser.post(fixture.tab, { ...form, csrf })).status).toBe(403);
});

test("links a file that was sent with an email, and says so on a page when the file does not exist", async () => {
	const id = await createEmail();
	const { organisationId } = fixture;
	await testDb().insert(mailingAttachments).values({
		organisationId,
		id: "slip",
		mailingId: id,
		position: 0,
		name: "slip.pdf",
		mimetype: "application/pdf",
		size: 2048,
		objectKey: "nowhere",
	});
	const page = await pageOf();
	expect(textOf(page)).toContain("slip.pdf 2KB");
	const [link = ""] = linksOf(page).filter((href) => href.includes("/email-files/"));
	expect(link).toBe(fixture.tab.replace("/emails", "/email-files/slip"));
	const response = await fixture.browser.get(link);
	expect([response.status, textOf(await response.text())]).toMatchObject([
		404,
		expect.stringContaining("File not Found"),
	]);
});
