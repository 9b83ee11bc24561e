import { env } from "cloudflare:workers";
import { and, eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { workOnce } from "#tests/support/background-work";
import { createApplicant, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import { plainDatabase } from "#tests/support/statements";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { userRoles, users } from "#worker/database/schema/auth";
import { modificationEntries, notifications } from "#worker/database/schema/records";
import { adminLevelItems, courses } from "#worker/database/schema/structure";

const recorded: Recorded[] = [];

const openFixture = async () => {
	const bindings = { DB: recordingDatabase(env.DB, (statement) => recorded.push(statement)) };
	const staff = await openServicesFixture({ bindings });
	const organisationId = staff.organisation.id;
	const ngozi = await createUser({ organisationId, firstName: "Ngozi", lastName: "Eze", privileges: ["candidate:r"] });
	const applicant = await createApplicant(staff.application);
	return {
		staff,
		organisationId,
		ngozi,
		applicant,
		assign: (reviewerId: string | null, more: object = {}) =>
			staff.send<{ version: number; run: { id: string } }>("PATCH", `/candidates/${applicant.id}`, {
				reviewerId,
				...more,
			}),
		assignMany: (body: object) =>
			staff.send<{ changed: number; run: { id: string } }>("PATCH", "/candidates/assignments", body),
		row: async (id = applicant.id) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0],
		log: async () =>
			(await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id))).map(
				({ reason }) => reason,
			),
		noticesOf: async (userId: string) => {
			await workOnce(organisationId);
			const found = await testDb()
				.select()
				.from(notifications)
				.where(and(eq(notifications.organisationId, organisationId), eq(notifications.userId, userId)));
			return found.map(({ message }) => JSON.parse(message));
		},
		block: (id: string) =>
			testDb()
				.update(users)
				.set({ blocked: true })
				.where(and(eq(users.organisationId, organisationId), eq(users.id, id))),
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

describe("assigning an applicant to a user", () => {
	it("names the reviewer on the record and in both logs, and is no review", async () => {
		const { staff, ngozi, applicant, assign, row, log } = fixture;
		expect(await assign(ngozi.id, { version: 1 })).toMatchObject({
			status: 200,
			body: { reviewer: { id: ngozi.id, name: "Ngozi Eze", isActive: true }, version: 2 },
		});
		staff.clock.advance(1_000);
		await assign(staff.user.id);
		staff.clock.advance(1_000);
		expect((await assign(null)).body).toMatchObject({ reviewer: null, version: 4 });
		expect(await row()).toMatchObject({ reviewerId: null, lastReviewedAt: null, lastReviewedBy: null });
		expect(await log()).toEqual([
			"Assigned to Ngozi Eze",
			"Assignment changed from Ngozi Eze to Hauwa Bello",
			"No longer assigned to Hauwa Bello",
		]);
		const entries = await testDb()
			.select()
			.from(modificationEntries)
			.where(eq(modificationEntries.entityId, applicant.id));
		expect(entries.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])).toEqual([
			["reviewer", null, "Ngozi Eze"],
			["reviewer", "Ngozi Eze", "Hauwa Bello"],
			["reviewer", "Hauwa Bello", null],
		]);
	});

	it("refuses a reviewer who cannot open applicants, the same reviewer again and a stale version", async () => {
		const { ngozi, organisationId, assign, block, row } = fixture;
		const outsider = await openServicesFixture();
		const finance = await createUser({ organisationId, privileges: ["payments:r"] });
		const left = await createUser({ organisationId });
		await block(left.id);
		await assign(ngozi.id);
		const refused: [string | null, object, number, string][] = [
			[ngozi.id, {}, 422, "reviewer_unchanged"],
			[finance.id, {}, 422, "reviewer_unknown"],
			[left.id, {}, 422, "reviewer_unknown"],
			[outsider.user.id, {}, 422, "reviewer_unknown"],
			["nobody-of-this-id", {}, 422, "reviewer_unknown"],
			[null, { version: 1 }, 409, "stale_applicant"],
			[null, { stageId: "x" }, 422, "invalid"],
		];
		for (const [reviewerId, more, status, code] of refused)
			expect(await assign(reviewerId, more), code).toMatchObject({ status, body: { code } });
		expect(await row()).toMatchObject({ reviewerId: ngozi.id, version: 2 });
	});

	it("says that a blocked reviewer is no longer active, and lists only those who can be chosen", async () => {
		const { staff, ngozi, applicant, assign, block } = fixture;
		const names = async () =>
			(await staff.get<{ data: { name: string }[] }>("/reviewers")).body.data.map(({ name }) => name);
		expect(await names()).toEqual(["Hauwa Bello", "Ngozi Eze"]);
		await assign(ngozi.id);
		await block(ngozi.id);
		expect(await names()).toEqual(["Hauwa Bello"]);
		expect((await staff.get(`/candidates/${applicant.id}`)).body).toMatchObject({
			reviewer: { name: "Ngozi Eze", isActive: false },
		});
		expect((await assign(null)).status).toBe(200);
	});
});

