import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import type { RecordChange } from "#worker/contract/records";
import { mailings } from "#worker/database/schema/emails";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";
import { auditEvents, events } from "#worker/database/schema/records";
import { templates, workflowSteps } from "#worker/database/schema/workflows";
import type { Reason, ReasonCount } from "#worker/services/reasons/contract";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

type Saved = Reason & { code?: string; fields?: Record<string, string[]> };
const add = (text: string, isPrivate = false) => staff.send<Saved>("POST", "/reasons", { text, isPrivate });
const added = async (text: string, isPrivate = false) => (await add(text, isPrivate)).body.id;
const listed = async () => (await staff.get<{ data: Reason[] }>("/reasons")).body.data;
const counted = async (search = "") =>
	(await staff.get<{ data: ReasonCount[] }>(`/statistics/reasons${search}`)).body.data;
const deliver = () => deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
const stepId = (index: number) => staff.application.steps[index]?.id;
const move = (id: string, more: Record<string, unknown>, index = 1) =>
	staff.send<Saved>("PATCH", `/candidates/${id}`, { stageId: stepId(index), reason: "Because", ...more });

test("adds, changes and lists reasons by their text, and records every change in the audit log", async () => {
	const id = await added("  Cut-off\n not met ", true);
	await added("Catchment area");
	const version = staff.clock.now();
	expect(await listed()).toEqual([
		{ id: expect.any(String), text: "Catchment area", isPrivate: false, active: true, applicants: 0, version },
		{ id, text: "Cut-off not met", isPrivate: true, active: true, applicants: 0, version },
	]);
	const changed = { text: "Below the cut-off", isPrivate: false, active: false };
	expect((await staff.send("PUT", `/reasons/${id}`, changed)).body).toEqual({
		id,
		...changed,
		applicants: 0,
		version: version + 1,
	});
	expect((await staff.send("DELETE", `/reasons/${id}`)).status).toBe(200);
	expect((await listed()).map(({ text }) => text)).toEqual(["Catchment area"]);
	await deliver();
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(lines.map(({ action, subject }) => `${action} ${subject}`)).toEqual(
		expect.arrayContaining([
			"reason.created Cut-off not met",
			"reason.updated Below the cut-off",
			"reason.deleted Below the cut-off",
		]),
	);
});

test("keeps who changed a reason, with what it was before and afterwards, and no change of nothing", async () => {
	const id = await added("Cut-off");
	const states = [
		{ text: "Cut-off", isPrivate: false, active: true },
		{ text: "Below the cut-off", isPrivate: false, active: false },
	];
	for (const _ of ["a change", "the same again"]) await staff.send("PUT", `/reasons/${id}`, states[1]);
	const read = (path: string) => staff.get<{ data: RecordChange[] }>(path);
	expect((await read(`/reasons/${id}/history`)).body.data).toEqual([
		expect.objectContaining({ action: "updated", by: "Hauwa Bello", before: states[0], after: states[1] }),
		expect.objectContaining({ action: "created", by: "Hauwa Bello", before: null, after: states[0] }),
	]);
	expect((await staff.get<Reason>(`/reasons/${id}`)).body).toMatchObject({ id, ...states[1] });
	expect((await read("/reasons/nobody/history")).status).toBe(404);
});

test("refuses an empty reason and a duplicate beside the text", async () => {
	expect((await add(" ")).body.fields).toEqual({ text: ["Enter the reason"] });
	const id = await added("Catchment area");
	const again = await add("catchment AREA");
	expect([again.status, again.body.code]).toEqual([409, "reason_exists"]);
	expect(again.body.fields?.text?.[0]).toContain("catchment AREA");
	const other = await added("Other");
	const changed = { text: "CATCHMENT area", isPrivate: false, active: true };
	expect((await staff.send("PUT", `/reasons/${other}`, changed)).status).toBe(409);
	expect((await staff.send("PUT", `/reasons/${id}`, changed)).status).toBe(200);
});

test("allows at most two hundred reasons", async () => {
	const many = Array.from({ length: 200 }, (_, index) => ({
		organisationId: staff.organisation.id,
		id: `many-${index}`,
		text: `Reason ${index}`,
		isPrivate: false,
		createdAt: 1,
		updatedAt: 1,
	}));
	for (let from = 0; from < 200; from += 10)
		await testDb()
			.insert(reasons)
			.values(many.slice(from, from + 10));
	expect((await add("One more")).body.code).toBe("reasons_full");
});

