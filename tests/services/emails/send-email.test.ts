import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents } from "#tests/events/delivery";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { badFiles, pdf, png } from "#tests/support/files";
import { replacing } from "#tests/support/replacing";
import { notifications } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";

describe("sending email to applicants", () => {
	it("creates one email for each applicant, and starts a task", async () => {
		const { write, mails, mailings, ids, staff, sentJobs, events } = await openMailFixture();
		const { status, body } = await write();
		expect([status, body.recipients]).toEqual([202, 3]);
		const rows = await mails();
		expect(rows.map(({ applicantId }) => applicantId).sort()).toEqual([...ids].sort());
		expect(rows[0]).toMatchObject({ status: "queued", attempts: 0, mailingId: body.mailingId });
		expect(await mailings()).toMatchObject([
			{ status: "ready", taskId: body.taskId, subject: "Your screening, {{lastName}}", createdBy: staff.user.id },
		]);
		expect(sentJobs).toEqual([{ organisationId: staff.organisation.id, taskId: body.taskId }]);
		expect((await events("applicants.emailed"))[0]?.payload).toMatchObject({ mailingId: body.mailingId, total: 3 });
	});

	it("announces that it started, and links to its progress", async () => {
		const { write, ids, staff, sentEvents, bindings } = await openMailFixture();
		await write({ candidateIds: [ids[0]] });
		await deliverEvents(sentEvents, { bindings });
		const [notice] = await testDb()
			.select()
			.from(notifications)
			.where(eq(notifications.organisationId, staff.organisation.id));
		expect(JSON.parse(notice?.message ?? "")).toEqual({
			type: "EMAIL_CANDIDATE",
			status: "STARTED",
			applicationTitle: staff.application.title,
			applicationId: staff.application.id,
			candidateIds: [ids[0]],
		});
	});

	it("reaches each applicant at a stage, or in a selection, once", async () => {
		const { write, ids, staff, mails } = await openMailFixture({ applicants: 5 });
		const accepted = staff.application.steps[1]?.id;
		expect((await write({ stageId: accepted })).body.recipients).toBe(2);
		const named = await write({ candidateIds: [ids[0], ids[0], ids[3], "nobody"], expectedRecipients: 2 });
		expect(named.body.recipients).toBe(2);
		const rows = (await mails()).filter(({ mailingId }) => mailingId === named.body.mailingId);
		expect(rows.map(({ applicantId }) => applicantId).sort()).toEqual([ids[0], ids[3]].sort());
	});

	it("creates 10,000 different emails in few statements", async () => {
		let statements = 0;
		const count = (query: string) => {
			statements++;
			return env.DB.prepare(query);
		};
		const { write, mails } = await openMailFixture({
			applicants: 10_000,
			bindings: { DB: replacing(env.DB, { prepare: count }) },
		});
		statements = 0;
		expect((await write()).body.recipients).toBe(10_000);
		expect(statements).toBeLessThan(40);
		const rows = await mails();
		expect(new Set(rows.map(({ id }) => id)).size).toBe(10_000);
		expect(new Set(rows.map(({ applicantId }) => applicantId)).size).toBe(10_000);
	});

	it("happens once for all requests with the same key", async () => {
		const { write, mails } = await openMailFixture();
		const [first, second] = await Promise.all([write({}, "the-same-key"), write({}, "the-same-key")]);
		expect(second.body).toEqual(first.body);
		expect(await mails()).toHaveLength(3);
		expect((await write({ subject: "Another" }, "the-same-key")).body.code).toBe("key_reused");
	});

	it("creates one mailing when the request is repeated with its key after the commit's response was lost", async () => {
		let isLast = false;
		const lost = { isOver: false };
		const prepare = (query: string) => {
			isLast ||= query.startsWith('update "mailings" set "status"');
			return env.DB.prepare(query);
		};
		const batch = async (statements: D1PreparedStatement[]) => {
			const done = await env.DB.batch(statements);
			if (!isLast || lost.isOver) return done;
			lost.isOver = true;
			throw new Error("the answer was lost");
		};
		const fixture = await openMailFixture({ bindings: { DB: replacing(env.DB, { prepare, batch }) } });
		expect((await fixture.write({ expectedRecipients: 3 }, "the-lost-one")).status).toBe(500);
		expect(lost.isOver).toBe(true);
		const [started] = await fixture.mailings();
		expect(started?.status).toBe("ready");
		await createApplicant(fixture.staff.application);
		const again = await fixture.write({ expectedRecipients: 3 }, "the-lost-one");
		expect(again).toMatchObject({
			status: 202,
			body: { mailingId: started?.id, taskId: started?.taskId, recipients: 3 },
		});
		expect(await fixture.mailings()).toHaveLength(1);
		await fixture.deliver();
		expect(fixture.sent).toHaveLength(3);
	});

	it("creates one mailing when the request is repeated with its key after an interruption", async () => {
		let isBroken = true;
		const prepare = (query: string) => {
			if (isBroken && query.includes('into "emails"')) throw new Error("the line was cut");
			return env.DB.prepare(query);
		};
		const fixture = await openMailFixture({ bindings: { DB: replacing(env.DB, { prepare }) } });
		expect((await fixture.write({}, "the-broken-one")).status).toBe(500);
		isBroken = false;
		expect(await fixture.write({}, "the-broken-one")).toMatchObject({ status: 202, body: { recipients: 3 } });
		expect(await fixture.mailings()).toMatchObject([{ status: "ready" }]);
		expect(await fixture.mails()).toHaveLength(3);
	});
});

