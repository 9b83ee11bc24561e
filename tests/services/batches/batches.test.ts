import { env } from "cloudflare:workers";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createCourse, createLocation, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { applicants, letters } from "#worker/database/schema/applicants";
import { applicationCourses } from "#worker/database/schema/applications";
import { runs } from "#worker/database/schema/runs";
import { templates } from "#worker/database/schema/workflows";

interface Row {
	id: string;
	outcome: string;
	name: string | null;
}
interface BatchAnswer {
	total: number;
	counts: Record<string, number>;
	task: { status: string } | null;
	undoUntil: number | null;
}

/** Opens a fixture with 600 applicants, and the filter of their list. */
const openFixture = async (count = 600) => {
	const fixture = await openStageFixture({ applicants: count });
	const { staff, accepted, registration } = fixture;
	const matching = { applicationId: staff.application.id, stage: registration.id };
	return {
		...fixture,
		matching,
		preview: (body: Record<string, unknown>) =>
			staff.send<Record<string, unknown> & { rows: Row[] }>("POST", "/candidates/stage-preview", {
				stageId: accepted.id,
				...body,
			}),
		moveAll: (more: Record<string, unknown> = {}) =>
			staff.send<{ taskId: string | null; moved: number; code?: string }>("PATCH", "/candidates", {
				matching,
				stageId: accepted.id,
				reason: "Council",
				...more,
			}),
		batchOf: async (id: string | null) => (await staff.get<BatchAnswer>(`/batches/${id}`)).body,
		rowsOf: async (id: string | null, search = "") =>
			(await staff.get<{ data: Row[]; resultTotal: number }>(`/batches/${id}/rows${search}`)).body,
	};
};

describe("GET /batches", () => {
	it("lists changes of several applicants, newest first, by kind and by words, and not those of one", async () => {
		const { staff, ids, accepted, registration, work, moveAll } = await openFixture(502);
		const listed = async (search = "") =>
			(await staff.get<{ data: Record<string, unknown>[]; resultTotal: number }>(`/batches${search}`)).body;
		const move = (candidateIds: string[], stageId: string) =>
			staff.send<{ code?: string }>("PATCH", "/candidates", { candidateIds, stageId, reason: "Council" });
		await move(ids.slice(0, 1), accepted.id);
		expect(await listed()).toMatchObject({ data: [], resultTotal: 0 });
		const started = await moveAll({ expected: 501 });
		staff.clock.advance(1_000);
		await move(ids.slice(0, 1), registration.id);
		await move(ids.slice(0, 2), accepted.id);
		expect(await listed()).toMatchObject({
			resultTotal: 2,
			data: [
				{ kind: "stage", changed: 2, total: 2, status: "done" },
				{ id: started.body.taskId, changed: 0, total: 501, status: "running", targetName: accepted.name },
			],
		});
		await work();
		expect(await listed("?size=1&page=1")).toMatchObject({
			data: [{ id: started.body.taskId, changed: 500, total: 501, status: "done", subject: "501 applicants" }],
		});
		expect(await listed("?keyword=501")).toMatchObject({ resultTotal: 1, data: [{ id: started.body.taskId }] });
		expect(await listed("?kind=letter")).toMatchObject({ resultTotal: 0 });
		await staff.send("POST", `/batches/${started.body.taskId}/undo`);
		expect(await listed("?keyword=501")).toMatchObject({ data: [{ status: "undone" }] });
	});
});