describe("a reviewer whose role is held at a place", () => {
	const openPlaces = async () => {
		const { staff, organisationId, ngozi } = fixture;
		const { departmentId, facultyId } = await createStructure(organisationId);
		const elsewhere = { organisationId, id: "law", levelId: "any", parentItemId: null, name: "Law" };
		await testDb().insert(adminLevelItems).values(elsewhere);
		const [physics, other] = staff.application.courses;
		await testDb()
			.update(courses)
			.set({ adminLevelItemId: departmentId })
			.where(eq(courses.id, physics?.id ?? ""));
		const at = (adminLevelItemId: string | null) =>
			testDb().update(userRoles).set({ adminLevelItemId }).where(eq(userRoles.userId, ngozi.id));
		await at(facultyId);
		const own = await createApplicant(staff.application, { courseId: physics?.id ?? "" });
		const outside = await createApplicant(staff.application, { courseId: other?.id ?? "" });
		const assignOne = (id: string) =>
			staff.send<{ error: string; code: string }>("PATCH", `/candidates/${id}`, { reviewerId: ngozi.id });
		return { own, outside, at, assignOne };
	};

	it("is assigned only applicants that they see, by name: one, a selection, and all that match", async () => {
		const { staff, ngozi, assignMany, row } = fixture;
		const { own, outside, at, assignOne } = await openPlaces();
		const refused = await assignOne(outside.id);
		expect([refused.status, refused.body.code, refused.body.error]).toEqual([
			422,
			"reviewer_cannot_see",
			"Ngozi Eze cannot see this applicant: their roles are held at other places. Choose another reviewer.",
		]);
		const both = { candidateIds: [own.id, outside.id], reviewerId: ngozi.id };
		const preview = (rows: object) =>
			staff.send("POST", "/candidates/assignment-preview", { ...rows, reviewerId: ngozi.id, page: 0, size: 20 });
		const counts = { willChange: 1, unchanged: 0, notAllowed: 1 };
		expect((await preview({ candidateIds: both.candidateIds })).body).toMatchObject(counts);
		await testDb().delete(applicants).where(eq(applicants.id, fixture.applicant.id));
		const matching = { applicationId: staff.application.id, everybody: true };
		expect((await preview({ matching })).body).toMatchObject(counts);
		expect((await assignMany(both)).body).toMatchObject({
			changed: 1,
			outcomes: [{ outcome: "changed" }, { outcome: "not_allowed" }],
		});
		expect([(await row(own.id))?.reviewerId, (await row(outside.id))?.reviewerId]).toEqual([ngozi.id, null]);
		expect((await preview({ matching })).body).toMatchObject({ willChange: 0, unchanged: 1, notAllowed: 1 });
		await at(null);
		expect((await assignOne(outside.id)).status).toBe(200);
	});

	it("is offered only for applicants of whom they see some", async () => {
		const { staff } = fixture;
		const { own, outside, at } = await openPlaces();
		const names = async (...ids: string[]) =>
			(await staff.get<{ data: { name: string }[] }>(`/reviewers?candidateIds=${ids}`)).body.data.map(
				({ name }) => name,
			);
		expect(await names(own.id)).toEqual(["Hauwa Bello", "Ngozi Eze"]);
		expect(await names(own.id, outside.id)).toEqual(["Hauwa Bello", "Ngozi Eze"]);
		expect(await names(outside.id)).toEqual(["Hauwa Bello"]);
		await at("law");
		expect(await names(own.id)).toEqual(["Hauwa Bello"]);
	});
});

