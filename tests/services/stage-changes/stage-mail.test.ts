import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails } from "#worker/database/schema/records";
import { templates, workflowStepAttachments, workflowSteps } from "#worker/database/schema/workflows";

const undoWindowMs = 30_000;

describe("a stage with an email template", () => {
	it("previews the recipients, the email, and the time it is sent", async () => {
		const { staff, ids, accepted, organisationId } = await openStageFixture();
		const letter = { ...letterOf(organisationId), id: "letter-a" };
		await testDb().insert(templates).values(letter);
		await testDb().update(workflowSteps).set({ pdfTemplateId: letter.id }).where(eq(workflowSteps.id, accepted.id));
		const { body } = await staff.send("POST", "/candidates/stage-preview", { candidateIds: ids, stageId: accepted.id });
		expect(body).toMatchObject({
			willChange: 3,
			emails: 3,
			messages: {
				undoWindowSeconds: 30,
				email: { name: "Admission" },
				letter: { id: "letter-a", name: "Letter of admission" },
				fault: null,
				shown: {
					to: `${ids[0]}@mail.example`,
					subject: "Admitted, Chidi",
					message: [{ tag: "p", children: ["Welcome to Accepted: [your comment]"] }],
				},
				shownPosted: null,
			},
		});
	});

	it("previews the email also as it is where the change gives a location, if it names one", async () => {
		const { staff, ids, accepted } = await openStageFixture();
		await testDb().update(templates).set({ content: "<p>Come to {{locationName}}: {{comment}}</p>" });
		const { body } = await staff.send("POST", "/candidates/stage-preview", { candidateIds: ids, stageId: accepted.id });
		expect(body).toMatchObject({
			messages: {
				shown: { message: [{ children: ["Come to --/--: [your comment]"] }] },
				shownPosted: {
					to: `${ids[0]}@mail.example`,
					subject: "Admitted, Chidi",
					message: [{ tag: "p", children: ["Come to [the location]: [your comment]"] }],
				},
			},
		});
	});

	it("emails each applicant who enters it when the undo window ends, and not before", async () => {
		const { staff, ids, moveOne, work, sent, emailsOf, notices, jobDelays } = await openStageFixture();
		const { body } = await moveOne(ids[0]);
		expect(body.run).toEqual({
			id: expect.any(String),
			undoUntil: staff.clock.now() + undoWindowMs,
			emails: 1,
			texts: 0,
		});
		await work();
		expect(sent).toEqual([]);
		expect(jobDelays.at(-1)).toBe(30);
		expect(await emailsOf(ids[0])).toMatchObject([{ status: "HELD", dueAt: staff.clock.now() + undoWindowMs }]);
		staff.clock.advance(undoWindowMs);
		await work();
		expect(sent.map(({ to, subject, text }) => [to, subject, text.includes("Welcome to Accepted: Council")])).toEqual([
			[`${ids[0]}@mail.example`, "Admitted, Chidi", true],
		]);
		await work();
		expect(await notices()).toMatchObject([{ type: "EMAIL_CANDIDATE", status: "SUCCESS", sent: 1 }]);
	});

	it("emails everybody of a selection once, in one mailing for each application", async () => {
		const { staff, ids, moveMany, work, sent, mailings, runs, rows, accepted } = await openStageFixture({
			applicants: 40,
		});
		const { body } = await moveMany([...ids, "nobody"]);
		expect(body).toMatchObject({ changed: 40, run: { emails: 40 } });
		expect(await mailings()).toMatchObject([{ eventId: body.run.id, stepId: accepted.id, status: "ready" }]);
		expect(await runs()).toMatchObject([{ id: body.run.id, subject: "40 applicants", targetName: "Accepted" }]);
		expect((await rows()).map(({ outcome }) => outcome)).toEqual([...Array(40).fill("changed"), "not_found"]);
		staff.clock.advance(undoWindowMs);
		await work();
		expect(new Set(sent.map(({ to }) => to)).size).toBe(40);
		expect(sent).toHaveLength(40);
	});

	it("emails nobody when notifications are turned off for a change", async () => {
		const { ids, moveOne, mailings, sentJobs } = await openStageFixture();
		const { body } = await moveOne(ids[0], { doNotNotify: true });
		expect(body.run.emails).toBe(0);
		expect([await mailings(), sentJobs]).toEqual([[], []]);
	});

	it("sends one email when the form is sent twice", async () => {
		const { ids, moveMany, mails } = await openStageFixture();
		const [first, second] = [await moveMany(ids, {}, "key-00000007"), await moveMany(ids, {}, "key-00000007")];
		expect(second.body).toEqual(first.body);
		expect(await mails()).toHaveLength(3);
		expect((await moveMany(ids)).body).toMatchObject({ changed: 0, run: null });
		expect(await mails()).toHaveLength(3);
	});

	it("sends the step's files with the email", async () => {
		const { staff, ids, moveOne, accepted, organisationId } = await openStageFixture();
		await testDb()
			.insert(workflowStepAttachments)
			.values({
				organisationId,
				id: `file-${organisationId}`,
				stepId: accepted.id,
				name: "fees.pdf",
				mimetype: "application/pdf",
				size: 5,
				objectKey: "steps/fees.pdf",
				createdAt: 1,
			});
		await moveOne(ids[0]);
		const { body } = await staff.get<{ data: { attachments: unknown[] }[] }>(`/email/candidates/${ids[0]}`);
		expect(body.data[0]?.attachments).toMatchObject([{ name: "fees.pdf" }]);
	});

	it("does not email an applicant who has left the stage by then", async () => {
		const { staff, ids, moveOne, registration, work, sent, emailsOf } = await openStageFixture();
		await moveOne(ids[0]);
		await moveOne(ids[0], { stageId: registration.id });
		staff.clock.advance(undoWindowMs);
		await work();
		expect(sent).toEqual([]);
		expect(await emailsOf(ids[0])).toMatchObject([
			{ status: "FAILED", reason: "Not sent: the applicant had left the stage before it went out." },
		]);
	});

	it("refuses a change whose email names an unknown merge field, unless notifications are turned off", async () => {
		const { staff, ids, moveOne, accepted, stagesById } = await openStageFixture({
			template: { content: "<p>Dear {{fristName}}</p>" },
		});
		const refusal = await moveOne(ids[0]);
		expect(refusal).toMatchObject({
			status: 422,
			body: {
				code: "stage_mail_broken",
				error:
					"The template “Admission” has a merge field that does not exist: {{fristName}}. Edit the template, or turn off notifications.",
			},
		});
		const { body } = await staff.send("POST", "/candidates/stage-preview", { candidateIds: ids, stageId: accepted.id });
		expect(body).toMatchObject({ emails: 0, messages: { fault: expect.stringContaining("{{fristName}}") } });
		expect((await stagesById())[ids[0] ?? ""]).toBe("Registration");
		expect((await moveOne(ids[0], { doNotNotify: true })).status).toBe(200);
	});

	it.each([
		["inactive", { active: false }],
		["not an email", { type: "document" as const }],
	])("sends nothing from a template that is %s", async (_name, template) => {
		const { ids, moveOne, mailings } = await openStageFixture({ template });
		expect((await moveOne(ids[0])).body.run.emails).toBe(0);
		expect(await mailings()).toEqual([]);
	});

	it("sends nothing at stages where §4 offers no templates", async () => {
		const { ids, moveOne, mailings, accepted } = await openStageFixture();
		await testDb().update(workflowSteps).set({ type: "IN_REVIEW" }).where(eq(workflowSteps.id, accepted.id));
		await moveOne(ids[0]);
		expect(await mailings()).toEqual([]);
	});

	it("sends at once for an institution without an undo window", async () => {
		const { staff, ids, moveOne, work, sent, undo, organisationId } = await openStageFixture();
		await testDb().update(organisations).set({ undoWindowSeconds: 0 }).where(eq(organisations.id, organisationId));
		const { body } = await moveOne(ids[0]);
		expect(body.run.undoUntil).toBe(staff.clock.now());
		await work();
		expect(sent).toHaveLength(1);
		expect(await undo(body.run.id)).toMatchObject({ status: 409, body: { code: "undo_too_late" } });
	});

	it("holds emails for ten minutes at most, and the change can be undone until then", async () => {
		const { staff, ids, moveOne, work, sent, undo, organisationId } = await openStageFixture();
		await testDb().update(organisations).set({ undoWindowSeconds: 600 }).where(eq(organisations.id, organisationId));
		const [first, second] = [await moveOne(ids[0]), await moveOne(ids[1])];
		expect(first.body.run.undoUntil).toBe(staff.clock.now() + 600_000);
		staff.clock.advance(599_999);
		await work();
		expect(sent).toEqual([]);
		expect((await undo(second.body.run.id)).status).toBe(200);
		staff.clock.advance(1);
		await work();
		await work();
		expect(sent.map(({ to }) => to)).toEqual([`${ids[0]}@mail.example`]);
	});

	it("does not use another institution's template", async () => {
		const { staff, ids } = await openStageFixture();
		const elsewhere = await createApplication((await createOrganisation()).id);
		const body = { candidateIds: ids, stageId: elsewhere.steps[2]?.id };
		expect((await staff.send("POST", "/candidates/stage-preview", body)).status).toBe(422);
	});
});

