import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createLocation, createUser, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { users } from "#worker/database/schema/auth";
import { locations, organisations } from "#worker/database/schema/organisations";
import { modificationEntries } from "#worker/database/schema/records";
import { runRows } from "#worker/database/schema/runs";
import { courses } from "#worker/database/schema/structure";

interface Handle {
	run: { id: string; undoUntil: number; emails: number };
}

const undoWindowMs = 30_000;

const openFixture = async () => {
	const staff = await openServicesFixture();
	const yaba = await createLocation(staff.organisation.id, "Yaba");
	const ikeja = await createLocation(staff.organisation.id, "Ikeja");
	const [first, second] = staff.application.courses;
	if (!first || !second) throw new Error("the application has two courses");
	return {
		staff,
		yaba,
		ikeja,
		first,
		second,
		change: (body: object) => staff.send<Handle>("PATCH", "/candidates/assignments", body),
		changeOne: (id: string, body: object) => staff.send<Handle>("PATCH", `/candidates/${id}`, body),
		undo: (id: string) => staff.send("POST", `/batches/${id}/undo`),
		one: async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0],
		logOf: async (id: string) =>
			(await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, id))).map(({ reason }) => reason),
		entriesOf: async (id: string, field: string) =>
			(
				await testDb()
					.select()
					.from(modificationEntries)
					.where(and(eq(modificationEntries.entityId, id), eq(modificationEntries.field, field)))
			).map(({ oldValue, newValue }) => [oldValue, newValue]),
	};
};

