import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { formatTime } from "#worker/contract/text/dates";
import { applicants } from "#worker/database/schema/applicants";
import { roles, userRoles } from "#worker/database/schema/auth";
import { templates } from "#worker/database/schema/workflows";
import type { Workflow, WorkflowUse } from "#worker/services/workflows/contract";

interface Refused {
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
	details?: { current: Workflow };
}

let staff: ServicesFixture;
let path: string;
beforeEach(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"] });
	path = `/workflow/${staff.application.workflowId}`;
});

const read = async () => (await staff.get<Workflow>(path)).body;
const step = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
/** The steps as they are, as a client writes them. */
const written = async () =>
	(await read()).steps.map(({ id, name, type, attachments, nextStepIds, roles, requirements }) => ({
		id,
		name,
		type,
		attachmentIds: attachments.map((file) => file.id),
		nextStepIds,
		requirements,
		roleIds: roles.map((role) => role.id),
	}));
const save = (steps: readonly object[], version?: number) =>
	staff.send<Workflow & Refused>("PUT", `${path}/steps`, { steps, version });
const namesOf = ({ steps }: Workflow) => steps.map(({ name }) => name);

describe("the stages of a workflow", () => {
	test("begin with Apply in a new one, and stay when it is renamed", async () => {
		const created = await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" });
		expect([created.status, created.body.steps]).toMatchObject([201, [{ name: "Apply", type: "REGISTRATION" }]]);
		const renamed = await staff.send<Workflow>("PUT", `/workflow/${created.body.id}`, { name: "Certificate" });
		expect(renamed.body).toMatchObject({ name: "Certificate", steps: created.body.steps });
	});

	test("are added, renamed, reordered and removed, and keep their ids", async () => {
		const [apply, review, accepted] = await written();
		const added = await save([
			apply ?? {},
			accepted ?? {},
			{ ...review, name: "Reading" },
			step("Declined", "DECLINED"),
		]);
		expect([added.status, namesOf(added.body)]).toEqual([200, ["Registration", "Accepted", "Reading", "Declined"]]);
		expect(added.body.steps.slice(0, 3).map(({ id }) => id)).toEqual([apply?.id, accepted?.id, review?.id]);
		const removed = await save((await written()).slice(0, 3));
		expect(namesOf(removed.body)).toEqual(["Registration", "Accepted", "Reading"]);
		const history = await staff.get<{ data: { id: string; before: { steps: unknown[] } }[] }>(`${path}/history`);
		expect(history.body.data.map(({ before }) => before.steps.length)).toEqual([4, 3]);
	});

	test("come back as they were when a former state is restored, with the ids that they had", async () => {
		const before = await read();
		await save((await written()).slice(0, 1));
		const [{ id: changeId } = { id: "" }] = (await staff.get<{ data: { id: string }[] }>(`${path}/history`)).body.data;
		await save([step("Registration", "REGISTRATION", { id: before.steps[0]?.id }), step("Out", "DECLINED")]);
		const restored = await staff.send<Workflow>("POST", `${path}/restore`, { changeId });
		expect(namesOf(restored.body)).toEqual(["Registration"]);
		const all = await save(before.steps.map(({ id, name, type }) => ({ id, name, type })));
		expect(all.body.steps).toEqual(before.steps);
	});

	test("are refused without a first stage, with two, with the same name twice and with what does not exist", async () => {
		const [apply = step("Registration", "REGISTRATION"), review = {}] = await written();
		const refused: [steps: object[], code: string, text: RegExp][] = [
			[[], "workflow_first_stage_missing", /Apply is missing/],
			[[review], "workflow_first_stage_missing", /Apply is missing/],
			[[apply, step("Again", "REGISTRATION")], "workflow_first_stage_missing", /Only one stage/],
			[[apply, step("registration", "IN_REVIEW")], "invalid", /same name/],
			[[apply, step("Reading", "NONSENSE")], "workflow_refers_wrongly", /type that does not exist/],
			[
				[apply, step("Offer", "ACCEPTED", { emailTemplateId: "no" })],
				"workflow_refers_wrongly",
				/email does not exist/,
			],
			[[apply, step("Offer", "ACCEPTED", { pdfTemplateId: "no" })], "workflow_refers_wrongly", /letter does not exist/],
			[[apply, step("Offer", "ACCEPTED", { smsTemplateId: "no" })], "workflow_refers_wrongly", /SMS does not exist/],
			[[apply, step("Offer", "ACCEPTED", { attachmentIds: ["no"] })], "workflow_refers_wrongly", /A file is not/],
			[[apply, step("Offer", "ACCEPTED", { nextStepIds: ["no"] })], "workflow_refers_wrongly", /may follow/],
		];
		const before = await read();
		for (const [steps, code, text] of refused) {
			const { status, body } = await save(steps);
			expect([status, body.code, body.fields?.steps?.[0]]).toEqual([422, code, expect.stringMatching(text)]);
		}
		expect(await read()).toEqual(before);
	});

	test("cannot be those of another workflow", async () => {
		const other = await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" });
		const [apply = {}] = await written();
		const { status, body } = await save([apply, step("Stolen", "IN_REVIEW", { id: other.body.steps[0]?.id })]);
		expect([status, body.code]).toEqual([422, "workflow_refers_wrongly"]);
	});

	test("are not saved over those that somebody else saved meanwhile", async () => {
		const { version } = await read();
		const [apply = {}, review = {}] = await written();
		await save([apply, review, step("Theirs", "DECLINED")], version);
		const { status, body } = await save([apply, review, step("Mine", "DECLINED")], version);
		expect([status, body.code]).toEqual([409, "changed_meanwhile"]);
		expect(body.details?.current.steps.map(({ name }) => name)).toEqual(["Registration", "In review", "Theirs"]);
	});

	test("with applicants are neither removed nor given another type, until they are moved and the undo window is over", async () => {
		const [apply, review, accepted] = await written();
		const { id } = await createApplicant(staff.application, { stepId: review?.id ?? "" });
		const removed = await save([apply ?? {}, accepted ?? {}]);
		expect([removed.status, removed.body.error]).toEqual([
			409,
			"Applicants are at “In review”, so it cannot be removed. Move them first.",
		]);
		const retyped = await save([apply ?? {}, { ...review, type: "DECLINED" }, accepted ?? {}]);
		expect([retyped.status, retyped.body.code]).toEqual([409, "workflow_stage_in_use"]);
		expect((await save([apply ?? {}, { ...review, name: "Reading" }, accepted ?? {}])).status, "it is renamed").toBe(
			200,
		);
		const moved = await staff.send<{ run: { undoUntil: number } }>("PATCH", `/candidates/${id}`, {
			stageId: accepted?.id,
			reason: "Council",
		});
		const { undoUntil } = moved.body.run;
		const time = formatTime(Math.ceil(undoUntil / 60_000) * 60_000, "Africa/Lagos");
		const text = `A move from “Reading” can still be undone until ${time}. Try again then.`;
		const early = await save([apply ?? {}, accepted ?? {}]);
		expect([early.status, early.body.error], "nobody is there").toEqual([409, text]);
		const other = await save([apply ?? {}, { ...review, type: "DECLINED" }, accepted ?? {}]);
		expect([other.status, other.body.error]).toEqual([409, text]);
		const pending = async () => (await staff.get<{ pendingMoves: object[] }>(`${path}/applications`)).body.pendingMoves;
		expect(await pending()).toEqual([
			{ stepId: review?.id, stageName: "Accepted", applicants: 1, state: "undoable", until: undoUntil },
		]);
		staff.clock.advance(undoUntil - staff.clock.now() + 1);
		expect(await pending()).toEqual([]);
		expect((await save([apply ?? {}, accepted ?? {}])).status).toBe(200);
	});

	test("are changed by users of the whole institution alone", async () => {
		const response = await staff.request(`${path}/steps`, {
			method: "PUT",
			headers: await boundTo(["templates:u"]),
			body: JSON.stringify({ steps: await written() }),
		});
		expect([response.status, await response.json()]).toMatchObject([403, { code: "whole_institution_needed" }]);
	});
});

