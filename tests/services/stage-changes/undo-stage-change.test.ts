import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createLocation, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { locations } from "#worker/database/schema/organisations";
import { modificationEntries } from "#worker/database/schema/records";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const undoWindowMs = 30_000;

const applicantOf = async (id: string | undefined) =>
	(
		await testDb()
			.select()
			.from(applicants)
			.where(eq(applicants.id, id ?? ""))
	)[0];

describe("undoing a stage change", () => {
	it("restores the stage, cancels the email, and says so in the log and the notifications", async () => {
		const fixture = await openStageFixture();
		const { staff, ids, moveOne, undo, work, sent, mailings, emailsOf, notices, registration, counted, events } =
			fixture;
		const lagos = await createLocation(staff.organisation.id, "Lagos");
		const before = await applicantOf(ids[0]);
		const { body } = await moveOne(ids[0], { locationId: lagos.id });
		await work();
		staff.clock.advance(undoWindowMs - 1);
		expect(await undo(body.run.id)).toEqual({
			status: 200,
			body: {
				id: body.run.id,
				subject: "Chidi Eze0",
				targetName: "Accepted",
				kind: "stage",
				undone: 1,
				kept: 0,
				keptNames: [],
				formerName: "Registration",
				emails: 1,
				texts: 0,
				taskId: null,
			},
		});
		expect(await applicantOf(ids[0])).toMatchObject({
			stepId: registration.id,
			locationId: null,
			stageChangedAt: before?.stageChangedAt,
			version: 3,
			lastReviewedBy: "Hauwa Bello",
		});
		expect(await counted()).toEqual([3, 0]);
		expect(await mailings()).toMatchObject([{ status: "dropped" }]);
		expect(await emailsOf(ids[0])).toEqual([]);
		const log = await staff.get<{ data: unknown[] }>(`/candidates/${ids[0]}/log`);
		expect(log.body.data).toMatchObject([
			{ reason: "Stage change undone", stageName: "Registration", fromStageName: "Accepted" },
			{ reason: "Council", stageName: "Accepted" },
		]);
		expect(await events("applicants.stage_change_undone")).toMatchObject([{ payload: { applicantIds: [ids[0]] } }]);
		staff.clock.advance(60_000);
		await work();
		expect(sent).toEqual([]);
		expect(await notices()).toMatchObject([{ type: "EMAIL_CANDIDATE", status: "SUCCESS", undone: true }]);
	});

	it("records in the modification log that the location is the former one again, or none where that was deleted", async () => {
		const { staff, ids, moveMany, undo } = await openStageFixture({ applicants: 2 });
		const organisationId = staff.organisation.id;
		const [lagos, jos] = [await createLocation(organisationId, "Lagos"), await createLocation(organisationId, "Jos")];
		const post = (id: string | undefined) =>
			testDb()
				.update(applicants)
				.set({ locationId: jos.id })
				.where(eq(applicants.id, id ?? ""));
		await post(ids[0]);
		const entriesOf = async (id: string | undefined) =>
			(
				await testDb()
					.select()
					.from(modificationEntries)
					.where(
						and(eq(modificationEntries.organisationId, organisationId), eq(modificationEntries.entityId, id ?? "")),
					)
			).map(({ field, oldValue, newValue }) => [field, oldValue, newValue]);
		const first = await moveMany(ids, { locationId: lagos.id });
		expect(await undo(first.body.run.id)).toMatchObject({ status: 200, body: { undone: 2 } });
		expect(await entriesOf(ids[0])).toEqual([
			["location", "Jos", "Lagos"],
			["location", "Lagos", "Jos"],
		]);
		expect(await entriesOf(ids[1])).toEqual([
			["location", null, "Lagos"],
			["location", "Lagos", null],
		]);
		const second = await moveMany([ids[0] ?? ""], { locationId: lagos.id });
		await testDb().delete(locations).where(eq(locations.id, jos.id));
		expect(await undo(second.body.run.id)).toMatchObject({ status: 200, body: { undone: 1 } });
		expect(await applicantOf(ids[0])).toMatchObject({ locationId: null });
		expect((await entriesOf(ids[0])).at(-1)).toEqual(["location", "Lagos", null]);
	});

	it("happens once, however often it is requested", async () => {
		const { staff, ids, moveMany, undo, counted } = await openStageFixture();
		const { body } = await moveMany(ids);
		const responses = await Promise.all([undo(body.run.id), undo(body.run.id), undo(body.run.id)]);
		staff.clock.advance(60_000);
		responses.push(await undo(body.run.id));
		expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
		expect(responses[0]).toMatchObject({ status: 200, body: { undone: 3, emails: 3 } });
		expect((await applicantOf(ids[0]))?.version).toBe(3);
		expect(await counted()).toEqual([3, 0]);
		const log = await testDb()
			.select()
			.from(applicantLog)
			.where(eq(applicantLog.applicantId, ids[0] ?? ""));
		expect(log).toHaveLength(2);
	});

	it("keeps and names applicants that a colleague changed meanwhile", async () => {
		const { ids, moveMany, moveOne, undo, stagesById, registration, accepted } = await openStageFixture();
		const { body } = await moveMany(ids);
		await moveOne(ids[1], { stageId: registration.id });
		await moveOne(ids[1], { stageId: accepted.id });
		expect(await undo(body.run.id)).toMatchObject({ body: { undone: 2, kept: 1, keptNames: ["Chidi Eze1"] } });
		expect(await stagesById()).toEqual({
			[ids[0] ?? ""]: "Registration",
			[ids[1] ?? ""]: "Accepted",
			[ids[2] ?? ""]: "Registration",
		});
	});

	it("cancels the email even when no applicant is left to restore", async () => {
		const { ids, moveOne, undo, mailings, registration } = await openStageFixture();
		const { body } = await moveOne(ids[0]);
		await moveOne(ids[0], { stageId: registration.id });
		expect(await undo(body.run.id)).toMatchObject({ status: 200, body: { undone: 0, kept: 1, emails: 1 } });
		expect(await mailings()).toMatchObject([{ status: "dropped" }]);
	});

	it("is refused when the undo window is over", async () => {
		const { staff, ids, moveOne, undo, stagesById } = await openStageFixture();
		const { body } = await moveOne(ids[0]);
		staff.clock.advance(undoWindowMs);
		expect(await undo(body.run.id)).toMatchObject({ status: 409, body: { code: "undo_too_late" } });
		expect((await stagesById())[ids[0] ?? ""]).toBe("Accepted");
	});

	it("is refused after its emails were sent, whatever the clocks say", async () => {
		const fixture = await openStageFixture();
		const { staff, ids, moveMany, undo, sent, sentJobs, bindings, allJobs, mailings, stagesById } = fixture;
		const { body } = await moveMany(ids);
		const late = { ...staff.clock, now: () => staff.clock.now() + undoWindowMs };
		await deliverJobs(sentJobs.splice(0), { bindings, clock: late, jobs: allJobs });
		expect(sent).toHaveLength(3);
		expect(await undo(body.run.id)).toMatchObject({ status: 409, body: { code: "undo_too_late" } });
		expect(await mailings()).toMatchObject([{ status: "ready" }]);
		expect(Object.values(await stagesById())).toEqual(["Accepted", "Accepted", "Accepted"]);
	});

	it("and the sender of its emails never both succeed at the same moment", async () => {
		const fixture = await openStageFixture();
		const { staff, ids, moveMany, undo, sent, sentJobs, bindings, allJobs, mailings } = fixture;
		const { body } = await moveMany(ids);
		const late = { ...staff.clock, now: () => staff.clock.now() + undoWindowMs };
		const [answer] = await Promise.all([
			undo(body.run.id),
			deliverJobs(sentJobs.splice(0), { bindings, clock: late, jobs: allJobs }),
		]);
		const [mailing] = await mailings();
		expect([answer.status, mailing?.status, sent.length]).toEqual(
			answer.status === 200 ? [200, "dropped", 0] : [409, "ready", 3],
		);
	});

	it("creates no letter of the stage", async () => {
		const { staff, ids, moveOne, undo, work, accepted, organisationId, notices } = await openStageFixture();
		const letter = { organisationId, id: `letter-${organisationId}`, name: "Letter", type: "document" as const };
		await testDb()
			.insert(templates)
			.values({ ...letter, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
		await testDb().update(workflowSteps).set({ pdfTemplateId: letter.id }).where(eq(workflowSteps.id, accepted.id));
		const made = () => testDb().select().from(letters).where(eq(letters.organisationId, organisationId));
		const { body } = await moveOne(ids[0]);
		await work();
		expect(await made()).toEqual([]);
		await undo(body.run.id);
		staff.clock.advance(undoWindowMs);
		await moveOne(ids[0], { doNotNotify: true });
		staff.clock.advance(undoWindowMs);
		await work();
		await work();
		expect(await made()).toHaveLength(1);
		expect(await notices()).toContainEqual(expect.objectContaining({ type: "LETTERS", undone: true }));
	});

	it("restores everybody of a large change in the background, also while the change is running", async () => {
		const fixture = await openStageFixture({ applicants: 501 });
		const { staff, ids, moveMany, undo, work, sent, counted, mailings, task, rows } = fixture;
		const { body } = await moveMany(ids);
		await work();
		expect(await counted()).toEqual([0, 501]);
		expect(await mailings()).toMatchObject([{ status: "ready", sendAfter: staff.clock.now() + undoWindowMs }]);
		const undone = await undo(body.taskId);
		expect(undone.body).toMatchObject({ emails: 501, taskId: expect.any(String) });
		await work();
		expect(await counted()).toEqual([501, 0]);
		expect(await task(undone.body.taskId ?? "")).toMatchObject({ status: "SUCCESS", total: 501, done: 501 });
		expect((await rows()).every(({ outcome }) => outcome === "undone")).toBe(true);
		expect((await undo(body.taskId)).body).toMatchObject({ undone: 501, kept: 0 });
		staff.clock.advance(60_000);
		await work();
		expect(sent).toEqual([]);

		const again = await moveMany(ids);
		await undo(again.body.taskId);
		await work();
		expect(await counted()).toEqual([501, 0]);
		expect(await task(again.body.taskId ?? "")).toMatchObject({ status: "SUCCESS", result: { undone: true } });
	});

	it("when it is not requested, lets a large change email everybody once", async () => {
		const { staff, ids, moveMany, work, sent } = await openStageFixture({ applicants: 501 });
		await moveMany(ids);
		await work();
		await work();
		staff.clock.advance(undoWindowMs);
		await work();
		await work();
		expect(new Set(sent.map(({ to }) => to)).size).toBe(501);
		expect(sent).toHaveLength(501);
	});

	it("is limited to users of the institution who may change applicants", async () => {
		const { staff, ids, moveOne, stagesById } = await openStageFixture();
		const { body } = await moveOne(ids[0]);
		const path = `/batches/${body.run.id}/undo`;
		const reader = await createUser({
			organisationId: staff.organisation.id,
			privileges: ["candidate:r", "candiemail:c"],
		});
		const stranger = await createUser({ organisationId: (await createOrganisation()).id });
		const colleague = await createUser({ organisationId: staff.organisation.id });
		const ask = async (user: typeof reader) =>
			(await staff.request(path, { method: "POST", headers: (await signIn(user, staff.clock.now())).headers })).status;
		expect([await ask(reader), await ask(stranger)]).toEqual([403, 404]);
		expect((await stagesById())[ids[0] ?? ""]).toBe("Accepted");
		expect(await ask(colleague)).toBe(200);
	});

	it("is offered during the undo window to the user who made the change", async () => {
		const { staff, ids, moveOne, undo } = await openStageFixture();
		const offered = async () =>
			(await staff.get<{ data: { id: string }[] }>("/batches/undoable")).body.data.map(({ id }) => id);
		const first = await moveOne(ids[0]);
		staff.clock.advance(20_000);
		const second = await moveOne(ids[1]);
		expect(await offered()).toEqual([second.body.run.id, first.body.run.id]);
		await undo(second.body.run.id);
		expect(await offered()).toEqual([first.body.run.id]);
		staff.clock.advance(10_000);
		expect(await offered()).toEqual([]);
	});
});
