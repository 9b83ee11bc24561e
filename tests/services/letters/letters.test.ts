import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createOrganisation, testDb } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { replacing } from "#tests/support/replacing";
import { scriptPayloads } from "#tests/support/script-payloads";
import { plainDatabase } from "#tests/support/statements";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { organisations } from "#worker/database/schema/organisations";
import { events, notifications } from "#worker/database/schema/records";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

/** A transparent picture of one pixel. */
const dot = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
	(char) => char.charCodeAt(0),
);

const createTemplate = async (organisationId: string, values: Partial<typeof templates.$inferInsert> = {}) => {
	const row = {
		organisationId,
		id: `template-${crypto.randomUUID()}`,
		name: "Admission letter",
		type: "document" as const,
		content: "<h1>Letter of admission</h1><p>Dear {{firstName}}, {{courseTitle}} at {{locationName}}: {{comment}}</p>",
		createdAt: 1,
		updatedAt: 1,
		...values,
	};
	await testDb().insert(templates).values(row);
	return row;
};

const openFixture = async () => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	const organisationId = staff.organisation.id;
	const signed = {
		signatureKey: `${organisationId}.png`,
		signatoryName: "Dr Ngozi Okonkwo",
		signatoryTitle: "Registrar",
		undoWindowSeconds: 0,
	};
	await testDb().update(organisations).set(signed).where(eq(organisations.id, organisationId));
	await env.FILES.put(signed.signatureKey, dot);
	const applicant = await createApplicant(staff.application, { firstName: "Ọláyínká" });
	const path = `/candidates/${applicant.id}/letters`;
	return {
		...queues,
		staff,
		organisationId,
		applicant,
		path,
		template: await createTemplate(organisationId),
		make: <T = { id: string; size: number }>(templateId: string, key?: string) =>
			staff.send<T>("POST", path, { templateId }, key),
		history: async () => (await staff.get(path)).body.data ?? [],
		read: async (letterId: string) => {
			const response = await staff.request(`${path}/${letterId}`);
			return readPdf(new Uint8Array(await response.arrayBuffer()));
		},
		stored: async () => (await env.FILES.list({ prefix: `letters/${organisationId}/` })).objects.length,
	};
};

