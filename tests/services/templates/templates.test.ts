import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { letters } from "#worker/database/schema/applicants";
import { userRoles } from "#worker/database/schema/auth";
import { outboxMails } from "#worker/database/schema/records";
import { reminders } from "#worker/database/schema/reminders";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ courseCount: 1 });
});

interface Row {
	id: string;
	name: string;
	active: boolean;
	subject: string | null;
	content: string;
	version: number;
	error?: string;
	code?: string;
	fields?: Record<string, string[]>;
}

const email = { type: "email", name: "Offer", subject: "Your offer", content: "<p>Dear {{firstName}}</p>" };
const create = (more: object = {}) => staff.send<Row>("POST", "/templates", { ...email, ...more });

test("stores a text without what could run, and SMS as plain text", async () => {
	const { status, body } = await create({
		content: '<p onclick="x()">Dear <b>{{firstName}}</b></p><script>alert(1)</script>',
	});
	expect([status, body.content]).toEqual([201, "<p>Dear <strong>{{firstName}}</strong></p>"]);
	const letter = await create({ type: "document", content: '<h1>Offer</h1><img src="https://a.example/x.png">' });
	expect([letter.body.subject, letter.body.content]).toEqual([null, "<h1>Offer</h1>"]);
	const sms = await create({ type: "sms", content: "5 < 6 & <b>{{firstName}}</b>\r\nBye" });
	expect(sms.body.content).toBe("5 < 6 & <b>{{firstName}}</b>\nBye");
});

