import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, inject, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { replacing } from "#tests/support/replacing";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { applicants } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";
import { formDesigns, formDesignVersions, sensitiveFields } from "#worker/database/schema/forms";
import { outboxMails } from "#worker/database/schema/records";
import type { Env } from "#worker/env";

const text = (fieldId: string, label: string, type = "text") => ({ fieldId, type, props: { label } });
const layout: FormLayout = {
	sections: [
		{
			id: "origin",
			title: "Origin",
			rows: [
				{
					id: "place",
					cols: [
						{
							fieldId: "sponsor",
							type: "select",
							props: { label: "Who pays?", options: [{ label: "My parents", value: "parents" }] },
						},
						{ ...text("address", "Address"), showWhen: { fieldId: "sponsor", is: "one-of", values: ["parents"] } },
					],
				},
				{ id: "day", cols: [text("birth", "Date of birth", "single-date"), text("paper", "Paper", "file")] },
				{ id: "prizes", repeatable: true, cols: [text("prize", "Prize")] },
			],
		},
		{ id: "kin", title: "Next of kin", rows: [{ id: "kin", cols: [text("kinAddress", "Address")] }] },
		{
			id: "referee",
			title: "Referee",
			refereeSectionType: "referee",
			rows: [{ id: "report", cols: [text("report", "Report", "wysiwyg")] }],
		},
	],
};
const data = {
	sponsor: "parents",
	address: "1 <b>High</b> Street",
	birth: "2007-03-02",
	report: "<p>Confidential</p>",
	prize: "First",
	prize__2: "Second",
	prize__3: "",
};

const queues = keepingQueues();
let staff: ServicesFixture;
let candidateId: string;
beforeEach(async () => {
	const bindings = { ...queues.bindings, ...(inject("sms").vars as Partial<Env>) };
	staff = await openServicesFixture({ courseCount: 1, layout, bindings });
	candidateId = (await createApplicant(staff.application, { phone: "0803 555 0101", data })).id;
});

const content =
	"<p>{{form.sponsor}} | {{form.address}} | {{form.birth}} | {{form.prize}} | {{ <b>form</b>.kinAddress }}</p>";
const filled = "My parents | 1 <b>High</b> Street | March 2nd 2007 | First, Second | --/--";
const asHtml = filled.replace("<b>High</b>", "&lt;b&gt;High&lt;/b&gt;");

interface Body {
	id: string;
	text: string;
	code?: string;
	mailingId: string;
	taskId: string;
	candidate: object | null;
	emptyFields: { name: string; label: string; applicants?: number }[];
	shown: { message: unknown } | null;
	fields?: Record<string, string[]>;
}
const send = (path: string, body: object) => staff.send<Body>("POST", path, body);
const preview = (body: object) =>
	send("/templates/preview", { type: "email", subject: "{{form.sponsor}}", content, candidateId, ...body });
const create = (body: object) => send("/templates", { type: "email", name: "Own", subject: "Hi", content, ...body });

test("offers the fields of the form by their labels, without files and what referees answer", async () => {
	const { body } = await staff.get<{ data: { name: string; label: string; forms: string[] }[] }>(
		"/templates/merge-fields",
	);
	expect(body.data.map(({ name, label }) => [name, label])).toEqual([
		["form.sponsor", "Who pays?"],
		["form.address", "Address (Origin)"],
		["form.birth", "Date of birth"],
		["form.prize", "Prize"],
		["form.kinAddress", "Address (Next of kin)"],
	]);
	expect(body.data[0]?.forms).toEqual(["Undergraduate form"]);
	const other = await openServicesFixture({ courseCount: 1 });
	const ofOther = await staff.get<{ data: object[] }>(`/templates/merge-fields?applicationId=${other.application.id}`);
	expect(ofOther.body.data, "an application of another institution").toEqual([]);
	expect((await other.get<{ data: object[] }>("/templates/merge-fields")).body.data).toHaveLength(2);
});

