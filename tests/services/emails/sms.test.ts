import { and, eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { toDialled } from "#worker/contract/text/phone-number";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { emails, mailings } from "#worker/database/schema/emails";
import { formFacts, sensitiveFields } from "#worker/database/schema/forms";
import { events, outboxMails } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";
import type { Env } from "#worker/env";
import { sendSmsJob } from "#worker/services/emails/send-emails.job";

const { origin, vars } = inject("sms");
const minute = 60_000;

let numbers = 0;
const newPhone = () => `0803 22${String(++numbers).padStart(5, "0")}`;
const dialledOf = (phone: string | undefined) => toDialled(phone ?? "") ?? "";

interface Taken {
	messageId: string;
	sms: string;
	segments: number;
}
const taken = async (phone: string | undefined): Promise<Taken[]> =>
	(await fetch(`${origin}/messages?to=${dialledOf(phone).slice(1)}`)).json();
const letGoWrong = (phone: string | undefined, trouble: string, more: object = {}) =>
	fetch(`${origin}/troubles`, {
		method: "PUT",
		body: JSON.stringify({ to: dialledOf(phone).slice(1), trouble, ...more }),
	});

const openSmsFixture = async (phones: readonly (string | null)[], bindings: Partial<Env> = vars as Partial<Env>) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({
		bindings: { ...queues.bindings, ...bindings },
		stages: ["Registration", "Accepted"],
		courseCount: 1,
	});
	const organisationId = staff.organisation.id;
	const ids = await createMany(staff.application, phones.length);
	for (const [index, phone] of phones.entries())
		await testDb()
			.update(applicants)
			.set({ phone })
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, ids[index] ?? "")));
	const write = (more: Record<string, unknown> = {}, key?: string) =>
		staff.send<{
			mailingId: string;
			taskId: string;
			recipients: number;
			code: string;
			fields: Record<string, string[]>;
		}>(
			"POST",
			"/sms/candidates",
			{ message: "{{firstName}}, come tomorrow.", applicationId: staff.application.id, candidateIds: ids, ...more },
			key,
		);
	return {
		staff,
		ids,
		organisationId,
		queues,
		write,
		preview: (more: Record<string, unknown> = {}) =>
			staff.send<Record<string, unknown>>("POST", "/sms/candidates/preview", {
				message: "{{firstName}}, come tomorrow.",
				applicationId: staff.application.id,
				candidateIds: ids,
				...more,
			}),
		deliver: (more: Partial<Env> = {}) =>
			deliverJobs(queues.sentJobs.splice(0), {
				clock: staff.clock,
				bindings: { ...queues.bindings, ...bindings, ...more },
				jobs: [sendSmsJob],
			}),
		rows: () => testDb().select().from(emails).where(eq(emails.organisationId, organisationId)),
		mailings: () => testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId)),
		messagesOf: async (id: string | undefined) =>
			(await staff.get<{ data: Record<string, unknown>[] }>(`/email/candidates/${id}`)).body.data,
		log: async () =>
			(
				await testDb()
					.select()
					.from(applicantLog)
					.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.type, "EMAIL")))
			).map(({ reason }) => reason),
	};
};