describe("a bulk change of all that match", () => {
	it("counts and lists applicants first, changes them in the background, and records each result", async () => {
		const { staff, ids, matching, preview, moveAll, work, batchOf, rowsOf, counted, notices } = await openFixture();
		const { body } = await preview({ matching, page: 1, size: 20 });
		expect(body).toMatchObject({ willChange: 600, unchanged: 0, notAllowed: 0, notFound: 0, emails: 600, total: 600 });
		expect(body.rows).toHaveLength(20);
		expect(body.rows[0]).toMatchObject({ id: ids[579], outcome: "will_change", name: "Chidi Eze579" });
		const started = await moveAll({ expected: 600, asOf: body.asOf });
		expect(started.body).toMatchObject({ changed: 0, taskId: expect.any(String) });
		expect(await batchOf(started.body.taskId)).toMatchObject({
			total: 600,
			counts: { waiting: 600 },
			task: { status: "STARTED", done: 0 },
		});
		await work();
		expect(await counted()).toEqual([0, 600]);
		expect(await batchOf(started.body.taskId)).toMatchObject({ counts: { changed: 600 }, task: { status: "SUCCESS" } });
		const rows = await rowsOf(started.body.taskId, "?outcome=changed&page=11");
		expect(rows).toMatchObject({ resultTotal: 600 });
		expect(rows.data).toHaveLength(50);
		expect(rows.data[0]).toMatchObject({ outcome: "changed", name: "Chidi Eze49" });
		expect(await notices()).toContainEqual(
			expect.objectContaining({ type: "STAGE_CHANGE", status: "SUCCESS", path: `batches/${started.body.taskId}` }),
		);
		expect(staff.user.id).toBeTruthy();
	});

	it("changes few applicants at once, and none when it is repeated", async () => {
		const { matching, moveAll, preview, counted, mails } = await openFixture(5);
		expect((await moveAll()).body).toMatchObject({ changed: 5, taskId: null });
		expect((await preview({ matching })).body).toMatchObject({ willChange: 0, total: 0 });
		expect((await moveAll()).body).toMatchObject({ changed: 0 });
		expect(await counted()).toEqual([0, 5]);
		expect(await mails()).toHaveLength(5);
	});

	it("is refused when other applicants match than were shown", async () => {
		const { moveAll, counted } = await openFixture(5);
		expect(await moveAll({ expected: 4 })).toMatchObject({ status: 409, body: { code: "selection_changed" } });
		expect(await counted()).toEqual([5, 0]);
	});

	it.each([
		["it names no applicants", {}],
		["it names applicants in two ways", { candidateIds: ["a"], matching: { applicationId: "b", everybody: true } }],
	])("is refused when %s", async (_name, choice) => {
		const { staff, accepted } = await openFixture(1);
		const body = { ...choice, stageId: accepted.id, reason: "x" };
		expect(await staff.send("PATCH", "/candidates", body)).toMatchObject({
			status: 422,
			body: { fields: { candidateIds: ["Choose at least one applicant."] } },
		});
	});

	it("is refused when a filter is misspelt or missing, instead of changing everybody", async () => {
		const { staff, accepted, counted } = await openFixture(2);
		const { id: applicationId } = staff.application;
		const fieldsOf = async (matching: object) => {
			const body = { matching, stageId: accepted.id, reason: "x" };
			const response = await staff.send("PATCH", "/candidates", body);
			expect(response.status).toBe(422);
			return response.body.fields;
		};
		expect(await fieldsOf({ applicationId, stge: "SUBMITTED" })).toMatchObject({
			"matching.stge": ["'stge' is not a known field."],
		});
		expect(await fieldsOf({ applicationId, stage: "REGISTRATION", "courseIds[]": "a" })).toEqual({
			"matching.courseIds[]": ["'courseIds[]' is not a known field."],
		});
		const sayWho =
			"Send either a filter that leaves somebody out, or 'everybody': true for every applicant of the application.";
		expect(await fieldsOf({})).toMatchObject({ "matching.applicationId": ["This is required."] });
		for (const lost of [
			{},
			{ courseIds: [] },
			{ keyword: " " },
			{ sort: "waiting" },
			{ stage: "REGISTRATION", everybody: true },
		])
			expect(await fieldsOf({ applicationId, ...lost })).toEqual({ "matching.everybody": [sayWho] });
		expect(await counted()).toEqual([2, 0]);
	});

	it("changes course or location in the background too, and leaves out applicants who already have it", async () => {
		const { staff, ids, matching, work, batchOf, organisationId, task } = await openFixture();
		const course = await createCourse(organisationId);
		const body = { matching, courseId: course.id };
		const refused = await staff.send("POST", "/candidates/assignment-preview", body);
		expect(refused.body).toMatchObject({ willChange: 0, notAllowed: 600 });
		await testDb()
			.insert(applicationCourses)
			.values({ organisationId, applicationId: staff.application.id, courseId: course.id });
		await testDb()
			.update(applicants)
			.set({ courseId: course.id })
			.where(inArray(applicants.id, ids.slice(0, 3)));
		const counted = await staff.send("POST", "/candidates/assignment-preview", { ...body, page: 0, size: 5 });
		expect(counted.body).toMatchObject({ willChange: 597, unchanged: 3, total: 600 });
		expect(counted.body.rows).toHaveLength(5);
		const started = await staff.send<{ taskId: string }>("PATCH", "/candidates/assignments", body);
		await work();
		expect(await batchOf(started.body.taskId)).toMatchObject({ counts: { changed: 597, unchanged: 3 } });
		expect(await task(started.body.taskId)).toMatchObject({ type: "COURSE_CHANGE", status: "SUCCESS", done: 600 });
		const again = await staff.send<{ taskId: string }>("PATCH", "/candidates/assignments", body);
		await work();
		expect(await batchOf(again.body.taskId)).toMatchObject({ counts: { unchanged: 600 } });

		const [yaba, ikeja] = [await createLocation(organisationId, "Yaba"), await createLocation(organisationId, "Ikeja")];
		const posting = { matching, locationId: yaba.id };
		const shown = await staff.send("POST", "/candidates/assignment-preview", { ...posting, page: 1, size: 5 });
		expect(shown.body).toMatchObject({ willChange: 600, total: 600, rows: Array(5).fill({ outcome: "will_change" }) });
		staff.clock.advance(1_000);
		await staff.send("PATCH", `/candidates/${ids[0]}`, { locationId: ikeja.id });
		const asked = { ...posting, asOf: shown.body.asOf };
		const posted = await staff.send<{ taskId: string }>("PATCH", "/candidates/assignments", asked);
		await work();
		expect(await batchOf(posted.body.taskId)).toMatchObject({
			kind: "location",
			counts: { changed: 599, conflict: 1 },
		});
		const retried = await staff.send("POST", `/batches/${posted.body.taskId}/retry`);
		expect(retried).toMatchObject({ status: 200, body: { changed: 1, taskId: null } });
	});
});