const letterOf = (organisationId: string) => ({
	organisationId,
	id: "",
	name: "Letter of admission",
	type: "document" as const,
	content: "<p>Dear</p>",
	createdAt: 1,
	updatedAt: 1,
});

describe("a stage with an SMS template", () => {
	const openSmsStage = async () => {
		const fixture = await openStageFixture();
		const { organisationId, accepted, ids } = fixture;
		const sms = { organisationId, id: `sms-${organisationId}`, name: "Admission notice", type: "sms" as const };
		const content = "{{firstName}}, you are admitted: {{comment}}";
		await testDb()
			.insert(templates)
			.values({ ...sms, content, createdAt: 1, updatedAt: 1 });
		await testDb().update(workflowSteps).set({ smsTemplateId: sms.id }).where(eq(workflowSteps.id, accepted.id));
		await testDb()
			.update(applicants)
			.set({ phone: "08031234567" })
			.where(eq(applicants.id, ids[0] ?? ""));
		const kept = async () =>
			(await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId))).map(
				({ recipient, text }) => [recipient, text],
			);
		return { ...fixture, kept };
	};

	it("previews it, and sends it together with the email when the undo window ends", async () => {
		const { staff, ids, accepted, moveOne, work, sent, emailsOf, kept } = await openSmsStage();
		const { body } = await staff.send("POST", "/candidates/stage-preview", {
			candidateIds: [ids[0]],
			stageId: accepted.id,
		});
		expect(body).toMatchObject({
			messages: {
				sms: { name: "Admission notice" },
				shownSms: { to: "+2348031234567", message: "Chidi, you are admitted: [your comment]" },
			},
		});
		await moveOne(ids[0]);
		await work();
		expect([sent, await kept()]).toEqual([[], []]);
		expect((await emailsOf(ids[0])).map(({ channel, status }) => [channel, status]).sort()).toEqual([
			["email", "HELD"],
			["sms", "HELD"],
		]);
		staff.clock.advance(undoWindowMs);
		await work();
		expect(sent).toHaveLength(1);
		expect(await kept()).toEqual([["+2348031234567", "Chidi, you are admitted: Council"]]);
	});

	it("sends neither when the change is undone", async () => {
		const { staff, ids, moveOne, undo, work, sent, emailsOf, kept } = await openSmsStage();
		const { body } = await moveOne(ids[0]);
		expect((await undo(body.run.id)).status).toBe(200);
		staff.clock.advance(undoWindowMs);
		await work();
		expect([sent, await kept(), await emailsOf(ids[0])]).toEqual([[], [], []]);
	});

	it("sends neither where nobody is notified", async () => {
		const { staff, ids, moveOne, work, sent, kept } = await openSmsStage();
		await moveOne(ids[0], { doNotNotify: true });
		staff.clock.advance(undoWindowMs);
		await work();
		expect([sent, await kept()]).toEqual([[], []]);
	});

	it("sends a run's SMS to each applicant once, those without a number fail", async () => {
		const { staff, ids, moveMany, work, mailings, kept, emailsOf } = await openSmsStage();
		await moveMany([...ids]);
		expect((await mailings()).map(({ channel }) => channel).sort()).toEqual(["email", "sms"]);
		staff.clock.advance(undoWindowMs);
		await work();
		expect(await kept()).toHaveLength(1);
		expect((await emailsOf(ids[1])).find(({ channel }) => channel === "sms")).toMatchObject({
			status: "FAILED",
			reason: "The applicant has no phone number that an SMS can reach.",
		});
	});
});
