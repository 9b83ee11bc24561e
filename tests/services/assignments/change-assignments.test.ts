import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createCourse, createLocation, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { applicationCourses } from "#worker/database/schema/applications";
import { events, modificationEntries } from "#worker/database/schema/records";

const openFixture = async () => {
	const staff = await openServicesFixture();
	const [first, second] = staff.application.courses;
	const yaba = await createLocation(staff.organisation.id, "Yaba");
	const ikeja = await createLocation(staff.organisation.id, "Ikeja");
	const ada = await createApplicant(staff.application, { firstName: "Ada" });
	const bola = await createApplicant(staff.application, { firstName: "Bola", locationId: yaba.id });
	const chidi = await createApplicant(staff.application, {
		firstName: "Chidi",
		courseId: second?.id,
		locationId: ikeja.id,
	});
	const elsewhere = await createApplication(staff.organisation.id);
	const efe = await createApplicant(elsewhere, { firstName: "Efe" });
	const ids = [ada.id, bola.id, chidi.id, efe.id, "nobody"];
	const ofOrganisation = staff.organisation.id;
	return {
		staff,
		first,
		second,
		yaba,
		ikeja,
		ada,
		bola,
		chidi,
		efe,
		ids,
		preview: (body: object) => staff.send("POST", "/candidates/assignment-preview", body),
		change: (body: object, key?: string) => staff.send("PATCH", "/candidates/assignments", body, key),
		rows: () => testDb().select().from(applicants).where(eq(applicants.organisationId, ofOrganisation)),
		log: () => testDb().select().from(applicantLog).where(eq(applicantLog.organisationId, ofOrganisation)),
		entries: () =>
			testDb().select().from(modificationEntries).where(eq(modificationEntries.organisationId, ofOrganisation)),
		events: () => testDb().select().from(events).where(eq(events.organisationId, ofOrganisation)),
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const outcomesOf = (body: Record<string, unknown>) =>
	(body.outcomes as { outcome: string }[]).map(({ outcome }) => outcome);

test("gives a course only to applicants whose application offers it", async () => {
	const { second, first, ids, preview, change, ada, bola, chidi } = fixture;
	expect(await preview({ candidateIds: ids, courseId: second?.id })).toMatchObject({
		status: 200,
		body: { name: `${second?.code} ${second?.title}`, willChange: 2, unchanged: 1, notAllowed: 1, notFound: 1 },
	});
	const { status, body } = await change({ candidateIds: ids, courseId: second?.id });
	expect([status, body.changed]).toEqual([200, 2]);
	expect(outcomesOf(body)).toEqual(["changed", "changed", "unchanged", "not_allowed", "not_found"]);
	const courseOf = new Map((await fixture.rows()).map(({ id, courseId }) => [id, courseId]));
	expect([ada, bola, chidi].map(({ id }) => courseOf.get(id))).toEqual(Array(3).fill(second?.id));
	const before = `${first?.code} ${first?.title}`;
	expect((await fixture.log()).map(({ reason }) => reason)).toEqual(
		Array(2).fill(`Course changed from ${before} to ${second?.code} ${second?.title}`),
	);
	expect((await fixture.entries()).map(({ field, oldValue }) => [field, oldValue])).toEqual(
		Array(2).fill(["course", before]),
	);
	expect((await fixture.events()).map(({ type, payload }) => ({ type, payload }))).toMatchObject([
		{ type: "applicants.course_changed", payload: { applicantIds: [ada.id, bola.id], courseId: second?.id } },
	]);
});

test("records for each applicant the location before the posting", async () => {
	const { ids, ikeja, change } = fixture;
	const { body } = await change({ candidateIds: ids, locationId: ikeja.id });
	expect(outcomesOf(body)).toEqual(["changed", "changed", "unchanged", "changed", "not_found"]);
	expect((await fixture.log()).map(({ reason }) => reason).sort()).toEqual([
		"Posted to Ikeja",
		"Posted to Ikeja",
		"Posting changed from Yaba to Ikeja",
	]);
	expect((await fixture.entries()).map(({ oldValue, newValue }) => [oldValue, newValue])).toContainEqual([
		"Yaba",
		"Ikeja",
	]);
	expect((await fixture.rows()).every(({ locationId }) => locationId === ikeja.id)).toBe(true);
});

test("takes the postings of a selection, and of all that match, back", async () => {
	const { staff, ids, ada, bola, chidi, yaba, preview, change } = fixture;
	expect(await preview({ candidateIds: ids, locationId: null })).toMatchObject({
		status: 200,
		body: { name: "no location", willChange: 2, unchanged: 2, notAllowed: 0, notFound: 1 },
	});
	const { body } = await change({ candidateIds: ids, locationId: null });
	expect(outcomesOf(body)).toEqual(["unchanged", "changed", "changed", "unchanged", "not_found"]);
	expect((await fixture.rows()).map(({ locationId }) => locationId)).toEqual([null, null, null, null]);
	expect((await fixture.log()).map(({ reason }) => reason).sort()).toEqual([
		"No longer posted to Ikeja",
		"No longer posted to Yaba",
	]);
	await change({ candidateIds: [ada.id], locationId: yaba.id });
	const matching = { applicationId: staff.application.id, everybody: true };
	expect((await preview({ matching, locationId: null })).body).toMatchObject({ willChange: 1, unchanged: 2 });
	expect((await change({ matching, expected: 3, locationId: null })).body).toMatchObject({ name: "no location" });
	const of = new Map((await fixture.rows()).map(({ id, locationId }) => [id, locationId]));
	expect([ada, bola, chidi].map(({ id }) => of.get(id))).toEqual([null, null, null]);
});

test("leaves out and names an applicant whom a colleague changed after the preview", async () => {
	const { staff, second, yaba, ikeja, ada, bola, preview, change } = fixture;
	const rounds: [object, object, object][] = [
		[{ locationId: ikeja.id }, { locationId: yaba.id }, { stageId: staff.application.steps[1]?.id, reason: "Faster" }],
		[{ courseId: second?.id }, { courseId: (await offered(staff)).id }, { locationId: yaba.id }],
	];
	for (const [mine, theirs, other] of rounds) {
		const candidateIds = [ada.id, bola.id];
		const shown = (await preview({ candidateIds, ...mine })).body;
		expect(shown).toMatchObject({ willChange: 2, asOf: staff.clock.now() });
		staff.clock.advance(1);
		await staff.send("PATCH", `/candidates/${ada.id}`, theirs);
		await staff.send("PATCH", `/candidates/${bola.id}`, other);
		const { body } = await change({ candidateIds, ...mine, asOf: shown.asOf });
		expect(outcomesOf(body)).toEqual(["conflict", "changed"]);
		expect((await fixture.rows()).find(({ id }) => id === ada.id)).toMatchObject(theirs);
		expect(outcomesOf((await change({ candidateIds, ...mine })).body)).toEqual(["changed", "unchanged"]);
	}
});

/** Creates another course that the application offers. */
const offered = async ({ organisation, application }: typeof fixture.staff) => {
	const course = await createCourse(organisation.id);
	await testDb()
		.insert(applicationCourses)
		.values({ organisationId: organisation.id, applicationId: application.id, courseId: course.id });
	return course;
};

test("changes nothing when the request is repeated, with the same key or another", async () => {
	const { ids, ikeja, change } = fixture;
	await change({ candidateIds: ids, locationId: ikeja.id }, "key-00000001");
	const again = await change({ candidateIds: ids, locationId: ikeja.id }, "key-00000001");
	expect(again.body.changed).toBe(3);
	const anew = await change({ candidateIds: ids, locationId: ikeja.id });
	expect(anew.body.changed).toBe(0);
	expect(await fixture.log()).toHaveLength(3);
	expect(await fixture.events()).toHaveLength(1);
});

test("refuses unknown courses and locations, another institution's, and invalid bodies", async () => {
	const { ids, preview, change, staff } = fixture;
	const other = await openServicesFixture();
	const theirs = await createLocation(other.organisation.id);
	const refused: [object, number, string][] = [
		[{ candidateIds: ids, courseId: "nothing" }, 422, "course_not_offered"],
		[{ candidateIds: ids, courseId: other.application.courses[0]?.id }, 422, "course_not_offered"],
		[{ candidateIds: ids, locationId: theirs.id }, 422, "location_unknown"],
		[{ candidateIds: [], locationId: theirs.id }, 422, "invalid"],
		[{ candidateIds: Array.from({ length: 10_001 }, (_, n) => `a${n}`), locationId: theirs.id }, 422, "invalid"],
		[{ candidateIds: ids, courseId: "a", locationId: "b" }, 422, "invalid"],
		[{ candidateIds: ids, locationId: theirs.id, asOf: "now" }, 422, "invalid"],
		[{ candidateIds: ids }, 422, "invalid"],
	];
	for (const [body, status, code] of refused)
		for (const call of [preview, change]) expect(await call(body)).toMatchObject({ status, body: { code } });
	const theirApplicant = await createApplicant(other.application);
	const notOffered = await createCourse(staff.organisation.id);
	const { body } = await change({ candidateIds: [theirApplicant.id, fixture.ada.id], courseId: notOffered.id });
	expect(outcomesOf(body)).toEqual(["not_found", "not_allowed"]);
	expect(await fixture.events()).toEqual([]);
});

test("refuses users who may only read", async () => {
	const reader = await openServicesFixture({ privileges: ["candidate:r"] });
	const applicant = await createApplicant(reader.application);
	const yaba = await createLocation(reader.organisation.id);
	const patch = (body: object) => reader.send("PATCH", `/candidates/${applicant.id}`, body);
	for (const body of [
		{ courseId: reader.application.courses[1]?.id },
		{ locationId: yaba.id },
		{ stageId: reader.application.steps[1]?.id, reason: "Because" },
	])
		expect(await patch(body)).toMatchObject({ status: 403, body: { code: "forbidden" } });
});