describe("an email is refused, and nothing is sent,", () => {
	const refusal = async (more: Record<string, unknown>) => {
		const fixture = await openMailFixture();
		const { status, body } = await fixture.write(more);
		expect(await fixture.mails()).toEqual([]);
		expect(fixture.sentJobs).toEqual([]);
		return { status, ...body };
	};

	it.each([
		["with a blank subject", { subject: " " }, { subject: ["Kindly enter the subject of your email"] }],
		["without a subject", { subject: undefined }, { subject: ["Kindly enter the subject of your email"] }],
		["without a message", { message: "<p>&nbsp;</p>" }, { message: ["Kindly enter the message of your email"] }],
		[
			"with only a script",
			{ message: "<script>alert(1)</script>" },
			{ message: ["Kindly enter the message of your email"] },
		],
		[
			"with only an invisible picture",
			{ message: '<img src="https://spy.example/o.gif" width="1">' },
			{ message: ["Kindly enter the message of your email"] },
		],
		[
			"with a message that is too long",
			{ message: "x".repeat(200_001) },
			{ message: ["The message can have at most 200,000 characters."] },
		],
		[
			"with a subject that is too long",
			{ subject: "x".repeat(301) },
			{ subject: ["The subject can have at most 300 characters."] },
		],
	])("%s", async (_name, more, fields) => {
		expect(await refusal(more)).toMatchObject({ status: 422, code: "invalid", fields });
	});

	it("with ten megabytes of HTML, alone or with files", async () => {
		const message = `<p>${"x".repeat(10_000_000)}</p>`;
		const error = "What was sent is too large. It can have at most 1 MB of text.";
		const requestId = expect.stringMatching(/./);
		expect(await refusal({ message })).toMatchObject({ status: 413, error, code: "too_large", requestId });
		const { writeWith, mails } = await openMailFixture();
		const withFile = await writeWith([new File([pdf()], "a.pdf")], { message });
		expect(withFile).toMatchObject({ status: 413, body: { error, code: "too_large" } });
		expect(await mails()).toEqual([]);
	});

	it("with merge fields that do not exist, each named beside its field", async () => {
		expect(await refusal({ subject: "{{sirname}}", message: "<p>{{<b>first</b>Nmae}}</p>" })).toMatchObject({
			status: 422,
			code: "merge_field_unknown",
			error: "The subject has a merge field that does not exist: {{sirname}}",
			fields: {
				subject: ["The subject has a merge field that does not exist: {{sirname}}"],
				message: ["The message has a merge field that does not exist: {{firstNmae}}"],
			},
		});
	});

	it("with merge fields that are not closed, each named beside its field, also in the address of a link", async () => {
		const open = "{{applicationNumber";
		const link = `<p><a href="https://lagoon.example/?of=${open}">Your form</a></p>`;
		expect(await refusal({ subject: `For ${open}`, message: link })).toMatchObject({
			status: 422,
			code: "merge_field_unclosed",
			fields: {
				subject: [expect.stringContaining(`The subject has a merge field that is not closed: “${open}”`)],
				message: [expect.stringContaining(`The message has a merge field that is not closed: “${open}`)],
			},
		});
	});

	it("for an unknown application, or another institution's", async () => {
		const other = await createApplication((await createOrganisation()).id);
		for (const applicationId of ["none", other.id])
			expect(await refusal({ applicationId })).toMatchObject({ status: 404, code: "application_unavailable" });
	});

	it("for a stage of another workflow", async () => {
		const fixture = await openMailFixture();
		const other = await createApplication(fixture.organisationId);
		const { body } = await fixture.write({ stageId: other.steps[0]?.id });
		expect(body.code).toBe("step_not_in_workflow");
	});

	it("when no recipient is left: unknown ids, and another institution's", async () => {
		const stranger = await createApplicant(await createApplication((await createOrganisation()).id));
		expect(await refusal({ candidateIds: ["nobody", stranger.id] })).toMatchObject({
			status: 422,
			code: "no_recipients",
		});
	});

	it("when it would reach other applicants than were shown", async () => {
		expect(await refusal({ expectedRecipients: 2 })).toMatchObject({
			status: 409,
			code: "recipients_changed",
			details: { recipients: 3 },
		});
	});

	it("when an applicant is added while recipients are collected", async () => {
		let isBegun = false;
		const arrival = { isOver: false, arrive: async () => {} };
		const prepare = (query: string) => {
			isBegun ||= query.startsWith('insert into "mailings"');
			return env.DB.prepare(query);
		};
		const batch = async (statements: D1PreparedStatement[]) => {
			if (isBegun && !arrival.isOver) {
				arrival.isOver = true;
				await arrival.arrive();
			}
			return env.DB.batch(statements);
		};
		const fixture = await openMailFixture({ bindings: { DB: replacing(env.DB, { prepare, batch }) } });
		arrival.arrive = async () => void (await createApplicant(fixture.staff.application));
		const { body } = await fixture.write({ expectedRecipients: 3 });
		expect(body).toMatchObject({ code: "recipients_changed", details: { recipients: 4 } });
		expect(fixture.sentJobs).toEqual([]);
		expect(await fixture.mailings()).toMatchObject([{ status: "gathering" }]);
	});

	it("with an unknown template, or an inactive one", async () => {
		const fixture = await openMailFixture();
		const { organisationId } = fixture;
		const template = { organisationId, name: "T", type: "email" as const, content: "x", createdAt: 1, updatedAt: 1 };
		await testDb()
			.insert(templates)
			.values([
				{ ...template, id: `on-${organisationId}` },
				{ ...template, id: `off-${organisationId}`, active: false },
			]);
		for (const templateId of ["none", `off-${organisationId}`])
			expect((await fixture.write({ templateId })).body).toMatchObject({ code: "template_unknown" });
		expect((await fixture.write({ templateId: `on-${organisationId}` })).status).toBe(202);
	});
});