test("fills them from the applicant's answers by the layout, and names those without one", async () => {
	const { body } = await preview({});
	expect(body).toMatchObject({ subject: "My parents", candidate: expect.anything() });
	expect(body.text).toContain(filled);
	expect(body.emptyFields).toEqual([{ name: "form.kinAddress", label: "Address (Next of kin)" }]);
	const page = await staff.request("/templates/page-preview", {
		method: "POST",
		body: JSON.stringify({ type: "email", subject: "A", content, candidateId }),
	});
	expect(await page.text()).toContain(asHtml);
	const sms = await preview({ type: "sms", content: "{{form.prize}}" });
	expect(sms.body.text).toBe("First, Second");
});

test("a sensitive answer is sent as its mask", async () => {
	const [design] = await testDb()
		.select()
		.from(formDesigns)
		.where(eq(formDesigns.organisationId, staff.organisation.id));
	const of = { organisationId: staff.organisation.id, formDesignId: design?.id ?? "" };
	await testDb()
		.insert(sensitiveFields)
		.values(["prize", "birth"].map((fieldId) => ({ ...of, fieldId })));
	const { body } = await preview({ content: "{{form.sponsor}}, {{form.prize}}, {{form.birth}}, {{form.kinAddress}}" });
	expect(body.text).toContain("My parents, ••••, ••••, ••••, --/--");
	expect(body.text).not.toContain("First");
});

test("an answer that is not asked for any more is empty", async () => {
	const other = await createApplicant(staff.application, { data: { ...data, sponsor: "myself" } });
	expect((await preview({ candidateId: other.id, content: "{{form.address}}" })).body.text).toContain("--/--");
});

test("users who see no applicants get the labels", async () => {
	const writer = await openServicesFixture({ courseCount: 1, layout, privileges: ["templates:u"] });
	const { body } = await writer.send<Body>("POST", "/templates/preview", { type: "sms", content: "{{form.sponsor}}" });
	expect([body.candidate, body.text]).toEqual([null, "[Who pays?]"]);
});

test.each([
	["of no form", "form.nothing"],
	["of another institution's form", "form.surname"],
	["that a referee answers", "form.report"],
	["that is a file", "form.paper"],
	["of 100 characters", `form.${"a".repeat(95)}`],
])("refuses a field %s beside the text", async (_, name) => {
	const { status, body } = await create({ content: `<p>{{${name}}}</p>` });
	expect([status, body.code, body.fields?.content?.[0]]).toEqual([
		422,
		"merge_field_unknown",
		`The text has a merge field that does not exist: {{${name}}}`,
	]);
	const mail = { subject: "Hi", message: `{{${name}}}`, applicationId: staff.application.id, candidateIds: [] };
	expect((await send("/email/candidates/preview", mail)).body.code).toBe("merge_field_unknown");
	const { subject: _subject, ...sms } = mail;
	expect((await send("/sms/candidates/preview", sms)).body.code).toBe("merge_field_unknown");
});

test("a name of 10,000 characters is no merge field", async () => {
	const { status, body } = await create({ content: `<p>{{form.${"a".repeat(10_000)}}}</p>` });
	expect([status, body.code]).toEqual([422, "merge_field_unclosed"]);
	expect(body.fields?.content?.[0]?.length).toBeLessThan(150);
});

test("a field that a later version dropped still exists, and is not offered", async () => {
	const { organisationId, formDesignId } = staff.application;
	await testDb()
		.insert(formDesignVersions)
		.values({ organisationId, formDesignId, version: 2, layout: { sections: [] }, createdAt: 1 });
	await testDb().update(formDesigns).set({ version: 2 }).where(eq(formDesigns.id, formDesignId));
	expect((await staff.get<{ data: object[] }>("/templates/merge-fields")).body.data).toEqual([]);
	expect((await preview({})).body.text).toContain(filled);
});