test("records a reason on the event, counts it by application and stage, and refuses to delete it then", async () => {
	const id = await added("Catchment area");
	const [ada, bola] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	for (const one of [ada, bola])
		expect((await move(one.id, { reason: "Catchment area\nand more", reasonId: id })).status).toBe(200);
	const chidi = await createApplicant(staff.application);
	await move(chidi.id, {});
	const [recorded] = await testDb()
		.select({ payload: events.payload })
		.from(events)
		.where(eq(events.type, "applicants.stage_changed"))
		.orderBy(events.occurredAt);
	expect(recorded?.payload).toMatchObject({ reasonId: id, isPrivate: false, reason: "Catchment area\nand more" });
	const sent = [...queues.sentEvents];
	await deliver();
	await deliverEvents(sent, { bindings: queues.bindings, clock: staff.clock });
	const { id: applicationId, title: applicationTitle } = staff.application;
	const row = { reasonId: id, text: "Catchment area", isPrivate: false, applicationId, applicationTitle };
	expect(await counted()).toEqual([{ ...row, stageName: "In review", applicants: 2 }]);
	expect(await counted(`?applicationId=${applicationId}`)).toHaveLength(1);
	expect(await counted("?applicationId=other")).toEqual([]);
	const { id: organisationId } = await createOrganisation();
	const elsewhere = { organisationId, applicationId, reasonId: id, stepId: "step", applicants: 5 };
	await testDb().insert(reasonCounts).values(elsewhere);
	expect((await listed())[0]?.applicants, "another institution's applicants are not counted").toBe(2);
	const kept = await staff.send("DELETE", `/reasons/${id}`);
	expect([kept.status, kept.body.code]).toEqual([409, "reason_in_use"]);
});

test("does not count an undone change, whichever event arrives first", async () => {
	const id = await added("Catchment area");
	const { id: ada } = await createApplicant(staff.application);
	const { body } = await staff.send<{ run: { id: string } }>("PATCH", `/candidates/${ada}`, {
		stageId: stepId(1),
		reason: "Catchment area",
		reasonId: id,
	});
	expect((await staff.send("POST", `/batches/${body.run.id}/undo`)).status).toBe(200);
	queues.sentEvents.reverse();
	await deliver();
	expect(await counted()).toEqual([]);
	expect((await listed())[0]?.applicants).toBe(0);
});

test("counts each applicant of a batch that runs as a task once", async () => {
	const id = await added("Catchment area");
	const candidateIds = await createMany(staff.application, 600);
	const declined = staff.application.steps[3]?.id;
	const body = { candidateIds, stageId: declined, reason: "Catchment area", reasonId: id, doNotNotify: true };
	const response = await staff.send("PATCH", "/candidates", body);
	expect(response.status).toBe(202);
	while (queues.sentJobs.length > 0)
		await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
	await deliver();
	expect((await counted()).map(({ applicants, stageName }) => [stageName, applicants])).toEqual([["Declined", 450]]);
});

test("leaves a private comment out of the email, and includes one that is shown", async () => {
	const content = "<p>{{comment}}</p>";
	const template = { organisationId: staff.organisation.id, id: `t-${staff.organisation.id}`, name: "Told", content };
	await testDb().batch([
		testDb()
			.insert(templates)
			.values({ ...template, subject: "News", type: "email", createdAt: 1, updatedAt: 1 }),
		testDb()
			.update(workflowSteps)
			.set({ emailTemplateId: template.id })
			.where(eq(workflowSteps.id, stepId(2) ?? "")),
	]);
	const secret = await added("Fee was paid by a board member", true);
	const shown = await added("Catchment area");
	const [ada, bola] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	expect((await move(ada.id, { reason: "Fee was paid by a board member", reasonId: secret }, 2)).status).toBe(200);
	expect((await move(bola.id, { reason: "Catchment area", reasonId: shown }, 2)).status).toBe(200);
	const comments = await testDb()
		.select({ comment: mailings.comment })
		.from(mailings)
		.where(eq(mailings.organisationId, staff.organisation.id));
	expect(comments.map(({ comment }) => comment).sort()).toEqual(["Catchment area", null]);
	const { body } = await staff.get<{ data: { reason: string }[] }>(`/candidates/${ada.id}/log`);
	expect(body.data[0]?.reason).toBe("Fee was paid by a board member");
});

test("does not accept a reason of another institution", async () => {
	const { id: organisationId } = await createOrganisation();
	await testDb()
		.insert(reasons)
		.values({ organisationId, id: "theirs", text: "Theirs", isPrivate: false, createdAt: 1, updatedAt: 1 });
	const { id } = await createApplicant(staff.application);
	const response = await move(id, { reasonId: "theirs" });
	expect([response.status, response.body.code]).toEqual([422, "reason_unknown"]);
	expect(await listed()).toEqual([]);
});

test("refuses changes of reasons to users who may only give them", async () => {
	const user = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:u"] });
	const { headers } = await signIn(user, staff.clock.now());
	expect((await staff.request("/reasons", { headers })).status).toBe(200);
	const body = JSON.stringify({ text: "Mine", isPrivate: false });
	expect((await staff.request("/reasons", { method: "POST", body, headers })).status).toBe(403);
});