describe("undoing a change of course or location", () => {
	it("restores the applicant's course, and records it in both logs", async () => {
		const { staff, first, second, changeOne, undo, one, logOf, entriesOf } = await openFixture();
		await testDb()
			.update(organisations)
			.set({ courseAlias: "programme" })
			.where(eq(organisations.id, staff.organisation.id));
		const { id } = await createApplicant(staff.application, { courseId: first.id });
		const { body } = await changeOne(id, { courseId: second.id });
		expect(body.run).toEqual({
			id: expect.any(String),
			undoUntil: staff.clock.now() + undoWindowMs,
			emails: 0,
			texts: 0,
		});
		staff.clock.advance(undoWindowMs - 1);
		expect(await undo(body.run.id)).toEqual({
			status: 200,
			body: {
				id: body.run.id,
				kind: "course",
				subject: "Adaeze Chinonso Okafor",
				targetName: `${second.code} ${second.title}`,
				undone: 1,
				kept: 0,
				keptNames: [],
				formerName: `${first.code} ${first.title}`,
				emails: 0,
				texts: 0,
				taskId: null,
			},
		});
		expect(await one(id)).toMatchObject({ courseId: first.id, version: 3, lastReviewedBy: "Hauwa Bello" });
		const [old, given] = [first, second].map(({ code, title }) => `${code} ${title}`);
		expect((await logOf(id)).sort()).toEqual(["Programme change undone", `Programme changed from ${old} to ${given}`]);
		expect(await entriesOf(id, "course")).toEqual([
			[old, given],
			[given, old],
		]);
	});

	it("restores each applicant's location, or none, once", async () => {
		const { staff, yaba, ikeja, change, undo, one, logOf, entriesOf } = await openFixture();
		const posted = await createApplicant(staff.application, { locationId: yaba.id });
		const unposted = await createApplicant(staff.application);
		const { body } = await change({ candidateIds: [posted.id, unposted.id], locationId: ikeja.id });
		const responses = await Promise.all([undo(body.run.id), undo(body.run.id)]);
		staff.clock.advance(undoWindowMs);
		responses.push(await undo(body.run.id));
		for (const response of responses)
			expect(response).toMatchObject({
				status: 200,
				body: { kind: "location", subject: "2 applicants", undone: 2, formerName: null },
			});
		expect([(await one(posted.id))?.locationId, (await one(unposted.id))?.locationId]).toEqual([yaba.id, null]);
		expect((await logOf(posted.id)).filter((reason) => reason === "Posting undone")).toHaveLength(1);
		expect(await entriesOf(unposted.id, "location")).toEqual([
			[null, "Ikeja"],
			["Ikeja", null],
		]);
	});

	it("posts applicants again whose postings were taken back", async () => {
		const { staff, yaba, ikeja, change, undo, one, logOf, entriesOf } = await openFixture();
		const posted = await createApplicant(staff.application, { locationId: yaba.id });
		const other = await createApplicant(staff.application, { locationId: ikeja.id });
		const { body } = await change({ candidateIds: [posted.id, other.id], locationId: null });
		expect(await undo(body.run.id)).toMatchObject({
			status: 200,
			body: { kind: "location", targetName: "no location", undone: 2 },
		});
		expect([(await one(posted.id))?.locationId, (await one(other.id))?.locationId]).toEqual([yaba.id, ikeja.id]);
		expect((await logOf(posted.id)).sort()).toEqual(["No longer posted to Yaba", "Posting undone"]);
		expect(await entriesOf(posted.id, "location")).toEqual([
			["Yaba", null],
			[null, "Yaba"],
		]);
	});

	it("keeps and names applicants who were changed since, and is refused after the undo window", async () => {
		const { staff, yaba, ikeja, change, changeOne, undo, one } = await openFixture();
		const [kept, back] = [await createApplicant(staff.application), await createApplicant(staff.application)];
		const { body } = await change({ candidateIds: [kept.id, back.id], locationId: yaba.id });
		await changeOne(kept.id, { locationId: ikeja.id });
		expect(await undo(body.run.id)).toMatchObject({
			body: { undone: 1, kept: 1, keptNames: ["Adaeze Chinonso Okafor"] },
		});
		expect([(await one(kept.id))?.locationId, (await one(back.id))?.locationId]).toEqual([ikeja.id, null]);
		const late = await changeOne(back.id, { locationId: yaba.id });
		staff.clock.advance(undoWindowMs);
		expect(await undo(late.body.run.id)).toMatchObject({ status: 409, body: { code: "undo_too_late" } });
		expect((await one(back.id))?.locationId).toBe(yaba.id);
	});

	it("gives nobody or no location back where the former one was deleted since, and says so in the modification log", async () => {
		const { staff, yaba, ikeja, changeOne, undo, one, entriesOf } = await openFixture();
		const organisationId = staff.organisation.id;
		const { id: formerId } = await createUser({ organisationId, firstName: "Never", lastName: "There" });
		const { id } = await createApplicant(staff.application, { reviewerId: formerId, locationId: yaba.id });
		const assigned = await changeOne(id, { reviewerId: staff.user.id });
		await testDb().delete(users).where(eq(users.id, formerId));
		expect(await undo(assigned.body.run.id)).toMatchObject({ status: 200, body: { undone: 1 } });
		expect(await one(id)).toMatchObject({ reviewerId: null });
		expect((await entriesOf(id, "reviewer")).at(-1)).toEqual(["Hauwa Bello", null]);
		const posted = await changeOne(id, { locationId: ikeja.id });
		await testDb().delete(locations).where(eq(locations.id, yaba.id));
		expect(await undo(posted.body.run.id)).toMatchObject({ status: 200, body: { undone: 1 } });
		expect(await one(id)).toMatchObject({ locationId: null });
		expect((await entriesOf(id, "location")).at(-1)).toEqual(["Ikeja", null]);
	});

	it("leaves applicants at the course that they have when their former one was deleted since", async () => {
		const { staff, first, second, changeOne, undo, one } = await openFixture();
		const { id } = await createApplicant(staff.application, { courseId: first.id });
		const { body } = await changeOne(id, { courseId: second.id });
		await testDb().delete(courses).where(eq(courses.id, first.id));
		expect(await undo(body.run.id)).toMatchObject({ status: 409, body: { code: "undo_too_late" } });
		expect(await one(id)).toMatchObject({ courseId: second.id, version: 2 });
	});

	it("is offered for the user's own changes of every kind, newest first", async () => {
		const { staff, yaba, second, changeOne } = await openFixture();
		const { id } = await createApplicant(staff.application);
		await changeOne(id, { locationId: yaba.id });
		staff.clock.advance(1);
		await changeOne(id, { courseId: second.id });
		const { body } = await staff.get<{ data: { kind: string; targetName: string }[] }>("/batches/undoable");
		expect(body.data).toMatchObject([
			{ kind: "course", targetName: `${second.code} ${second.title}` },
			{ kind: "location", targetName: "Yaba" },
		]);
	});

	it("stores only what it needs of each row", async () => {
		const { staff, yaba, change } = await openFixture();
		const ids = await createMany(staff.application, 3);
		const { body } = await change({ candidateIds: ids, locationId: yaba.id });
		const rows = await testDb().select().from(runRows).where(eq(runRows.runId, body.run.id));
		for (const row of rows) expect(Object.keys(row.before ?? {}).sort()).toEqual(["heldId", "stepId"]);
	});
});