/** The headers of a user with these privileges at one faculty alone. */
const boundTo = async (privileges: string[]) => {
	const user = await createUser({ organisationId: staff.organisation.id, privileges });
	await testDb().update(userRoles).set({ adminLevelItemId: "a-faculty" }).where(eq(userRoles.userId, user.id));
	return (await signIn(user, staff.clock.now())).headers as Record<string, string>;
};

describe("a workflow", () => {
	test("is deleted by users of the whole institution alone", async () => {
		const { body } = await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" });
		const headers = await boundTo(["templates:r", "templates:d"]);
		const refused = await staff.request(`/workflow/${body.id}`, { method: "DELETE", headers });
		expect([refused.status, await refused.json()]).toMatchObject([403, { code: "whole_institution_needed" }]);
		expect((await staff.get(`/workflow/${body.id}`)).status).toBe(200);
	});

	test("in use is not deleted, and says so; one that nothing uses is, with its stages", async () => {
		const used = await staff.send<Refused>("DELETE", path);
		expect([used.status, used.body.error]).toEqual([409, "Workflow is currently in use"]);
		const { body } = await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" });
		expect((await staff.send("DELETE", `/workflow/${body.id}`)).status).toBe(200);
		expect((await staff.get(`/workflow/${body.id}`)).status).toBe(404);
	});

	test("is counted in each application that uses it", async () => {
		const [, review] = await written();
		await createApplicant(staff.application, { stepId: review?.id ?? "" });
		const { body } = await staff.get<{ applications: WorkflowUse[] }>(`${path}/applications`);
		expect(body.applications).toMatchObject([
			{ id: staff.application.id, stages: [{ stepId: review?.id, applicants: 1 }] },
		]);
		expect((await read()).applications).toBe(1);
	});

	test("offers the templates and roles of the institution, and no others", async () => {
		const values = { content: "", createdAt: 1, updatedAt: 1 };
		const { id: organisationId } = staff.organisation;
		const elsewhere = await createOrganisation();
		await testDb()
			.insert(templates)
			.values([
				{ ...values, organisationId, id: "email-1", name: "Offer", type: "email" },
				{ ...values, organisationId, id: "letter-1", name: "Letter", type: "document", active: false },
				{ ...values, organisationId, id: "sms-1", name: "Notice", type: "sms" },
				{ ...values, organisationId: elsewhere.id, id: "email-2", name: "Theirs", type: "email" },
			]);
		const { body } = await staff.get<Record<string, object[]>>("/workflow/choices");
		expect([body.emailTemplates, body.pdfTemplates, body.smsTemplates, body.sendsSms]).toEqual([
			[{ id: "email-1", name: "Offer", active: true }],
			[{ id: "letter-1", name: "Letter", active: false }],
			[{ id: "sms-1", name: "Notice", active: true }],
			true,
		]);
	});

	const upload = (stepId: string, file: File, version?: number) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ version }));
		form.set("file", file);
		return staff.upload(`${path}/steps/${stepId}/attachments`, form);
	};

	test("takes files for its stages, gives them out, and has them again after a restoration", async () => {
		const [apply, review, accepted] = await written();
		const file = new File([pdf()], "Rules.pdf", { type: "application/pdf" });
		const { version } = await read();
		const added = await upload(accepted?.id ?? "", file, version);
		const workflow = await added.json<Workflow>();
		const [attached] = workflow.steps[2]?.attachments ?? [];
		expect([added.status, attached]).toMatchObject([201, { name: "Rules.pdf", mimetype: "application/pdf" }]);
		const at = `${path}/steps/${accepted?.id}/attachments/${attached?.id}`;
		expect(added.headers.get("location")).toBe(`/api${at}`);
		const sent = await staff.request(at);
		expect(new Uint8Array(await sent.arrayBuffer())).toEqual(pdf());
		expect((await upload(accepted?.id ?? "", file, version)).status, "somebody was faster").toBe(409);
		expect((await upload(accepted?.id ?? "", new File(["MZ"], "Rules.exe"))).status).toBe(422);
		await save([apply ?? {}, review ?? {}, { ...accepted, attachmentIds: [] }]);
		expect((await read()).steps[2]?.attachments).toEqual([]);
		const changes = (await staff.get<{ data: { id: string }[] }>(`${path}/history`)).body.data;
		const restored = await staff.send<Workflow>("POST", `${path}/restore`, { changeId: changes[1]?.id });
		expect(restored.body.steps[2]?.attachments).toEqual([attached]);
	});

	test("is copied with stages, rules and files of its own", async () => {
		const [apply, review, accepted] = await written();
		await upload(accepted?.id ?? "", new File([pdf()], "Rules.pdf", { type: "application/pdf" }));
		const files = (await read()).steps[2]?.attachments.map(({ id }) => id);
		await save([
			{ ...apply, nextStepIds: [review?.id] },
			{ ...review, requirements: ["submitted"] },
			{ ...accepted, attachmentIds: files },
		]);
		const { status, body } = await staff.send<Workflow>("POST", `${path}/copy`, { name: "Next year" });
		const source = await read();
		expect([status, namesOf(body), body.applications]).toEqual([201, namesOf(source), 0]);
		expect(body.steps.some(({ id }) => source.steps.some((one) => one.id === id))).toBe(false);
		expect(body.steps[0]?.nextStepIds).toEqual([body.steps[1]?.id]);
		expect(body.steps[1]?.requirements).toEqual(["submitted"]);
		expect(body.steps[2]?.attachments).toMatchObject([{ name: "Rules.pdf" }]);
		const again = await staff.send<Refused>("POST", `${path}/copy`, { name: "NEXT YEAR" });
		expect([again.status, again.body.error]).toEqual([409, "Workflow name already exists"]);
	});
});