describe("a batch", () => {
	it("is retried only for applicants that a colleague had changed meanwhile", async () => {
		const { staff, ids, accepted, moveMany, batchOf, counted, registration } = await openFixture(4);
		const preview = await staff.send("POST", "/candidates/stage-preview", { candidateIds: ids, stageId: accepted.id });
		staff.clock.advance(1_000);
		await testDb()
			.update(applicants)
			.set({ stageChangedAt: staff.clock.now() })
			.where(eq(applicants.id, ids[0] ?? ""));
		const { body } = await moveMany(ids, { asOf: preview.body.asOf });
		expect(body).toMatchObject({ changed: 3 });
		expect(await batchOf(body.run.id)).toMatchObject({ counts: { changed: 3, conflict: 1 }, task: null });
		const again = await staff.send("POST", `/batches/${body.run.id}/retry`);
		expect(again).toMatchObject({ status: 200, body: { changed: 1, taskId: null } });
		expect(await counted()).toEqual([0, 4]);
		const third = await moveMany(ids, { stageId: registration.id, doNotNotify: true });
		expect(await staff.send("POST", `/batches/${third.body.run.id}/retry`)).toMatchObject({
			status: 409,
			body: { code: "task_not_failed" },
		});
	});

	it("is hidden from other institutions and from users who may not change applicants", async () => {
		const { staff, ids, moveMany } = await openFixture(2);
		const { body } = await moveMany(ids);
		const reader = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
		const stranger = await createUser({ organisationId: (await createOrganisation()).id });
		for (const [user, status] of [
			[reader, 403],
			[stranger, 404],
		] as const) {
			const { headers } = await signIn(user, staff.clock.now());
			expect((await staff.request(`/batches/${body.run.id}`, { headers })).status).toBe(status);
			expect((await staff.request(`/batches/${body.run.id}/rows`, { headers })).status).toBe(status);
			expect((await staff.request(`/batches/${body.run.id}/retry`, { method: "POST", headers })).status).toBe(status);
		}
	});

	it("responds 404 when it does not exist", async () => {
		const { staff, organisationId } = await openFixture(1);
		await testDb().insert(runs).values({
			organisationId,
			id: "half",
			kind: "stage",
			status: "gathering",
			targetId: "x",
			targetName: "x",
			subject: "",
			createdBy: staff.user.id,
			createdAt: 1,
		});
		expect((await staff.get("/batches/half")).status).toBe(404);
	});
});