describe("an SMS to applicants", () => {
	it("reaches each phone once, and is kept with its number, its length and the provider's id", async () => {
		const phones = [newPhone(), newPhone()];
		const { write, deliver, rows, ids, messagesOf, log, mailings, organisationId } = await openSmsFixture(phones);
		const { status, body } = await write();
		expect([status, body.recipients]).toEqual([202, 2]);
		expect(await mailings()).toMatchObject([
			{ channel: "sms", subject: "{{firstName}}, come tomorrow.", status: "ready", letter: null },
		]);
		await deliver();
		const [first] = await taken(phones[0]);
		expect(first).toMatchObject({ sms: "Chidi, come tomorrow.", segments: 1 });
		expect((await rows()).find(({ applicantId }) => applicantId === ids[0])).toMatchObject({
			status: "sent",
			recipient: dialledOf(phones[0]),
			segments: 1,
			providerId: first?.messageId,
		});
		expect(await messagesOf(ids[0])).toMatchObject([
			{
				channel: "sms",
				subject: "Chidi, come tomorrow.",
				message: "<p>Chidi, come tomorrow.</p>",
				from: "Matricula",
				to: dialledOf(phones[0]),
				segments: 1,
				status: "SENT",
				attachments: [],
			},
		]);
		expect(await log()).toEqual(["SMS sent: Chidi, come tomorrow.", "SMS sent: Chidi, come tomorrow."]);
		const noted = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		expect(noted.find(({ type }) => type === "applicants.texted")?.payload).toMatchObject({ total: 2 });
	});

	it("is created once for all requests with the same key, and sent once by two deliveries", async () => {
		const phone = newPhone();
		const { write, queues, rows, staff } = await openSmsFixture([phone]);
		const [first, second] = await Promise.all([write({}, "the-same-key"), write({}, "the-same-key")]);
		expect(second.body).toEqual(first.body);
		expect(await rows()).toHaveLength(1);
		const jobs = [queues.sentJobs[0] ?? []].flat();
		const bindings = { ...queues.bindings, ...(vars as Partial<Env>) };
		const again = () => deliverJobs(jobs, { clock: staff.clock, bindings, jobs: [sendSmsJob] });
		await Promise.all([again(), again()]);
		await again();
		expect(await taken(phone)).toHaveLength(1);
	});

	it("shows the mask of a sensitive number before and after it is sent, and reaches the number", async () => {
		const phone = newPhone();
		const { write, deliver, staff, ids, messagesOf, preview, organisationId } = await openSmsFixture([]);
		const { formDesignId } = staff.application;
		const { id } = await createApplicant(staff.application, { phone, data: { mobile: phone } });
		ids.push(id);
		const of = { organisationId, formDesignId };
		await testDb()
			.insert(formFacts)
			.values({ ...of, version: 1, fact: "phone", fieldId: "mobile" });
		await testDb().update(applicants).set({ phone }).where(eq(applicants.id, id));
		const plain = dialledOf(phone);
		const mask = `••••${plain.slice(-4)}`;
		const shownBefore = async () => (await preview()).body.shown;
		expect(await shownBefore()).toMatchObject({ to: plain });
		await testDb()
			.insert(sensitiveFields)
			.values({ ...of, fieldId: "mobile" });
		expect(await shownBefore()).toMatchObject({ to: mask });
		const { body } = await write();
		await deliver();
		expect(await taken(phone)).toHaveLength(1);
		expect(await messagesOf(id)).toMatchObject([{ to: mask, status: "SENT" }]);
		const mailing = await staff.get<{ shown: object }>(`/mailings/${body.mailingId}`);
		expect(mailing.body.shown).toMatchObject({ to: mask });
	});

	it("fails alone where there is no usable number, and reaches the others", async () => {
		const phone = newPhone();
		const { write, deliver, ids, messagesOf, preview, log } = await openSmsFixture([null, phone, "01 271 8000"]);
		expect((await preview()).body).toMatchObject({
			recipients: 3,
			unreachable: { missing: 2, names: [expect.any(String), expect.any(String)] },
			shown: { to: null, message: "Chidi, come tomorrow.", segments: 1, encoding: "GSM-7" },
			emptyFields: [],
		});
		await write();
		await deliver();
		expect(await taken(phone)).toHaveLength(1);
		const reason = "The applicant has no phone number that an SMS can reach.";
		expect(await messagesOf(ids[0])).toMatchObject([{ status: "FAILED", reason, to: "" }]);
		expect(await log()).toContain(`SMS could not be sent: Chidi, come tomorrow.. ${reason}`);
	});

	it("can be sent again to who has a number now", async () => {
		const phone = newPhone();
		const { write, deliver, staff, ids, rows } = await openSmsFixture([null]);
		await write();
		await deliver();
		await testDb()
			.update(applicants)
			.set({ phone })
			.where(eq(applicants.id, ids[0] ?? ""));
		const [row] = await rows();
		const { status } = await staff.send("POST", `/email/candidates/${ids[0]}/resend`, { emailId: row?.id });
		expect(status).toBe(200);
		await deliver();
		expect(await taken(phone)).toHaveLength(1);
	});

	it.each([
		["http_500", "The SMS service did not take the message (500)."],
		["html", "The SMS service did not take the message (200)."],
		["reset", "The SMS service could not be reached."],
	])("waits out %s and is then sent", async (trouble, reason) => {
		const phone = newPhone();
		const { write, deliver, rows, staff, queues } = await openSmsFixture([phone]);
		await letGoWrong(phone, trouble, { times: 1 });
		await write();
		await deliver();
		expect(await rows()).toMatchObject([{ status: "queued", attempts: 0, reason }]);
		expect(await taken(phone)).toEqual([]);
		staff.clock.advance(minute);
		expect(queues.sentJobs).not.toEqual([]);
		await deliver();
		expect(await rows()).toMatchObject([{ status: "sent", reason: null }]);
		expect(await taken(phone)).toHaveLength(1);
	});

	it("is given up, visibly, when a wrong key outlasts every gap", async () => {
		const phone = newPhone();
		const { write, deliver, rows, staff, log } = await openSmsFixture([phone]);
		const { body } = await write();
		for (let round = 0; round < 8; round++) {
			await deliver({ TERMII_API_KEY: "wrong" });
			staff.clock.advance(31 * minute);
		}
		const reason = "The SMS service refused the portal's account (401).";
		expect(await rows()).toMatchObject([{ status: "failed", reason }]);
		expect(await log()).toEqual([`SMS could not be sent. ${reason}`]);
		expect(body.recipients).toBe(1);
		expect(await taken(phone)).toEqual([]);
	});

	it("is refused by the provider for one country, and sent to the others", async () => {
		const phone = newPhone();
		const { write, deliver, rows } = await openSmsFixture(["+353 1 234 5678", phone]);
		await write();
		await deliver();
		expect((await rows()).map(({ status, reason }) => [status, reason]).sort()).toEqual([
			["failed", "The SMS service does not send to this country or network."],
			["sent", null],
		]);
	});

	it("is kept in the outbox where that is the transport", async () => {
		const phone = newPhone();
		const { write, deliver, organisationId } = await openSmsFixture([phone], { SMS_TRANSPORT: "outbox" });
		await write();
		await deliver();
		await deliver();
		const kept = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
		expect(kept).toMatchObject([{ recipient: dialledOf(phone), subject: "SMS", text: "Chidi, come tomorrow." }]);
	});

	it("is refused while SMS is switched off, and fails with that reason where it was written before", async () => {
		const off = await openSmsFixture([newPhone()], { SMS_TRANSPORT: "off" });
		expect([(await off.write()).body.code, (await off.preview()).body.code]).toEqual(["sms_off", "sms_off"]);
		const before = await openSmsFixture([newPhone()]);
		await before.write();
		await before.deliver({ SMS_TRANSPORT: "off" });
		expect(await before.rows()).toMatchObject([{ status: "queued", reason: "SMS is switched off." }]);
	});
});