describe("attachments of an email", () => {
	const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

	it("are stored by their content, and are not swept", async () => {
		const { writeWith, stored, emailsOf, ids } = await openMailFixture();
		const { status } = await writeWith([file("fees.pdf", pdf()), file("map", png())]);
		expect(status).toBe(202);
		expect(await stored()).toHaveLength(2);
		const [email] = await emailsOf(ids[0]);
		expect(email?.attachments).toMatchObject([
			{ name: "fees.pdf", mimetype: "application/pdf" },
			{ name: "map.png", mimetype: "image/png" },
		]);
	});

	it.each(badFiles.filter((_, index) => index % 6 === 0))("are refused beside the field: %s", async (name, bytes) => {
		const { writeWith, stored, mails } = await openMailFixture();
		const { status, body } = await writeWith([file(name, bytes)]);
		expect([status, Object.keys(body.fields)]).toEqual([422, ["attachments"]]);
		expect([await stored(), await mails()]).toEqual([[], []]);
	});

	it("are limited to five, 10 MB each, and 15 MB together", async () => {
		const { writeWith } = await openMailFixture();
		const six = await writeWith(Array.from({ length: 6 }, () => file("a.pdf", pdf())));
		expect(six).toMatchObject({
			status: 422,
			body: { fields: { attachments: ["Attach at most 5 files."] } },
		});
		const large = await writeWith([file("a.pdf", new Uint8Array(10_000_001))]);
		expect(large).toMatchObject({ status: 413, body: { code: "file_too_large", fields: { attachments: [/10 MB/] } } });
		const together = await writeWith([1, 2].map(() => file("a.pdf", new Uint8Array(8_000_000))));
		expect(together).toMatchObject({
			status: 413,
			body: { code: "files_too_large", error: "The files of an email can have at most 15 MB together." },
		});
	});

	it("are distinguished from other parts", async () => {
		const { staff, mails } = await openMailFixture();
		const form = new FormData();
		form.set(
			"data",
			JSON.stringify({ applicationId: staff.application.id, subject: "a", message: "b", candidateIds: [] }),
		);
		form.set("picture", file("a.png", png()));
		const response = await staff.upload("/email/candidates", form);
		expect([response.status, await mails()]).toEqual([422, []]);
	});
});