describe("letters for a selection", () => {
	it("are counted first, made in the background, and each result is recorded", async () => {
		const { staff, ids, work, batchOf, organisationId } = await openFixture(3);
		const template = { organisationId, id: `doc-${organisationId}`, name: "Letter", type: "document" as const };
		await testDb()
			.insert(templates)
			.values({ ...template, content: "<p>Dear {{firstName}}</p>", createdAt: 1, updatedAt: 1 });
		const body = { candidateIds: [...ids, "nobody"], templateId: template.id };
		const preview = async (more = {}) =>
			(await staff.send("POST", "/candidates/letters-preview", { ...body, size: 20, ...more })).body;
		expect(await preview()).toMatchObject({
			name: "Letter",
			willChange: 3,
			unchanged: 0,
			notFound: 1,
			total: 4,
			rows: [...ids.map((id) => ({ id, outcome: "will_change" })), { id: "nobody", name: null, outcome: "not_found" }],
		});
		const started = await staff.send<{ taskId: string }>("POST", "/candidates/letters", body);
		await work();
		expect(await batchOf(started.body.taskId)).toMatchObject({ kind: "letter", counts: { changed: 3, not_found: 1 } });
		const made = () => testDb().select().from(letters).where(eq(letters.organisationId, organisationId));
		expect(await made()).toHaveLength(3);
		expect(await preview({ size: 1, page: 1 })).toMatchObject({
			willChange: 0,
			unchanged: 3,
			notFound: 1,
			total: 4,
			rows: [{ id: ids[1], name: "Chidi Eze1", outcome: "unchanged" }],
		});
		const say = (content: string) => testDb().update(templates).set({ content }).where(eq(templates.id, template.id));
		await say("<p>Dear {{lastName}}</p>");
		expect(await preview(), "a changed text makes another letter").toMatchObject({ willChange: 3, unchanged: 0 });
		await say("<p>Dear {{firstName}}</p>");
		const all = { candidateIds: undefined, matching: { applicationId: staff.application.id, everybody: true } };
		expect(await preview(all)).toMatchObject({ willChange: 0, unchanged: 3, notFound: 0, total: 3 });
		const again = await staff.send<{ taskId: string }>("POST", "/candidates/letters", body);
		await work();
		expect(await batchOf(again.body.taskId)).toMatchObject({ counts: { unchanged: 3, not_found: 1 } });
		expect(await made()).toHaveLength(3);
	});

	it("of a single applicant are those of 1 applicant", async () => {
		const { staff, ids, organisationId, runs: all } = await openFixture(1);
		const template = { organisationId, id: `one-${organisationId}`, name: "Letter", type: "document" as const };
		await testDb()
			.insert(templates)
			.values({ ...template, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
		await staff.send("POST", "/candidates/letters", { candidateIds: ids, templateId: template.id });
		expect((await all()).map(({ subject }) => subject)).toEqual(["1 applicant"]);
	});

	it("are skipped, also beyond a hundred, for applicants with today's letter for the same stage from the current template", async () => {
		const { staff, ids, organisationId } = await openFixture(120);
		const now = staff.clock.now();
		const template = { organisationId, id: `many-${organisationId}`, name: "Letter", type: "document" as const };
		await testDb()
			.insert(templates)
			.values({ ...template, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
		await testDb().run(sql`INSERT INTO letters (organisation_id, id, applicant_id, template_id, template_name, stage_name,
				object_key, size, created_by, created_by_name, created_at)
			SELECT applicants.organisation_id, 'of-' || applicants.id, applicants.id, ${template.id}, 'Letter', step.name,
				'nowhere', 1, 'ada', 'Ada', ${now}
			FROM applicants JOIN workflow_steps AS step ON step.organisation_id = applicants.organisation_id
				AND step.id = applicants.step_id
			WHERE applicants.organisation_id = ${organisationId}`);
		await testDb().run(sql`UPDATE applicants SET letter_url = '/letters/of-' || id
			WHERE organisation_id = ${organisationId}`);
		const counted = async () =>
			(await staff.send("POST", "/candidates/letters-preview", { candidateIds: ids, templateId: template.id, size: 0 }))
				.body;
		const change = (what: SQL) =>
			testDb().run(sql`UPDATE letters SET ${what} WHERE organisation_id = ${organisationId}
			AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids.slice(0, 5))}))`);
		expect(await counted()).toMatchObject({ willChange: 0, unchanged: 120 });
		// why an hour: in Lagos, the default time zone of an institution, a day begins an hour before UTC's.
		const midnight = Math.floor((now + 3_600_000) / 86_400_000) * 86_400_000 - 3_600_000;
		await change(sql`created_at = ${midnight - 1}`);
		expect(await counted(), "the letters have another date").toMatchObject({ willChange: 5, unchanged: 115 });
		await change(sql`created_at = ${midnight}, stage_name = 'Interview'`);
		expect(await counted(), "the letters are of another stage").toMatchObject({ willChange: 5, unchanged: 115 });
		await testDb()
			.update(templates)
			.set({ updatedAt: now + 1 })
			.where(eq(templates.id, template.id));
		expect(await counted(), "the template's text has changed").toMatchObject({ willChange: 120, unchanged: 0 });
	});

	it("end with the reason when the template is deactivated meanwhile, and call nobody gone", async () => {
		const { staff, ids, organisationId, bindings, sentJobs, allJobs, batchOf, task } = await openFixture(45);
		const template = { organisationId, id: `stopped-${organisationId}`, name: "Letter", type: "document" as const };
		await testDb()
			.insert(templates)
			.values({ ...template, content: "<p>Dear {{firstName}}</p>", createdAt: 1, updatedAt: 1 });
		const started = await staff.send<{ taskId: string }>("POST", "/candidates/letters", {
			candidateIds: ids,
			templateId: template.id,
		});
		const put = async (...file: Parameters<R2Bucket["put"]>) => {
			await testDb().update(templates).set({ active: false }).where(eq(templates.id, template.id));
			return env.FILES.put(...file);
		};
		const FILES = replacing(env.FILES, { put });
		await deliverJobs(sentJobs.splice(0), { bindings: { ...bindings, FILES }, clock: staff.clock, jobs: allJobs });
		expect(await task(started.body.taskId)).toMatchObject({ status: "FAILED", result: { reason: expect.any(String) } });
		const { changed = 0, ...others } = (await batchOf(started.body.taskId)).counts;
		expect(changed).toBeGreaterThan(0);
		expect(others).toEqual({ waiting: 45 - changed });
	});

	it("are refused from an unknown template, or one with a merge field that is unknown or that nothing fills", async () => {
		const { staff, ids, organisationId } = await openFixture(1);
		const wrong = { organisationId, id: `wrong-${organisationId}`, name: "Letter", type: "document" as const };
		const ofChange = { ...wrong, id: `of-change-${organisationId}` };
		await testDb()
			.insert(templates)
			.values([
				{ ...wrong, content: "{{fristName}}", createdAt: 1, updatedAt: 1 },
				{ ...ofChange, content: "<p>Because: {{comment}}</p>", createdAt: 1, updatedAt: 1 },
			]);
		const ask = async (path: string, templateId: string) =>
			(await staff.send("POST", `/candidates/${path}`, { candidateIds: ids, templateId })).body.code;
		for (const path of ["letters", "letters-preview"])
			expect(await Promise.all(["nothing", wrong.id, ofChange.id].map((id) => ask(path, id)))).toEqual([
				"template_unknown",
				"merge_field_unknown",
				"merge_field_empty",
			]);
	});
});
