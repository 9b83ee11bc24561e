import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { signIn, testDb } from "#tests/support/factories";
import { applicants, letters } from "#worker/database/schema/applicants";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const undoWindowMs = 30_000;
const hourMs = 3_600_000;

/** Opens a fixture whose stage Accepted makes a letter and writes. */
const openFixture = async (options: Parameters<typeof openStageFixture>[0] = {}) => {
	const fixture = await openStageFixture(options);
	const { organisationId, accepted, staff, sentJobs, bindings, allJobs } = fixture;
	const template = {
		organisationId,
		id: `letter-${organisationId}`,
		name: "Letter of admission",
		type: "document" as const,
	};
	await testDb()
		.insert(templates)
		.values({ ...template, content: "<p>Dear {{firstName}}, welcome.</p>", createdAt: 1, updatedAt: 1 });
	await testDb().update(workflowSteps).set({ pdfTemplateId: template.id }).where(eq(workflowSteps.id, accepted.id));
	return {
		...fixture,
		template,
		made: () => testDb().select().from(letters).where(eq(letters.organisationId, organisationId)),
		/** Delivers only the waiting jobs of some kind. */
		deliverOnly: async (isOf: (taskId: string) => boolean) => {
			const waiting = sentJobs.splice(0);
			sentJobs.push(...waiting.filter(({ taskId }) => !isOf(taskId)));
			await deliverJobs(
				waiting.filter(({ taskId }) => isOf(taskId)),
				{ bindings, clock: staff.clock, jobs: allJobs },
			);
		},
	};
};

const isLetters = (taskId: string) => taskId.startsWith("letters-");

describe("the email of a stage that makes a letter", () => {
	it("waits for each applicant's letter, carries it, and is listed with it; no letter is made twice", async () => {
		const { ids, moveMany, work, staff, sent, made, deliverOnly, jobDelays, emailsOf, sentJobs } = await openFixture();
		await moveMany(ids.slice(0, 2));
		await work();
		staff.clock.advance(undoWindowMs);
		await deliverOnly((taskId) => !isLetters(taskId));
		expect([sent.length, jobDelays.at(-1)]).toEqual([0, 3]);
		await deliverOnly(isLetters);
		expect(await made()).toHaveLength(2);
		await deliverOnly((taskId) => !isLetters(taskId));
		expect(sent).toHaveLength(2);
		for (const mail of sent) {
			expect(mail.attachments).toMatchObject([{ mimetype: "application/pdf" }]);
			expect(mail.attachments?.[0]?.name).toMatch(/^MA-26-\d+ Letter of admission\.pdf$/);
			expect(new TextDecoder().decode(mail.attachments?.[0]?.bytes.slice(0, 5))).toBe("%PDF-");
		}
		const [own] = (await made()).filter(({ applicantId }) => applicantId === ids[0]);
		expect(await emailsOf(ids[0])).toMatchObject([{ status: "SENT", attachments: [{ id: own?.id, size: own?.size }] }]);
		const path = (id: string | undefined) => `/email/candidates/${id}/attachments/${own?.id}`;
		expect((await staff.request(path(ids[0]))).headers.get("content-type")).toBe("application/pdf");
		expect((await staff.request(path(ids[1]))).status).toBe(404);
		expect(await made()).toHaveLength(2);
		expect(sentJobs).toEqual([]);
	});

	it("carries the letter in force where that says the same", async () => {
		const { ids, moveOne, work, staff, sent, made, registration } = await openFixture();
		const enter = async () => {
			await moveOne(ids[0]);
			await work();
			staff.clock.advance(undoWindowMs);
			await work();
			await work();
			await testDb()
				.update(applicants)
				.set({ stepId: registration.id })
				.where(eq(applicants.id, ids[0] ?? ""));
		};
		await enter();
		await enter();
		expect(await made()).toHaveLength(1);
		expect(sent.map(({ attachments }) => attachments?.length)).toEqual([1, 1]);
	});

	it("fails with the reason when no letter is made within an hour, and is sent again with a letter made later", async () => {
		const { ids, moveOne, work, staff, sent, template, emailsOf, task, mailings, mails } = await openFixture();
		await testDb().update(templates).set({ content: "<p>{{nothing}}</p>" }).where(eq(templates.id, template.id));
		await moveOne(ids[0]);
		await work();
		staff.clock.advance(undoWindowMs);
		await work();
		expect(await emailsOf(ids[0])).toMatchObject([{ status: "QUEUED", attachments: [] }]);
		staff.clock.advance(hourMs);
		await work();
		expect(sent).toEqual([]);
		const [mailing] = await mailings();
		expect(await task(mailing?.taskId ?? "")).toMatchObject({
			status: "FAILED",
			result: { failed: 1, reason: expect.stringMatching(/offer letter could not be made/) },
		});
		await testDb().update(templates).set({ content: "<p>Dear</p>" }).where(eq(templates.id, template.id));
		const { headers } = await signIn(staff.user, staff.clock.now());
		const send = (path: string, body: unknown) =>
			staff.request(path, { method: "POST", body: JSON.stringify(body), headers });
		expect((await send(`/candidates/${ids[0]}/letters`, { templateId: template.id })).status).toBe(201);
		const [mail] = await mails();
		expect((await send(`/email/candidates/${ids[0]}/resend`, { emailId: mail?.id })).status).toBe(200);
		await work();
		expect(sent.map(({ attachments }) => attachments?.length)).toEqual([1]);
	});

	it("says in the preview that a letter is made, and carries none when nobody is notified", async () => {
		const { ids, moveOne, work, staff, sent, made, mailings } = await openFixture();
		await moveOne(ids[0], { doNotNotify: true });
		await work();
		staff.clock.advance(undoWindowMs);
		await work();
		expect([(await made()).length, sent.length, await mailings()]).toEqual([1, 0, []]);
	});
});

