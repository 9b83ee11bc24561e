import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createCourse, createLocation, testDb } from "#tests/support/factories";
import { applicantLog } from "#worker/database/schema/applicants";
import { events, modificationEntries } from "#worker/database/schema/records";

const openFixture = async () => {
	const staff = await openServicesFixture();
	const applicant = await createApplicant(staff.application);
	const patch = (body: unknown, key?: string) => staff.send("PATCH", `/candidates/${applicant.id}`, body, key);
	const entries = () =>
		testDb().select().from(modificationEntries).where(eq(modificationEntries.entityId, applicant.id));
	const log = () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id));
	const eventTypes = async () =>
		(await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id))).map(
			({ type }) => type,
		);
	return { staff, applicant, patch, entries, log, eventTypes };
};

describe("changing an applicant's course", () => {
	it("logs the old and the new course", async () => {
		const { staff, patch, entries, log, eventTypes } = await openFixture();
		const [first, second] = staff.application.courses;
		const response = await patch({ courseId: second?.id, version: 1 });
		expect(response).toMatchObject({
			status: 200,
			body: { course: { id: second?.id, code: second?.code }, version: 2 },
		});
		expect(await entries()).toMatchObject([
			{
				field: "course",
				oldValue: `${first?.code} ${first?.title}`,
				newValue: `${second?.code} ${second?.title}`,
				username: staff.user.email,
			},
		]);
		expect(await log()).toMatchObject([{ type: "DATA_UPDATE", stageName: "Registration" }]);
		expect(await eventTypes()).toEqual(["applicants.course_changed"]);
	});

	it("refuses the current course, one that is not offered and a stale version, and writes nothing", async () => {
		const { staff, patch, entries, eventTypes } = await openFixture();
		const [first, second] = staff.application.courses;
		const notOffered = await createCourse(staff.organisation.id);
		const other = await openServicesFixture();
		const refused: [unknown, number, string][] = [
			[{ courseId: first?.id }, 422, "course_unchanged"],
			[{ courseId: notOffered.id }, 422, "course_not_offered"],
			[{ courseId: other.application.courses[0]?.id }, 422, "course_not_offered"],
			[{ courseId: second?.id, version: 9 }, 409, "stale_applicant"],
			[{ courseId: second?.id, version: 0 }, 422, "invalid"],
		];
		for (const [body, status, code] of refused) expect(await patch(body)).toMatchObject({ status, body: { code } });
		expect(await entries()).toEqual([]);
		expect(await eventTypes()).toEqual([]);
	});
});

it("refuses a change that says nothing, and names what can be sent", async () => {
	const { patch, eventTypes } = await openFixture();
	const none = await patch({});
	expect(none).toMatchObject({ status: 422, body: { code: "invalid" } });
	expect(JSON.stringify(none.body)).toContain("Send one of stageId, courseId, locationId and reviewerId.");
	expect(await eventTypes()).toEqual([]);
});

describe("posting an applicant", () => {
	it("posts the applicant to a location, then changes the posting", async () => {
		const { staff, patch, entries, log, eventTypes } = await openFixture();
		const [yaba, ikeja] = [
			await createLocation(staff.organisation.id, "Yaba"),
			await createLocation(staff.organisation.id, "Ikeja"),
		];
		expect((await patch({ locationId: yaba.id })).body).toMatchObject({
			location: yaba && { id: yaba.id, name: "Yaba" },
		});
		staff.clock.advance(1_000);
		expect((await patch({ locationId: ikeja.id, version: 2 })).body).toMatchObject({
			location: { name: "Ikeja" },
			version: 3,
		});
		expect((await log()).map(({ reason }) => reason)).toEqual(["Posted to Yaba", "Posting changed from Yaba to Ikeja"]);
		expect(await entries()).toHaveLength(2);
		expect(await eventTypes()).toEqual(["applicants.posted", "applicants.posted"]);
	});

	it("takes the posting back, and logs where the applicant was posted", async () => {
		const { staff, applicant, patch, entries, log } = await openFixture();
		const yaba = await createLocation(staff.organisation.id, "Yaba");
		expect(await patch({ locationId: null }), "there is none yet").toMatchObject({
			status: 422,
			body: { code: "location_unchanged" },
		});
		await patch({ locationId: yaba.id });
		staff.clock.advance(1_000);
		const stale = await patch({ locationId: null, version: 1 });
		expect(stale).toMatchObject({ status: 409, body: { code: "stale_applicant" } });
		const taken = await patch({ locationId: null, version: 2 });
		expect(taken).toMatchObject({ status: 200, body: { id: applicant.id, location: null, version: 3 } });
		expect((await log()).map(({ reason }) => reason)).toEqual(["Posted to Yaba", "No longer posted to Yaba"]);
		expect((await entries()).at(-1)).toMatchObject({ field: "location", oldValue: "Yaba", newValue: null });
		const [, event] = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
		expect(event).toMatchObject({
			type: "applicants.posted",
			payload: { fromLocationIds: [yaba.id], locationId: null },
		});
	});

	it("refuses the same location, an unknown one and a stale version", async () => {
		const { staff, patch, entries } = await openFixture();
		const yaba = await createLocation(staff.organisation.id);
		const other = await openServicesFixture();
		await patch({ locationId: yaba.id }, "key-00000001");
		await patch({ locationId: yaba.id }, "key-00000001");
		const refused: [unknown, number, string][] = [
			[{ locationId: yaba.id }, 422, "location_unchanged"],
			[{ locationId: "nothing" }, 422, "location_unknown"],
			[{ locationId: (await createLocation(other.organisation.id)).id }, 422, "location_unknown"],
			[{ locationId: yaba.id, version: 1 }, 409, "stale_applicant"],
		];
		for (const [body, status, code] of refused) expect(await patch(body)).toMatchObject({ status, body: { code } });
		expect(await entries()).toHaveLength(1);
	});
});