describe("a letter on demand", () => {
	it("is made from the template, signed, stored and added to the applicant", async () => {
		const { staff, organisationId, applicant, template, make, history, read } = await openFixture();
		const { status, body } = await make(template.id);
		expect(status).toBe(201);
		expect(body).toMatchObject({ templateName: "Admission letter", createdByName: "Hauwa Bello" });
		const { begin, text } = await read(body.id);
		expect(begin).toBe("%PDF-");
		for (const expected of ["Letter of admission", "Dear Ọláyínká,", "at --/--", "Dr Ngozi Okonkwo", "Registrar"])
			expect(text).toContain(withoutSpaces(expected));
		expect((await staff.get(`/candidates/${applicant.id}`)).body.letter).toBe(
			`/api/candidates/${applicant.id}/letters/${body.id}`,
		);
		expect(await history()).toMatchObject([{ id: body.id }]);
		const [line] = await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id));
		expect(line).toMatchObject({
			type: "DATA_UPDATE",
			reason: "Offer letter made: Admission letter",
			reviewedBy: "Hauwa Bello",
		});
		const [event] = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		expect(event).toMatchObject({ type: "applicants.letters_made", payload: { letterIds: [body.id] } });
	});

	it("bears the institution's logo and the signature", async () => {
		const { organisationId, template, make, read } = await openFixture();
		const picturesOf = async () => (await read((await make(template.id)).body.id)).pictures;
		const own = eq(organisations.id, organisationId);
		expect(await picturesOf()).toBe(1);
		const logoKey = `logos/${organisationId}.png`;
		await env.FILES.put(logoKey, redPixel);
		await testDb().update(organisations).set({ logoKey }).where(own);
		expect(await picturesOf()).toBe(2);
		await testDb().update(organisations).set({ signatureKey: null }).where(own);
		expect(await picturesOf()).toBe(1);
		await testDb().update(organisations).set({ logoKey: null }).where(own);
		expect(await picturesOf()).toBe(0);
	});

	it("is listed with the earlier letters, newest first", async () => {
		const { staff, template, make, history } = await openFixture();
		const first = await make(template.id);
		staff.clock.advance(1_000);
		const second = await make(template.id);
		expect((await history()).map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
	});

	it("is made once however often the form is sent", async () => {
		const { template, make, history, stored } = await openFixture();
		const [one, two] = [await make(template.id, "key-00000001"), await make(template.id, "key-00000001")];
		expect(two.body).toEqual(one.body);
		expect(await history()).toHaveLength(1);
		expect(await stored()).toBe(1);
	});

	it("holds no script and no link that runs one, whatever its template and its applicant's name say", async () => {
		const { organisationId, applicant, make, read } = await openFixture();
		const [script = "", ...others] = scriptPayloads;
		const name = { firstName: script, lastName: others.slice(-12).join(" ") };
		await testDb().update(applicants).set(name).where(eq(applicants.id, applicant.id));
		const honest = "https://school.example/letter";
		const paragraphs = others.map((text) => `<p>${text.replaceAll("{{", "")}</p>`).join("");
		const content = `<p>Dear {{firstName}} {{lastName}}, <a href="${honest}">read</a></p>${paragraphs}`;
		const { status, body } = await make((await createTemplate(organisationId, { content })).id);
		expect(status).toBe(201);
		const { text, links, deeds } = await read(body.id);
		expect(text, "the name is shown as it was typed").toContain(withoutSpaces(`Dear ${script}`));
		expect(deeds).toEqual([]);
		expect(links).toContain(honest);
		expect(links.filter((link) => !/^(https?:\/\/|mailto:)/.test(link))).toEqual([]);
	});

	it("is sent so that nothing in it can run, also in parts", async () => {
		const { staff, path, template, make } = await openFixture();
		const { body } = await make(template.id);
		const whole = await staff.request(`${path}/${body.id}`);
		expect(Object.fromEntries(whole.headers)).toMatchObject({
			"content-type": "application/pdf",
			"content-length": String(body.size),
			"x-content-type-options": "nosniff",
			"cache-control": "private, no-store",
			"accept-ranges": "bytes",
		});
		expect(whole.headers.get("content-security-policy")).toContain("sandbox");
		expect(whole.headers.get("content-disposition")).toMatch(
			/^inline; filename="NO-26-applicant-\d+ Admission letter.pdf"/,
		);
		await whole.body?.cancel();
		const part = await staff.request(`${path}/${body.id}`, { headers: { range: "bytes=1-3" } });
		expect(part.headers.get("content-range")).toBe(`bytes 1-3/${body.size}`);
		expect(new TextDecoder().decode(await part.arrayBuffer())).toBe("PDF");
		expect((await staff.request(`${path}/${body.id}`, { headers: { range: "bytes=9999999-" } })).status).toBe(416);
	});

	it("can be previewed, and the preview is not stored", async () => {
		const { staff, applicant, template, history, stored } = await openFixture();
		const preview = await staff.request(`/candidates/${applicant.id}/letter-preview?templateId=${template.id}`);
		const { text } = await readPdf(new Uint8Array(await preview.arrayBuffer()));
		expect(text).toContain("Letterofadmission");
		expect([await history(), await stored()]).toEqual([[], 0]);
	});

	it("is refused for a template with an unknown merge field, which is named", async () => {
		const { staff, organisationId, applicant, make, history, stored } = await openFixture();
		const template = await createTemplate(organisationId, { content: "<p>Dear {{fristName}}</p>" });
		const error = "The template has a merge field that does not exist: {{fristName}}";
		const { status, body } = await make<Record<string, unknown>>(template.id);
		expect([status, body]).toMatchObject([
			422,
			{ code: "merge_field_unknown", error, fields: { templateId: [error] } },
		]);
		const preview = await staff.get(`/candidates/${applicant.id}/letter-preview?templateId=${template.id}`);
		expect(preview).toMatchObject({ status: 422, body: { error } });
		expect([await history(), await stored()]).toEqual([[], 0]);
	});

	it("is refused for a template that is no document, inactive or another institution's", async () => {
		const { organisationId, make, history } = await openFixture();
		const { id: elsewhere } = await createOrganisation();
		for (const template of [
			await createTemplate(organisationId, { type: "email" }),
			await createTemplate(organisationId, { active: false }),
			await createTemplate(elsewhere),
			{ id: "nothing" },
		])
			expect(await make(template.id)).toMatchObject({ status: 422, body: { code: "template_unknown" } });
		expect(await history()).toEqual([]);
	});

	it("shows hostile content of a template as text", async () => {
		const { organisationId, make, read } = await openFixture();
		const content = `<script>alert(1)</script><img src=x onerror=alert(1)>${"<table><tr><td colspan=9999 rowspan=9999>".repeat(60)}<p>kept ${"y".repeat(30_000)} {{firstName}}`;
		const { status, body } = await make((await createTemplate(organisationId, { content })).id);
		expect(status).toBe(201);
		const { text } = await read(body.id);
		expect(text).toContain("kept");
		expect(text).not.toContain("alert");
	});

	it("is made without a signature that cannot be drawn", async () => {
		const { organisationId, template, make, read } = await openFixture();
		await env.FILES.put(`${organisationId}.png`, dot.slice(0, 40));
		const { body } = await make(template.id);
		expect((await read(body.id)).text).toContain("DrNgoziOkonkwo");
	});

	it("cannot be opened under another applicant's address", async () => {
		const { staff, template, make } = await openFixture();
		const { body } = await make(template.id);
		const other = await createApplicant(staff.application);
		expect((await staff.get(`/candidates/${other.id}/letters/${body.id}`)).status).toBe(404);
	});
});

