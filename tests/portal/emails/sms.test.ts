import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { mailings } from "#worker/database/schema/emails";
import { templates } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const ada = await createApplicant(application, { firstName: "Ada" });
	const bola = await createApplicant(application, { firstName: "Bola" });
	await testDb().update(applicants).set({ phone: "0803 123 4567" }).where(eq(applicants.id, ada.id));
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	return { organisationId, ada, bola, browser, base: `/${organisationId}/applicants` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();

const press = async (path: string, intent: string, fields: Record<string, string> = {}, page?: string) => {
	const form = openForm(page ?? (await pageOf(path)), "send-sms");
	for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
	return fixture.browser.post(path, form);
};
const written = () =>
	testDb()
		.select({ channel: mailings.channel, subject: mailings.subject, content: mailings.content })
		.from(mailings)
		.where(eq(mailings.organisationId, fixture.organisationId));

test("previews an SMS with its messages, sends it and returns to where it was opened", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/sms?from=emails`;
	expect(textOf(await pageOf(path))).toContain("+2348031234567");
	const shown = await (await press(path, "preview", { message: "Dear {{firstName}},\ncome." })).text();
	expect(textOf(shown)).toContain("To 1 phone");
	expect(textOf(shown)).toMatch(/Dear Ada, come\. 15 characters, 1 message, 145 left\./);
	const sent = await press(path, "send", {}, shown);
	expect([sent.status, sent.headers.get("location")]).toEqual([302, `${fixture.base}/${fixture.ada.id}/emails`]);
	expect(await written()).toEqual([
		{ channel: "sms", subject: "Dear {{firstName}}, come.", content: "Dear {{firstName}},\ncome." },
	]);
	const tab = textOf(await pageOf(sent.headers.get("location") ?? ""));
	expect(tab).toContain("SMS is being sent Show delivery");
	expect(tab).toContain("SMS: Dear Ada, come.");
	expect(textOf(await pageOf(`/${fixture.organisationId}/mailings`))).toContain("SMS: Dear {{firstName}}, come.");
});

test("names who has no number before it is sent to a selection, and sends after that", async () => {
	const path = `${fixture.base}/sms?id=${fixture.ada.id}&id=${fixture.bola.id}`;
	const page = await pageOf(path);
	expect(textOf(page)).toContain("Selected, 1 without a usable number (2)");
	const refused = await press(path, "send", { message: "Come." }, page);
	expect(refused.status).toBe(422);
	const warned = await refused.text();
	expect(textOf(warned)).toContain("Look at the preview and its warnings, then send.");
	expect(textOf(warned)).toMatch(/1 applicant has no phone number that an SMS can reach, and would get none: Bola/);
	expect(openForm(warned, "send-sms").get("message")).toBe("Come.");
	expect(await written()).toEqual([]);
	expect((await press(path, "send", {}, warned)).status).toBe(302);
	expect(await written()).toHaveLength(1);
});

test("is not sent to somebody without a number, and says so", async () => {
	const path = `${fixture.base}/${fixture.bola.id}/sms`;
	expect(textOf(await pageOf(path))).toContain("1 applicant has no phone number that an SMS can reach");
	const refused = await press(path, "send", { message: "Come." });
	expect(textOf(await refused.text())).toContain("No recipient has a phone number that an SMS can reach.");
	expect(await written()).toEqual([]);
});

test.each([
	["", "Kindly enter the text of your SMS"],
	["Dear {{nobody}}", "The text has a merge field that does not exist: {{nobody}}"],
	["x".repeat(671), "An SMS can have at most 670 characters."],
])("keeps what was typed beside its error", async (message, error) => {
	const path = `${fixture.base}/${fixture.ada.id}/sms`;
	for (const intent of ["preview", "send"]) {
		const response = await press(path, intent, { message });
		expect(response.status).toBe(422);
		const page = await response.text();
		expect(errorsOf(page, "message")).toBe(error);
		expect(openForm(page, "send-sms").get("message")).toBe(message);
	}
});

test("begins with a template, and sends one SMS when the form is sent twice", async () => {
	const id = `${fixture.organisationId}-notice`;
	const row = { organisationId: fixture.organisationId, id, name: "Notice", type: "sms" as const };
	await testDb()
		.insert(templates)
		.values({ ...row, content: "{{firstName}}, admitted.", createdAt: 1, updatedAt: 1 });
	const path = `${fixture.base}/${fixture.ada.id}/sms`;
	const filled = await (await press(path, "template", { template: id })).text();
	expect(openForm(filled, "send-sms").get("message")).toBe("{{firstName}}, admitted.");
	const sent = await Promise.all([press(path, "send", {}, filled), press(path, "send", {}, filled)]);
	expect(sent.map(({ status }) => status)).toEqual([302, 302]);
	expect(await written()).toHaveLength(1);
});