describe("the text of an SMS", () => {
	it.each([
		["", "Kindly enter the text of your SMS"],
		[" \n ", "Kindly enter the text of your SMS"],
		["x".repeat(671), "An SMS can have at most 670 characters."],
	])("is refused: %j", async (message, text) => {
		const { write } = await openSmsFixture([newPhone()]);
		expect((await write({ message })).body.fields.message).toEqual([text]);
	});

	it.each([
		["Dear {{nobody}}", "merge_field_unknown"],
		["Dear {{firstName", "merge_field_unknown"],
		["Because {{comment}}", "merge_field_empty"],
	])("is refused because nothing fills it: %s", async (message, code) => {
		const { write, preview } = await openSmsFixture([newPhone()]);
		expect([(await write({ message })).body.code, (await preview({ message })).body.code]).toEqual([code, code]);
	});

	it("is counted as filled in: a name may make it UCS-2", async () => {
		const { preview, ids } = await openSmsFixture([newPhone()]);
		await testDb()
			.update(applicants)
			.set({ firstName: "Ṣadé" })
			.where(eq(applicants.id, ids[0] ?? ""));
		const { body } = await preview({ message: `{{firstName}}${"x".repeat(70)}` });
		expect(body.shown).toMatchObject({ segments: 2, encoding: "UCS-2" });
	});

	it("may begin with an SMS template in use, and no other", async () => {
		const { write, organisationId } = await openSmsFixture([newPhone()]);
		const template = { organisationId, name: "T", content: "Hi", createdAt: 1, updatedAt: 1 };
		await testDb()
			.insert(templates)
			.values([
				{ ...template, id: `${organisationId}-s`, type: "sms" },
				{ ...template, id: `${organisationId}-e`, type: "email" },
				{ ...template, id: `${organisationId}-o`, type: "sms", active: false },
			]);
		const codeOf = async (end: string) => (await write({ templateId: `${organisationId}-${end}` })).body.code;
		expect([await codeOf("s"), await codeOf("e"), await codeOf("o")]).toEqual([
			undefined,
			"template_unknown",
			"template_unknown",
		]);
	});
});

it("counts in the database exactly those whom the code can dial", async () => {
	const phones = [
		"08031234567",
		"0803 123 4567",
		"(0803) 123-4567",
		"8031234567",
		"2348031234567",
		"+234 803 123 4567",
		"+234 (0) 803 123 4567",
		"00234.803.123.4567",
		"0913\u00a0123\u00a04567",
		"+44 7911 123456",
		"+44 (0)7911 123456",
		"(0) 803 123 4567",
		"+49 (0)(0) 30",
		"00 233 24 123 4567",
		"",
		"0803123456",
		"080312345678",
		"01 271 8000",
		"+234 1 271 8000",
		"447911123456",
		"08031234567, 08051234567",
		"08O31234567",
		"+0803123456789",
		"+12345678901234567",
		"٠٨٠٣١٢٣٤٥٦٧",
		"+234",
		"002348",
		"0033",
		"+3531234567\t",
		null,
	];
	const { preview, ids } = await openSmsFixture(phones);
	const wrong: unknown[] = [];
	for (const [index, phone] of phones.entries()) {
		const { body } = await preview({ candidateIds: [ids[index]] });
		const { missing } = body.unreachable as { missing: number };
		if ((missing === 0) !== (toDialled(phone ?? "") !== undefined)) wrong.push(phone);
	}
	expect(wrong).toEqual([]);
});