/** Opens a fixture with an applicant who can be moved to a stage with a document template. */
const openStage = async (stage: { type?: string; template?: Partial<typeof templates.$inferInsert> } = {}) => {
	const fixture = await openFixture();
	const { staff, organisationId, applicant, bindings, sentEvents, sentJobs } = fixture;
	const [, , accepted] = staff.application.steps;
	if (!accepted) throw new Error("the application has four steps");
	const template = await createTemplate(organisationId, stage.template);
	await testDb()
		.update(workflowSteps)
		.set({ pdfTemplateId: template.id, ...(stage.type && { type: stage.type }) })
		.where(eq(workflowSteps.id, accepted.id));
	const moveTo = (stageId: string | undefined) =>
		staff.send("PATCH", `/candidates/${applicant.id}`, { stageId, reason: "Council" });
	return {
		...fixture,
		moveTo,
		move: () => moveTo(accepted.id),
		consume: () => deliverEvents(sentEvents, { bindings, clock: staff.clock }),
		work: () => deliverJobs(sentJobs, { bindings, clock: staff.clock }),
	};
};

describe("a stage with a document template", () => {
	it("creates one letter for an applicant who enters it", async () => {
		const { staff, applicant, move, consume, work, history, read, stored, sentJobs } = await openStage();
		await move();
		expect(await consume()).toMatchObject({ retried: 0 });
		expect(sentJobs).toHaveLength(1);
		await work();
		const [letter, ...others] = await history();
		expect(others).toEqual([]);
		expect(letter).toMatchObject({ stageName: "Accepted", createdByName: "Hauwa Bello" });
		expect((await read(letter?.id ?? "")).text).toContain("Council");
		expect((await staff.get(`/candidates/${applicant.id}`)).body.letter).toContain(letter?.id);

		await testDb().update(events).set({ dispatchedAt: null });
		await consume();
		await work();
		expect(await history()).toHaveLength(1);
		expect(await stored()).toBe(1);
	});

	it("creates another letter for an applicant who returns only when the text differs", async () => {
		const { staff, applicant, move, moveTo, consume, work, history, stored } = await openStage({
			template: { content: "<p>Dear {{firstName}}, {{comment}}</p>" },
		});
		const [, , accepted, declined] = staff.application.steps;
		const deliver = async () => {
			await consume();
			await work();
		};
		await move();
		await deliver();
		const [first] = await history();
		for (let again = 0; again < 2; again++) {
			staff.clock.advance(60_000);
			await moveTo(declined?.id);
			await move();
			await deliver();
		}
		expect((await history()).map(({ id }) => id)).toEqual([first?.id]);
		expect(await stored()).toBe(1);

		staff.clock.advance(60_000);
		await moveTo(declined?.id);
		await staff.send("PATCH", `/candidates/${applicant.id}`, { stageId: accepted?.id, reason: "Senate" });
		await deliver();
		expect(await history()).toHaveLength(2);
	});

	it("creates one letter for an applicant who enters twice before it is made", async () => {
		const { staff, move, moveTo, consume, work, history, sentJobs } = await openStage();
		await move();
		await moveTo(staff.application.steps[3]?.id);
		await move();
		await consume();
		expect(sentJobs).toHaveLength(2);
		await work();
		expect(await history()).toHaveLength(1);
	});

	it("creates one letter for an applicant who enters twice while both are made at the same moment", async () => {
		const { staff, move, moveTo, consume, work, history, sentJobs, bindings } = await openStage();
		await move();
		await moveTo(staff.application.steps[3]?.id);
		await move();
		await consume();
		const [first, ...second] = sentJobs.splice(0);
		if (!first) throw new Error("both moves have a task");
		const put = async (...file: Parameters<R2Bucket["put"]>) => {
			sentJobs.push(...second.splice(0));
			await work();
			sentJobs.splice(0);
			return env.FILES.put(...file);
		};
		const FILES = replacing(env.FILES, { put });
		const delivery = { bindings: { ...bindings, FILES }, clock: staff.clock };
		expect(await deliverJobs([first], delivery)).toEqual({ accepted: 1, retried: 0 });
		expect(await history()).toHaveLength(1);
	});

	it("makes its own letter current again after another one", async () => {
		const { staff, organisationId, applicant, move, moveTo, make, consume, work, history } = await openStage();
		await move();
		await consume();
		await work();
		staff.clock.advance(60_000);
		await make((await createTemplate(organisationId)).id);
		staff.clock.advance(60_000);
		await moveTo(staff.application.steps[3]?.id);
		await move();
		await consume();
		await work();
		const letters = await history();
		expect(letters).toHaveLength(3);
		expect((await staff.get(`/candidates/${applicant.id}`)).body.letter).toContain(letters[0]?.id);
	});

	it("creates the letters of a batch, except for deleted applicants", async () => {
		const { staff, consume, work, organisationId } = await openStage();
		const [, , accepted] = staff.application.steps;
		const many = [];
		for (let index = 0; index < 23; index++) many.push((await createApplicant(staff.application)).id);
		await staff.send("PATCH", "/candidates", { candidateIds: many, stageId: accepted?.id, reason: "Council" });
		await consume();
		await plainDatabase.prepare("DELETE FROM applicants WHERE id = ?").bind(many[0]).run();
		await work();
		const made = await testDb().select().from(letters).where(eq(letters.organisationId, organisationId));
		expect(new Set(made.map(({ applicantId }) => applicantId))).toEqual(new Set(many.slice(1)));
	});

	it("creates none for an applicant who left before it was made", async () => {
		const { staff, applicant, move, moveTo, consume, work, history, stored } = await openStage();
		await move();
		await moveTo(staff.application.steps[3]?.id);
		await consume();
		expect(await work()).toEqual({ accepted: 1, retried: 0 });
		expect([await history(), await stored()]).toEqual([[], 0]);
		expect((await staff.get(`/candidates/${applicant.id}`)).body.letter).toBeNull();
	});

	it("creates none for an applicant who leaves while it is made", async () => {
		const { staff, applicant, move, moveTo, consume, sentJobs, bindings, history } = await openStage();
		const [, , accepted, declined] = staff.application.steps;
		const other = await createApplicant(staff.application);
		await move();
		await consume();
		sentJobs.splice(0);
		await moveTo(staff.application.steps[0]?.id);
		const candidateIds = [applicant.id, other.id];
		await staff.send("PATCH", "/candidates", { candidateIds, stageId: accepted?.id, reason: "Council" });
		await consume();
		const put = async (...file: Parameters<R2Bucket["put"]>) => {
			if (String(file[0]).includes(applicant.id)) await moveTo(declined?.id);
			return env.FILES.put(...file);
		};
		const FILES = replacing(env.FILES, { put });
		expect(await deliverJobs(sentJobs, { bindings: { ...bindings, FILES }, clock: staff.clock })).toEqual({
			accepted: 1,
			retried: 0,
		});
		expect(await history()).toEqual([]);
		expect((await staff.get(`/candidates/${applicant.id}`)).body.letter).toBeNull();
		expect((await staff.get(`/candidates/${other.id}/letters`)).body.data).toHaveLength(1);
	});

	it("tells the user who changed the stage what is wrong with the template", async () => {
		const { staff, move, consume, work, history } = await openStage({ template: { content: "{{nothing}}" } });
		await move();
		await consume();
		await work();
		await consume();
		expect(await history()).toEqual([]);
		const notices = await testDb().select().from(notifications).where(eq(notifications.userId, staff.user.id));
		expect(notices.map(({ message }) => JSON.parse(message))).toMatchObject([
			{
				type: "LETTERS",
				status: "FAILED",
				reason: "The template has a merge field that does not exist: {{nothing}}",
			},
		]);
	});

	it.each<[string, Parameters<typeof openStage>[0]]>([
		["of a type without letters", { type: "IN_REVIEW" }],
		["whose template is inactive", { template: { active: false } }],
		["whose template is an email", { template: { type: "email" } }],
	])("creates none at a stage %s", async (_name, stage) => {
		const { move, consume, sentJobs } = await openStage(stage);
		await move();
		await consume();
		expect(sentJobs).toEqual([]);
	});
});