describe("the notification of a reviewer", () => {
	it("is one for a selection, and leads to their list; none is sent to oneself", async () => {
		const { staff, ngozi, applicant, assignMany, noticesOf } = fixture;
		const second = await createApplicant(staff.application);
		const candidateIds = [applicant.id, second.id];
		expect((await assignMany({ candidateIds, reviewerId: ngozi.id })).body).toMatchObject({ changed: 2 });
		expect(await noticesOf(ngozi.id)).toEqual([
			{
				type: "ASSIGNMENT",
				status: "SUCCESS",
				total: 2,
				reason: "By Hauwa Bello",
				path: `applicants?application=${staff.application.id}&assigned=me`,
			},
		]);
		await assignMany({ candidateIds, reviewerId: staff.user.id });
		expect(await noticesOf(staff.user.id)).toEqual([]);
	});

	it("is taken back with an undo, also when the undo arrives first", async () => {
		const { staff, organisationId, ngozi, assign, row, log, noticesOf } = fixture;
		const { body } = await assign(ngozi.id);
		await workOnce(organisationId);
		expect(await noticesOf(ngozi.id)).toMatchObject([
			{ total: 1, path: expect.stringMatching(/^applicants\/[\w-]+$/) },
		]);
		await staff.send("POST", `/batches/${body.run.id}/undo`);
		expect(await noticesOf(ngozi.id)).toEqual([]);
		expect(await row()).toMatchObject({ reviewerId: null });
		expect(await log()).toContain("Assignment undone");
		const again = await assign(ngozi.id);
		expect((await staff.send("POST", `/batches/${again.body.run.id}/undo`)).body).toMatchObject({
			kind: "reviewer",
			targetName: "Ngozi Eze",
			undone: 1,
		});
		expect(await noticesOf(ngozi.id), "both events are delivered after the undo").toEqual([]);
	});
});