test.each([
	[{ content: "<p>Dear {{fristName}}</p>" }, "merge_field_unknown", "content", /does not exist: \{\{fristName\}\}/],
	[{ content: "<p>Dear {{firstName</p>" }, "merge_field_unclosed", "content", /not closed: “\{\{firstName/],
	[
		{ type: "document", content: "<h1>Letter</h1><p>{{courseTitle</p>" },
		"merge_field_unclosed",
		"content",
		/not closed/,
	],
	[
		{ content: '<p><a href="https://a.example/{{reference">Your form</a></p>' },
		"merge_field_unclosed",
		"content",
		/not closed: “\{\{reference/,
	],
	[{ name: "a".repeat(10_000) }, "invalid", "name", /at most/],
	[{ subject: "For {{lastName}" }, "merge_field_unclosed", "subject", /not closed/],
	[{ subject: " " }, "invalid", "subject", /Enter a subject/],
	[{ content: "<script>only</script>" }, "invalid", "content", /Enter the text/],
	[{ type: "sms", content: "a".repeat(671) }, "invalid", "content", /at most 670/],
	[{ content: "a".repeat(200_001) }, "invalid", "content", /at most 200,000/],
])("refuses %o beside the field", async (wrong, code, field, text) => {
	const { status, body } = await create(wrong);
	expect([status, body.code]).toEqual([422, code]);
	expect(body.fields?.[field]?.[0]).toMatch(text);
});

test("no two of a type share a name in any case; another type may have it", async () => {
	await create();
	const { status, body } = await create({ name: "OFFER" });
	expect([status, body.code, body.fields?.name?.[0]]).toEqual([
		409,
		"template_exists",
		"There is already an email template called “OFFER”.",
	]);
	expect((await create({ type: "document" })).status).toBe(201);
	const both = await Promise.all([create({ name: "Race" }), create({ name: "race" })]);
	expect(both.map((one) => one.status).sort()).toEqual([201, 409]);
});

test("is changed, renamed, deactivated, copied and restored, each as a change of its own", async () => {
	const { id, version } = (await create()).body;
	const at = `/templates/${id}`;
	const changed = await staff.send<Row>("PUT", at, { ...email, content: "<p>Hello</p>", version });
	expect(changed.body).toMatchObject({ content: "<p>Hello</p>", active: true });
	expect((await staff.send<Row>("PUT", at, { ...email, version })).body.code).toBe("changed_meanwhile");
	expect((await staff.send<Row>("PUT", at, { ...email, type: "sms" })).body.fields?.type?.[0]).toMatch(
		/keeps its type/,
	);
	expect((await staff.send<Row>("PATCH", at, { active: false })).body).toMatchObject({ active: false, name: "Offer" });
	expect((await staff.send<Row>("PATCH", at, { name: "Offers" })).body).toMatchObject({
		active: false,
		name: "Offers",
	});
	const copy = await staff.send<Row>("POST", `${at}/copy`, { name: "Offer 2" });
	expect([copy.status, copy.body]).toEqual([201, expect.objectContaining({ content: "<p>Hello</p>", active: false })]);
	const history = await staff.get<{ data: { id: string; action: string }[] }>(`${at}/history`);
	expect(history.body.data.map(({ action }) => action)).toEqual(["updated", "updated", "updated", "created"]);
	const restored = await staff.send<Row>("POST", `${at}/restore`, { changeId: history.body.data.at(-1)?.id });
	expect(restored.body).toMatchObject({ name: "Offer", content: email.content, active: true });
	expect((await staff.send("DELETE", `/templates/${copy.body.id}`)).status).toBe(200);
});

test("is kept while a stage, a reminder or a letter uses it, and says which", async () => {
	const organisationId = staff.organisation.id;
	const { id } = (await create()).body;
	const refused = async () => (await staff.send<Row>("DELETE", `/templates/${id}`)).body;
	const step = staff.application.steps[0];
	await testDb()
		.update(workflowSteps)
		.set({ emailTemplateId: id })
		.where(eq(workflowSteps.id, step?.id ?? ""));
	expect(await refused()).toMatchObject({
		code: "template_in_use",
		error: expect.stringContaining(`stage “${step?.name}”`),
	});
	const list = await staff.get<{ data: object[] }>("/templates");
	expect(list.body.data).toEqual([expect.objectContaining({ id, stages: 1, reminders: 0 })]);
	await testDb()
		.update(workflowSteps)
		.set({ emailTemplateId: null })
		.where(eq(workflowSteps.id, step?.id ?? ""));
	const reminder = {
		organisationId,
		id: "r",
		name: "Finish",
		audience: "incomplete" as const,
		timing: "after" as const,
	};
	await testDb()
		.insert(reminders)
		.values({ ...reminder, days: 1, time: "09:00", templateId: id, enabled: false, createdAt: 1, updatedAt: 1 });
	expect((await refused()).error).toContain("the reminder “Finish”");
	await testDb().delete(reminders).where(eq(reminders.organisationId, organisationId));
	const letter = { organisationId, id: "l", applicantId: "a", templateId: id, templateName: "Offer", objectKey: "k" };
	await testDb()
		.insert(letters)
		.values({ ...letter, size: 1, createdBy: "u", createdByName: "U", createdAt: 1 });
	expect((await refused()).error).toContain("letters that were made from it");
	await testDb().delete(letters).where(eq(letters.organisationId, organisationId));
	expect((await staff.send("DELETE", `/templates/${id}`)).body).toEqual({ id });
});

test("a system template is listed apart, switched and copied, never changed or deleted", async () => {
	const { id } = (await create()).body;
	await create({ name: "Own" });
	await testDb().update(templates).set({ origin: "system" }).where(eq(templates.id, id));
	const names = async (path: string) => (await staff.get<{ data: Row[] }>(path)).body.data.map(({ name }) => name);
	expect([await names("/admin?type=email"), await names("/templates?origin=user")]).toEqual([["Offer"], ["Own"]]);
	expect(await names("/templates?sort=-name")).toEqual(["Own", "Offer"]);
	const changed = await staff.send<Row>("PUT", `/templates/${id}`, { ...email, content: "<p>Mine</p>" });
	expect([changed.status, changed.body.code]).toEqual([409, "template_of_system"]);
	expect((await staff.send<Row>("PATCH", `/templates/${id}`, { active: false })).body.active).toBe(false);
	expect((await staff.send<Row>("DELETE", `/templates/${id}`)).body.error).toContain("is a system template");
	expect((await staff.send<Row>("POST", `/templates/${id}/copy`, { name: "Copy" })).status).toBe(201);
});

test("a broken template can be deactivated, and not activated again", async () => {
	const { id } = (await create()).body;
	await testDb().update(templates).set({ content: "<p>{{gone}}</p>" }).where(eq(templates.id, id));
	expect((await staff.send<Row>("PATCH", `/templates/${id}`, { active: false })).status).toBe(200);
	expect((await staff.send<Row>("PATCH", `/templates/${id}`, { active: true })).body.code).toBe("merge_field_unknown");
});

test("a role at a place changes no template", async () => {
	const { id } = (await create()).body;
	const { departmentId } = await createStructure(staff.organisation.id);
	const bound = await createUser({ organisationId: staff.organisation.id });
	await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, bound.id));
	const { headers } = await signIn(bound, staff.clock.now());
	for (const [method, path, body] of [
		["POST", "/templates", email],
		["PATCH", `/templates/${id}`, { active: false }],
		["DELETE", `/templates/${id}`, undefined],
	] as const) {
		const response = await staff.request(path, { method, headers, body: body ? JSON.stringify(body) : null });
		expect(await response.json()).toMatchObject({ code: "whole_institution_needed" });
	}
	const { id: candidateId } = await createApplicant(staff.application);
	const { name: _, ...draft } = email;
	const outside = await staff.request("/templates/preview", {
		method: "POST",
		headers,
		body: JSON.stringify({ ...draft, candidateId }),
	});
	expect(outside.status, "an applicant of another place").toBe(404);
});

interface Preview {
	candidate: { name: string } | null;
	subject: string | null;
	text: string;
	sms: { segments: number; encoding: string } | null;
	emptyFields: { name: string }[];
	code?: string;
}

const { name: _, ...draft } = email;
const preview = (body: object) => staff.send<Preview>("POST", "/templates/preview", { ...draft, ...body });

test("shows a text as an applicant gets it: email, plain text, SMS and document", async () => {
	const applicant = await createApplicant(staff.application, { firstName: "Ọlá", middleName: null });
	const candidateId = applicant.id;
	const shown = (await preview({ candidateId, subject: "For {{firstName}} {{middleName}}" })).body;
	expect(shown).toMatchObject({ subject: "For Ọlá --/--", sms: null, emptyFields: [{ name: "middleName" }] });
	expect(shown.text).toContain("Dear Ọlá");
	const pageOf = (body: object) =>
		staff.request("/templates/page-preview", {
			method: "POST",
			body: JSON.stringify({ ...draft, candidateId, ...body }),
		});
	const page = await pageOf({});
	expect([page.headers.get("content-type"), await page.text()]).toEqual([
		expect.stringContaining("text/html"),
		expect.stringContaining("Dear Ọlá"),
	]);
	const sms = (await preview({ candidateId, type: "sms", content: "Hi {{firstName}}\nBye" })).body;
	expect(sms).toMatchObject({ text: "Hi Ọlá\nBye", sms: { segments: 1, encoding: "UCS-2" } });
	const pdf = await pageOf({ type: "document", content: "<h1>Offer</h1>" });
	expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
	expect((await preview({ candidateId: "nobody" })).status).toBe(404);
	expect((await preview({ content: "{{nothing}}" })).body.code).toBe("merge_field_unknown");
});

test("who sees no applicants gets samples", async () => {
	const applicant = await createApplicant(staff.application);
	const writer = await openServicesFixture({ privileges: ["templates:u"] });
	const { body } = await writer.send<Preview>("POST", "/templates/preview", { ...draft, candidateId: applicant.id });
	expect([body.candidate, body.text]).toEqual([null, expect.stringContaining("Dear [First name]")]);
});

test("sends a test to the user alone, 30 an hour at most", async () => {
	const test = (body: object) =>
		staff.send<{ to: string; code?: string }>("POST", "/templates/test", { ...draft, ...body });
	expect((await test({})).body).toEqual({ to: staff.user.email });
	expect((await test({ type: "document", content: "<p>Offer</p>" })).status).toBe(200);
	const sms = { type: "sms", content: "Hi {{firstName}}" };
	expect((await test(sms)).body).toMatchObject({
		code: "invalid",
		fields: { to: [expect.stringMatching(/phone number/)] },
	});
	expect((await test({ ...sms, to: "0803 555 0199" })).body).toEqual({ to: "+2348035550199" });
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, staff.organisation.id));
	expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
		["+2348035550199", "SMS"],
		[staff.user.email, "Test of a document"],
		[staff.user.email, "Test: Your offer"],
	]);
	expect(mails.flatMap(({ attachments }) => attachments ?? [])).toMatchObject([{ name: "Test.pdf" }]);
	for (let sent = 3; sent < 30; sent += 1) expect((await test({})).status).toBe(200);
	expect(await test({})).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
});