describe("an email with offer letters", () => {
	const openLettered = async () => {
		const fixture = await openFixture();
		for (const id of fixture.ids.slice(0, 2))
			await fixture.staff.send("POST", `/candidates/${id}/letters`, { templateId: fixture.template.id });
		return fixture;
	};

	it("counts and names before who has none, and carries each applicant's own", async () => {
		const { ids, write, deliver, sent, staff, made } = await openLettered();
		const asked = { applicationId: staff.application.id, candidateIds: ids, subject: "Your letter", withLetter: true };
		const preview = (more = {}) => staff.send("POST", "/email/candidates/preview", { ...asked, ...more });
		expect((await preview({ shownFor: ids[0] })).body.letters).toEqual({
			shown: expect.stringMatching(/Letter of admission\.pdf$/),
			missing: 1,
			names: ["Chidi Eze2"],
		});
		expect((await preview({ shownFor: ids[2] })).body.letters).toMatchObject({ shown: null });
		expect((await preview({ withLetter: false })).body.letters).toBeNull();
		await write({ candidateIds: ids, withLetter: true });
		await deliver();
		const carried = new Map(sent.map(({ to, attachments }) => [to, attachments?.map(({ name }) => name)]));
		const numbers = new Map(
			(await testDb().select().from(applicants).where(eq(applicants.organisationId, staff.organisation.id))).map(
				({ email, applicationNumber }) => [email, applicationNumber.replaceAll("/", "-")],
			),
		);
		expect(await made()).toHaveLength(2);
		expect([...carried].sort()).toEqual(
			ids.map((id, index) => {
				const to = `${id}@mail.example`;
				return [to, index < 2 ? [`${numbers.get(to)} Letter of admission.pdf`] : []];
			}),
		);
	});

	it("carries the letter that was in force when it was written, and none without asking", async () => {
		const { ids, write, deliver, sent, staff, template, made, emailsOf } = await openLettered();
		const first = (await made()).find(({ applicantId }) => applicantId === ids[0]);
		await write({ candidateIds: [ids[0]], withLetter: true });
		staff.clock.advance(1_000);
		await staff.send("POST", `/candidates/${ids[0]}/letters`, { templateId: template.id });
		await deliver();
		expect(await emailsOf(ids[0])).toMatchObject([{ attachments: [{ id: first?.id }] }]);
		sent.length = 0;
		await write({ candidateIds: [ids[0]] });
		await deliver();
		expect(sent.map(({ attachments }) => attachments)).toEqual([[]]);
	});

	it("goes with a stage's email that is sent again", async () => {
		const { ids, deliver, sent, staff, accepted } = await openLettered();
		await testDb().update(templates).set({ content: "<p>Welcome</p>" }).where(eq(templates.type, "email"));
		await testDb()
			.update(applicants)
			.set({ stepId: accepted.id })
			.where(eq(applicants.organisationId, staff.organisation.id));
		const stage = { applicationId: staff.application.id, stepId: accepted.id, ids };
		const { body } = await staff.send("POST", "/candidates/notify-preview", stage);
		expect(body).toMatchObject({ willChange: 3, letters: { missing: 1, names: ["Chidi Eze2"] } });
		await staff.send("POST", "/candidates/notify", stage);
		await deliver();
		expect(sent.map(({ attachments }) => attachments?.length).sort()).toEqual([0, 1, 1]);
	});
});
