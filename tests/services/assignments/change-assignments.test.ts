import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createCourse, createLocation, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { applicationCourses } from "#worker/database/schema/applications";
import { events, modificationEntries } from "#worker/database/schema/records";

const arrange = async () => {
	const desk = await openServicesFixture();
	const [first, second] = desk.application.courses;
	const yaba = await createLocation(desk.organisation.id, "Yaba");
	const ikeja = await createLocation(desk.organisation.id, "Ikeja");
	const ada = await createApplicant(desk.application, { firstName: "Ada" });
	const bola = await createApplicant(desk.application, { firstName: "Bola", locationId: yaba.id });
	const chidi = await createApplicant(desk.application, {
		firstName: "Chidi",
		courseId: second?.id,
		locationId: ikeja.id,
	});
	const elsewhere = await createApplication(desk.organisation.id);
	const efe = await createApplicant(elsewhere, { firstName: "Efe" });
	const ids = [ada.id, bola.id, chidi.id, efe.id, "nobody"];
	const ofOrganisation = desk.organisation.id;
	return {
		desk,
		first,
		second,
		yaba,
		ikeja,
		ada,
		bola,
		chidi,
		efe,
		ids,
		preview: (body: object) => desk.send("POST", "/candidates/assignment-preview", body),
		change: (body: object, key?: string) => desk.send("PATCH", "/candidates/assignments", body, key),
		rows: () => testDb().select().from(applicants).where(eq(applicants.organisationId, ofOrganisation)),
		log: () => testDb().select().from(applicantLog).where(eq(applicantLog.organisationId, ofOrganisation)),
		entries: () =>
			testDb().select().from(modificationEntries).where(eq(modificationEntries.organisationId, ofOrganisation)),
		events: () => testDb().select().from(events).where(eq(events.organisationId, ofOrganisation)),
	};
};
let place: Awaited<ReturnType<typeof arrange>>;
beforeEach(async () => {
	place = await arrange();
});

const outcomesOf = (body: Record<string, unknown>) =>
	(body.outcomes as { outcome: string }[]).map(({ outcome }) => outcome);

test("a course goes to those whose application offers it, and nobody else", async () => {
	const { second, first, ids, preview, change, ada, bola, chidi } = place;
	expect(await preview({ candidateIds: ids, courseId: second?.id })).toMatchObject({
		status: 200,
		body: { name: `${second?.code} ${second?.title}`, willChange: 2, unchanged: 1, notAllowed: 1, notFound: 1 },
	});
	const { status, body } = await change({ candidateIds: ids, courseId: second?.id });
	expect([status, body.changed]).toEqual([200, 2]);
	expect(outcomesOf(body)).toEqual(["changed", "changed", "unchanged", "not_allowed", "not_found"]);
	const courseOf = new Map((await place.rows()).map(({ id, courseId }) => [id, courseId]));
	expect([ada, bola, chidi].map(({ id }) => courseOf.get(id))).toEqual(Array(3).fill(second?.id));
	const before = `${first?.code} ${first?.title}`;
	expect((await place.log()).map(({ reason }) => reason)).toEqual(
		Array(2).fill(`Course changed from ${before} to ${second?.code} ${second?.title}`),
	);
	expect((await place.entries()).map(({ field, oldValue }) => [field, oldValue])).toEqual(
		Array(2).fill(["course", before]),
	);
	expect((await place.events()).map(({ type, payload }) => ({ type, payload }))).toMatchObject([
		{ type: "applicants.course_changed", payload: { applicantIds: [ada.id, bola.id], courseId: second?.id } },
	]);
});

test("a posting tells for each where they were before", async () => {
	const { ids, ikeja, change } = place;
	const { body } = await change({ candidateIds: ids, locationId: ikeja.id });
	expect(outcomesOf(body)).toEqual(["changed", "changed", "unchanged", "changed", "not_found"]);
	expect((await place.log()).map(({ reason }) => reason).sort()).toEqual([
		"Posted to Ikeja",
		"Posted to Ikeja",
		"Posting changed from Yaba to Ikeja",
	]);
	expect((await place.entries()).map(({ oldValue, newValue }) => [oldValue, newValue])).toContainEqual([
		"Yaba",
		"Ikeja",
	]);
	expect((await place.rows()).every(({ locationId }) => locationId === ikeja.id)).toBe(true);
});

test("whom a colleague has given another since the consequences were shown is left out and named", async () => {
	const { desk, second, yaba, ikeja, ada, bola, preview, change } = place;
	const rounds: [object, object, object][] = [
		[{ locationId: ikeja.id }, { locationId: yaba.id }, { stageId: desk.application.steps[1]?.id, reason: "Faster" }],
		[{ courseId: second?.id }, { courseId: (await offered(desk)).id }, { locationId: yaba.id }],
	];
	for (const [mine, theirs, other] of rounds) {
		const candidateIds = [ada.id, bola.id];
		const shown = (await preview({ candidateIds, ...mine })).body;
		expect(shown).toMatchObject({ willChange: 2, asOf: desk.clock.now() });
		desk.clock.advance(1);
		await desk.send("PATCH", `/candidates/${ada.id}`, theirs);
		await desk.send("PATCH", `/candidates/${bola.id}`, other);
		const { body } = await change({ candidateIds, ...mine, asOf: shown.asOf });
		expect(outcomesOf(body)).toEqual(["conflict", "changed"]);
		expect((await place.rows()).find(({ id }) => id === ada.id)).toMatchObject(theirs);
		expect(outcomesOf((await change({ candidateIds, ...mine })).body)).toEqual(["changed", "unchanged"]);
	}
});

/** One more course that the application offers. */
const offered = async ({ organisation, application }: typeof place.desk) => {
	const course = await createCourse(organisation.id);
	await testDb()
		.insert(applicationCourses)
		.values({ organisationId: organisation.id, applicationId: application.id, courseId: course.id });
	return course;
};

test("the same again changes nothing, nor does the same key", async () => {
	const { ids, ikeja, change } = place;
	await change({ candidateIds: ids, locationId: ikeja.id }, "key-00000001");
	const again = await change({ candidateIds: ids, locationId: ikeja.id }, "key-00000001");
	expect(again.body.changed).toBe(3);
	const anew = await change({ candidateIds: ids, locationId: ikeja.id });
	expect(anew.body.changed).toBe(0);
	expect(await place.log()).toHaveLength(3);
	expect(await place.events()).toHaveLength(1);
});

test("unknown courses and locations, another institution's, and bad bodies are refused", async () => {
	const { ids, preview, change, desk } = place;
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
	const notOffered = await createCourse(desk.organisation.id);
	const { body } = await change({ candidateIds: [theirApplicant.id, place.ada.id], courseId: notOffered.id });
	expect(outcomesOf(body)).toEqual(["not_found", "not_allowed"]);
	expect(await place.events()).toEqual([]);
});

test("who may only look changes nothing", async () => {
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