interface Preview {
	willChange: number;
	notAllowed: number;
	hindrances: { reason: string; applicants: number }[];
	rows: { id: string; outcome: string; reason?: string }[];
}

describe("the rules of a workflow", () => {
	const openRuled = async (rules: { apply?: object; accepted?: object }) => {
		const [apply, review, accepted] = await written();
		const stageId = accepted?.id ?? "";
		await save([{ ...apply, ...rules.apply }, review ?? {}, { ...accepted, ...rules.accepted }]);
		const { id } = await createApplicant(staff.application, { stepId: apply?.id ?? "" });
		return {
			id,
			stageId,
			review,
			move: () => staff.send<Refused>("PATCH", `/candidates/${id}`, { stageId, reason: "Council" }),
		};
	};
	const preview = async (stageId: string, chosen: object) =>
		(await staff.send<Preview>("POST", "/candidates/stage-preview", { stageId, ...chosen, size: 10 })).body;

	test("are none at first: any stage may follow any", async () => {
		const { move } = await openRuled({});
		expect((await move()).status).toBe(200);
	});

	test("say which stages may follow, for one, many and all that match", async () => {
		const [, review] = await written();
		const { id, stageId, move } = await openRuled({ apply: { nextStepIds: [review?.id] } });
		const text = "This stage does not follow the present one.";
		const refused = await move();
		expect([refused.status, refused.body.code, refused.body.error]).toEqual([409, "stage_not_allowed", text]);
		const expected = { willChange: 0, notAllowed: 1, hindrances: [{ reason: text, applicants: 1 }] };
		const row = { id, outcome: "not_allowed", reason: text };
		expect(await preview(stageId, { candidateIds: [id] })).toMatchObject({ ...expected, rows: [row] });
		const matching = { applicationId: staff.application.id, everybody: true };
		expect(await preview(stageId, { matching })).toMatchObject({ ...expected, rows: [row] });
		const batch = await staff.send<{ changed: number; outcomes: object[] }>("PATCH", "/candidates", {
			candidateIds: [id],
			stageId,
			reason: "Council",
		});
		expect(batch.body).toMatchObject({ changed: 0, outcomes: [row] });
		const stages = await staff.get<{ stages: { id: string; reason: string | null }[] }>(`/candidates/${id}/stages`);
		expect(stages.body.stages.map(({ reason }) => reason)).toEqual([null, null, text]);
		expect((await staff.send("PATCH", `/candidates/${id}`, { stageId: review?.id, reason: "Read" })).status).toBe(200);
		expect((await move()).status, "from there it may").toBe(200);
	});

	test("say what must be there, all of it", async () => {
		const requirements = ["submitted", "paid", "references", "letter"];
		const { id, move } = await openRuled({ accepted: { requirements } });
		const set = (values: Partial<typeof applicants.$inferInsert>) =>
			testDb().update(applicants).set(values).where(eq(applicants.id, id));
		await set({ submittedAt: null, paidAt: null, referencesMissing: 1, letterUrl: null });
		expect((await move()).body.error).toBe(
			"The form is not submitted. Nothing is paid. References are missing. There is no letter.",
		);
		await set({ submittedAt: 1, paidAt: 1, referencesMissing: null });
		expect((await move()).body.error).toBe("There is no letter.");
		await set({ letterUrl: "letters/one" });
		expect((await move()).status).toBe(200);
	});

	test("say whose roles may, and nobody else does", async () => {
		const role = { organisationId: staff.organisation.id, id: "the-board", name: "The board", privileges: [] };
		await testDb()
			.insert(roles)
			.values({ ...role, createdAt: 1, updatedAt: 1 });
		const { id, stageId, move } = await openRuled({ accepted: { roleIds: [role.id] } });
		expect((await move()).body.error).toBe("Your role may not move applicants to this stage.");
		expect(
			await preview(stageId, { matching: { applicationId: staff.application.id, everybody: true } }),
		).toMatchObject({ willChange: 0, notAllowed: 1 });
		const own = await testDb().select().from(roles).where(eq(roles.organisationId, staff.organisation.id));
		const mine = own.find((one) => one.id !== role.id)?.id;
		const steps = (await written()).map((one) => (one.id === stageId ? { ...one, roleIds: [mine] } : one));
		expect((await save(steps)).status).toBe(200);
		const stages = await staff.get<{ stages: { reason: string | null }[] }>(`/candidates/${id}/stages`);
		expect(stages.body.stages.every(({ reason }) => reason === null)).toBe(true);
		expect((await move()).status).toBe(200);
	});
});
