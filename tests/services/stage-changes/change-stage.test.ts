import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openServicesFixture, rowsOf } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createLocation, testDb } from "#tests/support/factories";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { events, idempotencyKeys, modificationEntries } from "#worker/database/schema/records";

const openFixture = async () => {
	const staff = await openServicesFixture();
	const applicant = await createApplicant(staff.application);
	const [registration, inReview, accepted] = staff.application.steps;
	if (!registration || !inReview || !accepted) throw new Error("the application has four steps");
	const patch = (body: unknown, key?: string) => staff.send("PATCH", `/candidates/${applicant.id}`, body, key);
	const stored = async () => {
		const [row] = await testDb()
			.select()
			.from(applicants)
			.where(and(eq(applicants.organisationId, staff.organisation.id), eq(applicants.id, applicant.id)));
		return row;
	};
	const logOf = () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id));
	return { staff, applicant, registration, inReview, accepted, patch, stored, logOf };
};

describe("changing one applicant's stage", () => {
	it("changes stage, log, event and version together, and returns the applicant", async () => {
		const { staff, applicant, registration, inReview, patch, logOf } = await openFixture();
		const response = await patch({ stageId: inReview.id, reason: "  Complete file  ", version: 1 });
		expect(response).toMatchObject({
			status: 200,
			body: {
				id: applicant.id,
				stageId: inReview.id,
				stage: { id: inReview.id, name: "In review", type: "IN_REVIEW" },
				version: 2,
				lastReviewedBy: "Hauwa Bello",
				lastReviewed: staff.clock.now(),
				stageChangedAt: staff.clock.now(),
				applicationTitle: staff.application.title,
			},
		});
		expect(await logOf()).toMatchObject([
			{ type: "STAGE_CHANGE", fromStageName: "Registration", stageName: "In review", reason: "Complete file" },
		]);
		const [event] = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
		expect(event).toMatchObject({
			type: "applicants.stage_changed",
			actorId: staff.user.id,
			expectedChanges: 1,
			actualChanges: 1,
			payload: { applicantIds: [applicant.id], fromStepIds: [registration.id], stepId: inReview.id },
		});
		const log = await staff.get<{ data: unknown[]; next: string | null }>(`/candidates/${applicant.id}/log`);
		expect(log.body).toMatchObject({ data: [{ reviewedBy: "Hauwa Bello", stageName: "In review" }], next: null });
	});

	it("allows the initial stage like any other", async () => {
		const { registration, inReview, patch, stored, logOf } = await openFixture();
		expect((await patch({ stageId: inReview.id, reason: "On" })).status).toBe(200);
		expect((await patch({ stageId: registration.id, reason: "Back" })).status).toBe(200);
		expect(await stored()).toMatchObject({ stepId: registration.id, version: 3 });
		expect((await logOf()).map(({ reason, stageName }) => [reason, stageName])).toEqual(
			expect.arrayContaining([
				["On", "In review"],
				["Back", "Registration"],
			]),
		);
	});

	it("changes the location too, and records the old and the new one", async () => {
		const { staff, applicant, inReview, accepted, patch } = await openFixture();
		const [yaba, ikeja] = [
			await createLocation(staff.organisation.id, "Yaba"),
			await createLocation(staff.organisation.id, "Ikeja"),
		];
		await patch({ stageId: inReview.id, reason: "One", locationId: yaba.id });
		const { body } = await patch({ stageId: accepted.id, reason: "Two", locationId: ikeja.id });
		expect(body).toMatchObject({ location: { id: ikeja.id, name: "Ikeja" } });
		const entries = await testDb()
			.select()
			.from(modificationEntries)
			.where(eq(modificationEntries.entityId, applicant.id));
		expect(entries.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]).sort()).toEqual(
			[
				["location", "Yaba", "Ikeja"],
				["location", null, "Yaba"],
			].sort(),
		);
	});

	it("keeps the location when none is chosen", async () => {
		const { staff, inReview, accepted, patch } = await openFixture();
		const yaba = await createLocation(staff.organisation.id);
		await patch({ stageId: inReview.id, reason: "One", locationId: yaba.id });
		expect((await patch({ stageId: accepted.id, reason: "Two", locationId: null })).body).toMatchObject({
			location: { id: yaba.id },
		});
	});

	it("refuses a version that is not the current one, and shows both", async () => {
		const { inReview, accepted, patch, stored } = await openFixture();
		await patch({ stageId: inReview.id, reason: "A colleague", version: 1 });
		const response = await patch({ stageId: accepted.id, reason: "Mine", version: 1 });
		expect(response).toMatchObject({
			status: 409,
			body: {
				code: "stale_applicant",
				details: {
					current: { stage: { id: inReview.id }, version: 2, lastReviewedBy: "Hauwa Bello" },
					attempted: { stage: { id: accepted.id }, reason: "Mine" },
				},
			},
		});
		expect(await stored()).toMatchObject({ stepId: inReview.id, version: 2 });
	});

	it("refuses a version beyond what a number can hold exactly", async () => {
		const { inReview, patch } = await openFixture();
		expect(await patch({ stageId: inReview.id, reason: "Mine", version: 1e21 })).toMatchObject({
			status: 422,
			body: { fields: { version: [expect.any(String)] } },
		});
	});

	it("succeeds once for many requests at the same time", async () => {
		const { inReview, accepted, patch, stored, logOf } = await openFixture();
		const responses = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				patch({ stageId: n % 2 ? inReview.id : accepted.id, reason: `Try ${n}`, version: 1 }),
			),
		);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
		expect(await stored()).toMatchObject({ version: 2 });
		expect(await logOf()).toHaveLength(1);
	});

	it("happens once for one key, and refuses the key for another change", async () => {
		const { inReview, accepted, patch, logOf } = await openFixture();
		const first = await patch({ stageId: inReview.id, reason: "Once" }, "key-00000001");
		const again = await patch({ stageId: inReview.id, reason: "Once" }, "key-00000001");
		expect(again).toEqual(first);
		expect(await logOf()).toHaveLength(1);
		const other = await patch({ stageId: accepted.id, reason: "Once" }, "key-00000001");
		expect(other).toMatchObject({ status: 422, body: { code: "key_reused" } });
	});

	it("happens once for fifty simultaneous requests with one key, which all get the same response", async () => {
		const { inReview, accepted, patch, stored, logOf } = await openFixture();
		const responses = await Promise.all(
			Array.from({ length: 50 }, () => patch({ stageId: inReview.id, reason: "Once" }, "key-00000002")),
		);
		expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
		expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
		expect(await stored()).toMatchObject({ version: 2 });
		expect(await logOf()).toHaveLength(1);
		const other = await patch({ stageId: accepted.id, reason: "Once" }, "key-00000002");
		expect(other).toMatchObject({ status: 422, body: { code: "key_reused" } });
	});

	it("is finished when its client disconnects, and responds to the repeated request", async () => {
		const { staff, applicant, inReview, patch, stored } = await openFixture();
		const change = { stageId: inReview.id, reason: "Once" };
		await staff.sendAndDisconnect("PATCH", `/candidates/${applicant.id}`, change, "key-00000005");
		const kept = testDb().select({ status: idempotencyKeys.status }).from(idempotencyKeys);
		expect(await kept.where(eq(idempotencyKeys.organisationId, staff.organisation.id))).toEqual([{ status: 200 }]);
		expect(await patch(change, "key-00000005")).toMatchObject({ status: 200 });
		expect(await stored()).toMatchObject({ version: 2 });
	});

	it("returns the refusal itself to each of several simultaneous requests with one key", async () => {
		const { registration, patch } = await openFixture();
		const responses = await Promise.all(
			Array.from({ length: 5 }, () => patch({ stageId: registration.id, reason: "Back" }, "key-00000003")),
		);
		for (const response of responses)
			expect(response).toMatchObject({ status: 409, body: { code: "already_at_stage" } });
	});

	it("tells a repeated request after a long wait that the first is still running", async () => {
		const { staff, inReview, patch } = await openFixture();
		await patch({ stageId: inReview.id, reason: "Once" }, "key-00000004");
		await testDb().update(idempotencyKeys).set({ status: null, createdAt: staff.clock.now() });
		const response = await patch({ stageId: inReview.id, reason: "Once" }, "key-00000004");
		expect(response).toMatchObject({ status: 409, body: { code: "in_progress" } });
	});

	it.each([{}, { reason: 7 }, { reason: null }, { reason: "" }, { reason: "\u200b\u0007 \n" }])(
		"shows the error beside the comment: %j",
		async (comment) => {
			const { inReview, patch } = await openFixture();
			expect(await patch({ stageId: inReview.id, ...comment })).toMatchObject({
				status: 422,
				body: { code: "invalid", fields: { reason: ["Enter a comment"] } },
			});
		},
	);

	it("names invalid fields of a change of course or location", async () => {
		const { patch } = await openFixture();
		expect((await patch({ courseId: "" })).body.fields).toEqual({ courseId: ["Required"] });
		expect((await patch({ locationId: "a b" })).body.fields).toEqual({ locationId: ["Unknown id"] });
	});

	it("keeps the visible characters of a comment, and its lines", async () => {
		const { inReview, patch, logOf } = await openFixture();
		await patch({ stageId: inReview.id, reason: "Line one\r\n\tline\u0000 two\u202e" });
		expect(await logOf()).toMatchObject([{ reason: "Line one\n\tline two" }]);
	});

	it("writes nothing when it refuses", async () => {
		const { staff, registration, inReview, patch } = await openFixture();
		const elsewhere = await createApplication(staff.organisation.id);
		const other = await openServicesFixture();
		const foreignLocation = await createLocation(other.organisation.id);
		const before = [await rowsOf("applicants"), await rowsOf("applicant_log"), await rowsOf("events")];
		const refused: [unknown, number, string][] = [
			[{ stageId: registration.id, reason: "x" }, 409, "already_at_stage"],
			[{ stageId: elsewhere.steps[0]?.id, reason: "x" }, 422, "step_not_in_workflow"],
			[{ stageId: other.application.steps[0]?.id, reason: "x" }, 422, "step_not_in_workflow"],
			[{ stageId: "nothing", reason: "x" }, 422, "step_not_in_workflow"],
			[{ stageId: inReview.id, reason: "x", locationId: foreignLocation.id }, 422, "location_unknown"],
			[{ stageId: inReview.id, reason: "   " }, 422, "invalid"],
			[{ stageId: inReview.id, reason: "x".repeat(2_001) }, 422, "invalid"],
			[{ stageId: inReview.id }, 422, "invalid"],
			[{ stageId: inReview.id, reason: "x", status: "ACCEPTED" }, 422, "invalid"],
			[{}, 422, "invalid"],
			[null, 422, "invalid"],
		];
		for (const [body, status, code] of refused) expect(await patch(body)).toMatchObject({ status, body: { code } });
		expect((await patch({ stageId: inReview.id, reason: "  " })).body).toMatchObject({
			fields: { reason: ["Enter a comment"] },
		});
		expect([await rowsOf("applicants"), await rowsOf("applicant_log"), await rowsOf("events")]).toEqual(before);
	});

	it("does not find another organisation's applicant", async () => {
		const { applicant, stored } = await openFixture();
		const other = await openServicesFixture();
		const before = await stored();
		for (const body of [
			{ stageId: other.application.steps[1]?.id, reason: "x" },
			{ courseId: other.application.courses[1]?.id },
			{ locationId: (await createLocation(other.organisation.id)).id },
		])
			expect(await other.send("PATCH", `/candidates/${applicant.id}`, body)).toMatchObject({
				status: 404,
				body: { code: "not_found" },
			});
		expect(await stored()).toEqual(before);
	});

	it("needs the privilege to update", async () => {
		const staff = await openServicesFixture({ privileges: ["candidate:r"] });
		const applicant = await createApplicant(staff.application);
		const response = await staff.send("PATCH", `/candidates/${applicant.id}`, {
			stageId: staff.application.steps[1]?.id,
			reason: "Because",
		});
		expect(response).toMatchObject({ status: 403, body: { code: "forbidden" } });
	});
});