describe("the lists of a reviewer", () => {
	it("hold one's own, nobody's and somebody's applicants, at a stage, of a course and by waiting time", async () => {
		const { staff, organisationId, ngozi, applicant, assignMany } = fixture;
		const { id: applicationId, steps, courses } = staff.application;
		const [first, second] = [
			await createApplicant(staff.application, { stepId: steps[1]?.id, courseId: courses[1]?.id }),
			await createApplicant(staff.application),
		];
		await assignMany({ candidateIds: [first.id, second.id], reviewerId: ngozi.id });
		const { headers } = await signIn({ organisationId, id: ngozi.id }, staff.clock.now());
		const found = async (search: string, isNgozi = true) => {
			const response = await staff.request(`/candidates?applicationId=${applicationId}&${search}`, {
				headers: isNgozi ? headers : {},
			});
			return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id).sort();
		};
		const both = [first.id, second.id].sort();
		expect(await found("assigned=me")).toEqual(both);
		expect(await found("assigned=me", false)).toEqual([]);
		for (const more of ["", "&sort=waiting", `&stage=${steps[0]?.id}`])
			expect(await found(`assigned=nobody${more}`), more).toEqual([applicant.id]);
		expect(await found("assigned=somebody")).toEqual(both);
		for (const who of ["me", "somebody"]) {
			expect(await found(`assigned=${who}&sort=waiting`)).toEqual(both);
			expect(await found(`assigned=${who}&stage=${steps[1]?.id}`)).toEqual([first.id]);
			expect(await found(`assigned=${who}&courseIds=${courses[1]?.id}`)).toEqual([first.id]);
			expect(await found(`assigned=${who}&stage=${steps[1]?.id}&sort=waiting`)).toEqual([first.id]);
		}
		expect((await staff.get(`/candidates?applicationId=${applicationId}&assigned=them`)).status).toBe(422);
		const needs = await staff.request(`/statistics/candidate-needs?applicationId=${applicationId}`, { headers });
		expect(await needs.json()).toMatchObject({ mine: 2 });
	});

	it("give their applicants to somebody else, and name those who have them already", async () => {
		const { staff, ngozi, applicant, assignMany } = fixture;
		const second = await createApplicant(staff.application);
		await assignMany({ candidateIds: [second.id], reviewerId: ngozi.id });
		const matching = { applicationId: staff.application.id, everybody: true };
		const preview = (reviewerId: string | null) =>
			staff.send("POST", "/candidates/assignment-preview", { matching, reviewerId });
		expect((await preview(ngozi.id)).body).toMatchObject({ name: "Ngozi Eze", willChange: 1, unchanged: 1 });
		expect((await preview(null)).body).toMatchObject({ name: "nobody", willChange: 1, unchanged: 1 });
		const { body } = await assignMany({ candidateIds: [applicant.id, second.id], reviewerId: ngozi.id });
		expect(body).toMatchObject({ outcomes: [{ outcome: "changed" }, { outcome: "unchanged" }] });
	});

	it("mean by all that match each of nobody's applicants, also beyond the thousand that the list reads", async () => {
		const { staff, ngozi } = fixture;
		await createMany({ ...staff.application, steps: staff.application.steps.slice(0, 1) }, 1_100);
		const preview = (more: object) =>
			staff.send("POST", "/candidates/assignment-preview", {
				matching: { applicationId: staff.application.id, assigned: "nobody", ...more },
				reviewerId: ngozi.id,
			});
		expect((await preview({})).body).toMatchObject({ willChange: 1_101, unchanged: 0 });
		const [course] = staff.application.courses;
		const ofCourse = (await preview({ courseIds: [course?.id] })).body as { willChange: number };
		expect(ofCourse.willChange).toBeGreaterThan(0);
	});

	it("are read at a stage as far as they reach, however many others are there", async () => {
		const { staff, ngozi, applicant, assign } = fixture;
		const { id: applicationId, steps } = staff.application;
		await createMany({ ...staff.application, steps: steps.slice(0, 1) }, 400);
		await assign(ngozi.id);
		const ofApplication = eq(applicants.applicationId, applicationId);
		const isOther = and(ofApplication, ne(applicants.id, applicant.id));
		const stage = `stage=${steps[0]?.id}`;
		const read = async (search: string) => {
			recorded.splice(0);
			const { body } = await staff.get(`/candidates?applicationId=${applicationId}&${search}`);
			const [walk, ...others] = recorded.filter(({ sql }) => sql.includes("AS stageChangedAt FROM ("));
			expect([walk?.sql, others], search).toEqual([expect.any(String), []]);
			return { ids: body.data?.map(({ id }) => id), ...(await costOf(walk)) };
		};
		expect(await read(`assigned=somebody&${stage}`)).toMatchObject({ ids: [applicant.id], rowsRead: atMost(20) });
		expect(await read("assigned=somebody")).toMatchObject({ ids: [applicant.id], rowsRead: atMost(20) });
		await testDb().update(applicants).set({ score: 250 }).where(ofApplication);
		const ofScore = await read(`assigned=somebody&scoreFrom=200&${stage}`);
		expect(ofScore).toMatchObject({ ids: [applicant.id], rowsRead: atMost(410) });
		expect(ofScore.plan).toContain("applicants_by_application");

		await testDb().update(applicants).set({ reviewerId: ngozi.id }).where(isOther);
		await assign(null);
		expect(await read(`assigned=nobody&${stage}`)).toMatchObject({ ids: [applicant.id], rowsRead: atMost(20) });
		expect(await read("assigned=nobody")).toMatchObject({ ids: [applicant.id], rowsRead: atMost(20) });
		recorded.splice(0);
		const { body } = await staff.send("POST", "/candidates/assignment-preview", {
			matching: { applicationId, assigned: "nobody", stage: steps[0]?.id },
			reviewerId: ngozi.id,
		});
		expect(body).toMatchObject({ willChange: 1 });
		const walks = recorded.filter(({ sql }) => sql.includes("applicants_by_reviewer"));
		expect(walks.length).toBeGreaterThan(0);
		for (const walk of walks) expect(await costOf(walk)).toMatchObject({ rowsRead: atMost(20) });
	});
});

const atMost = (rows: number) => expect.toSatisfy((read: number) => read <= rows);

/** Runs a statement once more. */
const costOf = async ({ sql, params }: Recorded = { sql: "", params: [] }) => {
	const run = (text: string) =>
		plainDatabase
			.prepare(text)
			.bind(...params)
			.run<{ detail: string }>();
	const plan = (await run(`EXPLAIN QUERY PLAN ${sql}`)).results.map(({ detail }) => detail).join("; ");
	return { rowsRead: (await run(sql)).meta.rows_read, plan };
};