test("an email and an SMS are sent with them, after those without an answer were counted", async () => {
	const { id: other } = await createApplicant(staff.application, { phone: "0803 555 0102", data: {} });
	// why after: the form that was handed in decides the number, and this one asks for none.
	for (const [id, phone] of [
		[candidateId, "0803 555 0101"],
		[other, "0803 555 0102"],
	] as const)
		await testDb().update(applicants).set({ phone }).where(eq(applicants.id, id));
	const to = { applicationId: staff.application.id, candidateIds: [candidateId, other] };
	const message = "<p>{{form.sponsor}} {{form.kinAddress}}</p>";
	const looked = await send("/email/candidates/preview", { ...to, subject: "Hi", message });
	expect(looked.body.emptyFields).toEqual([
		{ name: "form.sponsor", label: "Who pays?", applicants: 1 },
		{ name: "form.kinAddress", label: "Address (Next of kin)", applicants: 2 },
	]);
	const form = new FormData();
	form.set("data", JSON.stringify({ ...to, subject: "For {{form.birth}}", message }));
	expect((await staff.upload("/email/candidates", form)).status).toBe(202);
	const sms = await send("/sms/candidates", { ...to, message: "{{form.prize}}!" });
	expect(sms.status).toBe(202);
	await deliverJobs(queues.sentJobs.splice(0), {
		clock: staff.clock,
		bindings: { ...queues.bindings, ...(inject("sms").vars as Partial<Env>) },
	});
	const sent = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, staff.organisation.id));
	expect(sent.map(({ subject }) => subject).sort()).toEqual(["For --/--", "For March 2nd 2007"]);
	expect(sent.find(({ subject }) => subject.endsWith("2007"))?.text).toContain("My parents --/--");
	const kept = await testDb().select().from(emails).where(eq(emails.mailingId, sms.body.mailingId));
	expect(kept.find(({ applicantId }) => applicantId === candidateId)).toMatchObject({
		status: "sent",
		mergeValues: { "form.prize": "First, Second" },
	});
});

test("counts as empty what the mail does not show: fields that are not asked for, and not those with a later repeat", async () => {
	const people = [
		{ ...data, sponsor: "myself" },
		{ ...data, sponsor: "parents", prize: "", prize__2: "Second" },
		{ sponsor: "parents", address: " ", prize: "" },
		{},
	];
	const made = await Promise.all(people.map((answers) => createApplicant(staff.application, { data: answers })));
	const candidateIds = [candidateId, ...made.map(({ id }) => id)];
	const message = "<p>{{form.address}} {{form.prize}} {{form.sponsor}}</p>";
	const to = { applicationId: staff.application.id, subject: "Hi", message };
	const counted = async (ids: readonly string[]) => {
		const { emptyFields } = (await send("/email/candidates/preview", { ...to, candidateIds: ids })).body;
		return Object.fromEntries(emptyFields.map(({ name, applicants: empty }) => [name, empty]));
	};
	expect(await counted(candidateIds)).toEqual({ "form.address": 3, "form.prize": 2, "form.sponsor": 1 });
	for (const id of candidateIds) {
		const { body } = await send("/templates/preview", {
			type: "email",
			subject: "A",
			content: message,
			candidateId: id,
		});
		const shown = Object.fromEntries(body.emptyFields.map(({ name }) => [name, 1]));
		expect(await counted([id]), "as the mail to this applicant").toEqual(shown);
	}
});

test("a slice of a mailing reads the forms that its applicants answered, and no others", async () => {
	const { organisationId } = staff.application;
	const statements: string[] = [];
	const prepare = (query: string) => {
		statements.push(query);
		return env.DB.prepare(query);
	};
	const watched = { ...queues.bindings, DB: replacing(env.DB, { prepare }) };
	for (let version = 1; version <= 5; version++)
		await testDb()
			.insert(formDesignVersions)
			.values({ organisationId, formDesignId: "other-form", version, layout, createdAt: 1 });
	const form = new FormData();
	const to = { applicationId: staff.application.id, candidateIds: [candidateId] };
	form.set("data", JSON.stringify({ ...to, subject: "Hi", message: "{{form.sponsor}}" }));
	expect((await staff.upload("/email/candidates", form)).status).toBe(202);
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: watched });
	const sent = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	expect(sent.map(({ text }) => text).join()).toContain("My parents");
	const ofForms = statements.filter((query) => query.includes("form_design_versions"));
	expect(ofForms.length).toBeGreaterThan(0);
	expect(ofForms.filter((query) => !/version\.form_design_id = asked\.value/.test(query))).toEqual([]);
});

test("a letter has them", async () => {
	const template = (await create({ type: "document", content: `<h1>Letter</h1>${content}` })).body.id;
	const path = `/candidates/${candidateId}/letters`;
	const made = await send(path, { templateId: template });
	expect(made.status).toBe(201);
	const file = await staff.request(`${path}/${made.body.id}`);
	expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).text).toContain(withoutSpaces(filled));
});
