import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { besideCommit, openPairFixture, type PairFixture, rowsOf } from "#tests/services/duplicates/pair-fixture";
import {
	createApplication,
	createLocation,
	createOrganisation,
	createReferee,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { submissions } from "#worker/database/schema/forms";
import { tasks } from "#worker/database/schema/records";
import { runRows } from "#worker/database/schema/runs";
import { workflowSteps } from "#worker/database/schema/workflows";

let staff: PairFixture;
beforeAll(async () => {
	staff = await openPairFixture();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const formIn = (data: unknown) => data as { data: Record<string, unknown>; percentComplete: number; version: number };

test("takes the chosen fields, keeps the others, and moves everything that belongs to the source", async () => {
	const target = await staff.register({ data: { phone: "08050000001", school: "Kings" } });
	const source = await staff.register({
		firstName: "Ada",
		middleName: null,
		email: "ada@other.example",
		data: { phone: "08050000001", jamb: "2026001", school: "Kings", school__2: "Queens" },
	});
	const { id: referee } = await createReferee(source);
	await createTransaction(source, { status: "pending" });
	const papers = await staff.attach(source, "papers", "waec.pdf");
	const old = await staff.attach(target, "papers", "neco.pdf");
	const picture = await staff.attach(source, "passport", "me.jpg");
	const fields = ["firstName", "middleName", "form.jamb", "form.school__2", "form.papers", "form.passport", "lastName"];
	const { status, body } = await staff.merge(target.id, source.id, fields, { comment: "Said so by phone." });
	expect([status, body]).toEqual([201, { mergeId: expect.any(String), targetId: target.id }]);

	expect(await find(source.id)).toBeUndefined();
	const now = await find(target.id);
	expect(now).toMatchObject({
		firstName: "Ada",
		middleName: null,
		lastName: "Okafor",
		email: target.email,
		version: 2,
	});
	expect(now?.photoKey).toContain(picture);
	const form = formIn((await staff.get(`/forms/${target.submissionId}`)).body);
	expect(form.data).toEqual({ phone: "08050000001", school: "Kings", jamb: "2026001", school__2: "Queens" });
	expect(form.version).toBe(2);
	const files = (await staff.get<{ attachments: { id: string }[] }>(`/forms/${target.submissionId}`)).body.attachments;
	expect(files.map(({ id }) => id).sort()).toEqual([papers, picture].sort());

	const record = (await staff.get(`/candidates/${target.id}`)).body;
	expect(record.referees).toMatchObject([{ id: referee }]);
	expect((await staff.get(`/candidates/${target.id}/transactions`)).body).toMatchObject({ resultTotal: 1 });
	const needs = (await staff.get(`/statistics/candidate-needs?applicationId=${staff.application.id}`)).body;
	expect(needs).toMatchObject({ referee: 1, payment: 1, duplicates: 0 });

	const log = (await staff.get(`/candidates/${target.id}/log`)).body.data ?? [];
	expect(log[0]).toMatchObject({ type: "MERGE", mergeId: body.mergeId, changeId: body.mergeId });
	expect(log[0]?.reason).toBe(
		`Ada Okafor (${source.applicationNumber}) was merged into this record. Fields taken: First name, Middle name, Passport photograph, JAMB number, Certificates, …. Said so by phone.`,
	);
	const changes = (await staff.get(`/candidates/${target.id}/changes?eventId=${body.mergeId}`)).body.data ?? [];
	expect(changes.map(({ field, old: before, new: after }) => [field, before, after]).sort()).toEqual([
		["firstName", "Adaeze", "Ada"],
		["jamb", null, "2026001"],
		["middleName", "Chinonso", null],
		["papers", ["neco.pdf"], ["waec.pdf"]],
		["passport", null, ["me.jpg"]],
		["school__2", null, "Queens"],
	]);
	const merge = (await staff.get(`/duplicates/merges/${body.mergeId}`)).body;
	expect(merge).toMatchObject({
		targetId: target.id,
		targetName: "Adaeze Chinonso Okafor",
		sourceId: source.id,
		sourceName: "Ada Okafor",
		moved: { transactions: 1, referees: 1, letters: 0, emails: 0, attachments: 2, logEntries: 0 },
		undone: null,
		cannotUndo: null,
		comment: "Said so by phone.",
	});
	for (const [form, file] of [
		[target.submissionId, papers],
		[source.submissionId, papers],
		[source.submissionId, old],
	])
		expect(
			(await staff.request(`/forms/${form}/attachments/${file}`)).status,
			"the file has a row but no object in the store",
		).toBe(404);
});

test("leads from a source to the target by number, email, address, public summary and identity keys", async () => {
	const target = await staff.register({ firstName: "Bisi", data: { phone: "08060000001" } });
	const source = await staff.register({ firstName: "Bissi", data: { phone: "08060000001", dob: "2007-01-05" } });
	const found = async (keyword: string) =>
		(await staff.get(`/candidates?applicationId=${staff.application.id}&keyword=${keyword}`)).body.data?.map(
			({ id }) => id,
		);
	await staff.merge(target.id, source.id);
	expect(await found(encodeURIComponent(source.applicationNumber))).toEqual([target.id]);
	expect(await found(encodeURIComponent(source.email))).toEqual([target.id]);
	expect((await staff.get(`/candidates/${source.id}`)).body).toMatchObject({ id: target.id });
	expect((await staff.get(`/candidate-info/${source.publicId}`)).body).toMatchObject({
		candidate: { applicationNumber: target.applicationNumber },
	});
	expect((await staff.get(`/candidates/${source.id}/log`)).status).toBe(404);
	expect((await staff.send("PATCH", `/candidates/${source.id}`, { locationId: "x" })).status).toBe(404);
	const third = await staff.register({ firstName: "Bissi", data: { dob: "2007-01-05" } });
	const pairs = (await staff.get(`/candidates/${third.id}/duplicates`)).body.data;
	expect(pairs, "the source's keys find the pair").toMatchObject([
		{ first: { id: target.id }, second: { id: third.id }, reasons: [{ kind: "person" }] },
	]);
	expect(await staff.answer(target, { phone: "08069999999" })).toBe(200);
	expect((await staff.get(`/candidates/${third.id}/duplicates`)).body.data).toHaveLength(1);
});

test("takes over course, stage with its date, and location if the application has them", async () => {
	const [, next] = staff.application.steps;
	const [, other] = staff.application.courses;
	const { id: locationId } = await createLocation(staff.organisation.id);
	const at = { ...(next && { stepId: next.id }), ...(other && { courseId: other.id }), locationId, stageChangedAt: 77 };
	const [target, source] = [await staff.register(), await staff.register(at)];
	const fields = ["stageId", "courseId", "locationId"];
	const before = (await staff.get(`/statistics/candidate-stages?applicationId=${staff.application.id}`)).body;
	expect((await staff.merge(target.id, source.id, fields)).status).toBe(201);
	expect(await find(target.id)).toMatchObject(at);
	const after = (await staff.get(`/statistics/candidate-stages?applicationId=${staff.application.id}`)).body;
	expect(Number(before.total) - Number(after.total)).toBe(1);
	const strange = await staff.register({ courseId: "course-nobody-offers" });
	expect((await staff.merge(target.id, strange.id, ["courseId"])).body.code).toBe("course_not_offered");
	const lost = await staff.register({ stepId: "step-of-no-workflow" });
	expect((await staff.merge(target.id, lost.id, ["stageId"])).body.code).toBe("step_not_in_workflow");
});

test("takes no stage that a rule of the workflow keeps the target from, like a stage change", async () => {
	const own = await openPairFixture();
	const [, guarded] = own.application.steps;
	if (!guarded) throw new Error("The workflow has one step.");
	const rule = (rules: Partial<typeof workflowSteps.$inferInsert>) =>
		testDb()
			.update(workflowSteps)
			.set({ needsApproval: false, requirements: null, roleIds: null, ...rules })
			.where(and(eq(workflowSteps.organisationId, own.organisation.id), eq(workflowSteps.id, guarded.id)));
	const [target, source] = [await own.register(), await own.register({ stepId: guarded.id })];
	for (const [rules, message] of [
		[{ needsApproval: true }, "A second person must approve it: prepare a release."],
		[{ requirements: ["paid"] }, "Nothing is paid."],
		[{ roleIds: ["role-of-others"] }, "Your role may not move applicants to this stage."],
	] as const) {
		await rule({ ...rules } as Parameters<typeof rule>[0]);
		const moved = await own.send("PATCH", `/candidates/${target.id}`, { stageId: guarded.id, reason: "Straight" });
		const merged = await own.merge(target.id, source.id, ["stageId", "firstName"]);
		const refusal = { code: "stage_not_allowed", error: message, fields: { stageId: [message] } };
		expect([moved.status, moved.body]).toEqual([409, expect.objectContaining(refusal)]);
		expect([merged.status, merged.body]).toEqual([409, expect.objectContaining(refusal)]);
		expect(await find(target.id)).toMatchObject({ stepId: target.stepId, version: 1 });
	}
	expect((await own.merge(target.id, source.id, ["firstName"])).status, "it keeps its own stage").toBe(201);
	expect(await find(target.id)).toMatchObject({ stepId: target.stepId });
	await rule({});
	const free = await own.register({ stepId: guarded.id });
	expect((await own.merge(target.id, free.id, ["stageId"])).status, "without a rule").toBe(201);
	expect(await find(target.id)).toMatchObject({ stepId: guarded.id });
});

test("refuses and names a field that does not exist or that the target's form does not have", async () => {
	const [target, source] = [await staff.register(), await staff.register({ data: { odd: "extra" } })];
	const before = await rowsOf(staff.organisation.id, ["applicants", "submissions", "merges"]);
	for (const strange of ["form.nothing", "__proto__", "constructor", "form.__proto__", "", "publicId"]) {
		const { status, body } = await staff.merge(target.id, source.id, [strange]);
		expect([status, body.fields]).toEqual([422, { sourceFields: ["There is no such field."] }]);
	}
	expect((await staff.merge(target.id, source.id, ["form.odd"])).body.fields).toEqual({
		sourceFields: ["odd: the kept record's form does not have this field."],
	});
	const bad = await staff.send("POST", "/duplicates/merges", { targetId: target.id, sourceId: "a b'; DROP TABLE" });
	expect(bad.status).toBe(422);
	expect(await rowsOf(staff.organisation.id, ["applicants", "submissions", "merges"])).toEqual(before);
});

test("distinguishes a record that was changed since from one whose change is pending", async () => {
	const [target, source] = [await staff.register(), await staff.register()];
	const seen = await staff.seen(target.id, source.id);
	const send = () => staff.send("POST", "/duplicates/merges", { ...seen, sourceFields: [] });
	await testDb().run(sql`UPDATE submissions SET version = 2 WHERE id = ${source.submissionId}`);
	expect((await send()).body.code).toBe("stale_merge");
	await testDb().run(sql`UPDATE submissions SET version = 1 WHERE id = ${source.submissionId}`);
	const [, next] = staff.application.steps;
	const moved = await staff.send("PATCH", `/candidates/${source.id}`, { stageId: next?.id, reason: "Looked at" });
	expect(moved.status).toBe(200);
	expect((await send()).body.code).toBe("stale_merge");
	const pending = await staff.merge(target.id, source.id);
	expect([pending.status, pending.body.code]).toEqual([409, "change_pending"]);
	staff.clock.advance(31_000);
	expect((await staff.merge(target.id, source.id)).status).toBe(201);
});

test("refuses a merge while a batch with one of the two is running", async () => {
	const { id: organisationId } = staff.organisation;
	const [target, source] = [await staff.register(), await staff.register()];
	const taskOf = (owner: string) => ({
		organisationId: owner,
		id: "running",
		type: "BATCH",
		status: "STARTED" as const,
		input: {},
		total: 1,
		createdBy: "u",
		createdAt: 1,
		updatedAt: 1,
	});
	const row = { organisationId, runId: "running", subjectId: source.id, position: 0, outcome: "waiting" };
	await testDb().insert(runRows).values(row);
	await testDb()
		.insert(tasks)
		.values(taskOf((await createOrganisation()).id));
	const seen = await staff.seen(target.id, source.id);
	const code = async () => (await staff.send("POST", "/duplicates/merges", { ...seen, sourceFields: [] })).body.code;
	await testDb().insert(tasks).values(taskOf(organisationId));
	expect(await code()).toBe("change_pending");
	await testDb().run(sql`UPDATE run_rows SET outcome = 'changed' WHERE run_id = 'running'`);
	expect(await code()).toBe("change_pending");
	await testDb().run(sql`UPDATE tasks SET status = 'SUCCESS'
		WHERE id = 'running' AND organisation_id = ${organisationId}`);
	expect(await code(), "another institution's task does not matter").toBeUndefined();
	expect(await find(source.id)).toBeUndefined();
});

test("lets one of two simultaneous merges win, and one of a merge and a stage change", async () => {
	const [target, source] = [await staff.register(), await staff.register()];
	const seen = await staff.seen(target.id, source.id);
	const turned = { ...seen, targetId: source.id, sourceId: target.id };
	const both = await Promise.all([
		staff.send("POST", "/duplicates/merges", { ...seen, sourceFields: [] }),
		staff.send("POST", "/duplicates/merges", { ...turned, sourceFields: [] }),
	]);
	expect(both.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
	const left = [await find(target.id), await find(source.id)].filter(Boolean);
	expect(left).toHaveLength(1);

	const [one, other] = [await staff.register(), await staff.register()];
	const first = await staff.seen(one.id, other.id);
	const [, next] = staff.application.steps;
	const [merge, move] = await Promise.all([
		staff.send("POST", "/duplicates/merges", { ...first, sourceFields: [] }),
		staff.send("PATCH", `/candidates/${other.id}`, { stageId: next?.id, reason: "Looked at" }),
	]);
	expect([merge.status, move.status].filter((status) => status < 300)).toHaveLength(1);
	expect((await find(other.id)) === undefined).toBe(merge.status === 201);
});

test("merges once when the same request is sent twice with its key", async () => {
	const [target, source] = [await staff.register(), await staff.register()];
	const body = { ...(await staff.seen(target.id, source.id)), sourceFields: [] };
	const key = crypto.randomUUID();
	const first = await staff.send("POST", "/duplicates/merges", body, key);
	expect(first.status).toBe(201);
	expect(await staff.send("POST", "/duplicates/merges", body, key)).toEqual(first);
});

test("names in a batch a source that the batch changed, and does not find the source there any longer", async () => {
	const [target, source] = [await staff.register(), await staff.register({ firstName: "Gone" })];
	const [, course] = staff.application.courses;
	const change = () =>
		staff.send<{ id: string }>("PATCH", "/candidates/assignments", { candidateIds: [source.id], courseId: course?.id });
	expect((await change()).status).toBe(200);
	const batch = await testDb().get<{ id: string }>(
		sql`SELECT run_id AS id FROM run_rows WHERE subject_id = ${source.id}`,
	);
	await staff.merge(target.id, source.id);
	expect((await staff.get(`/batches/${batch.id}/rows`)).body.data).toMatchObject([
		{ name: "Gone Chinonso Okafor", applicationNumber: source.applicationNumber, outcome: "changed" },
	]);
	expect((await change()).body).toMatchObject({ changed: 0, outcomes: [{ outcome: "not_found" }] });
});

test("leads from every address in a chain of merges to its end", async () => {
	const [a, b, c] = [await staff.register(), await staff.register(), await staff.register()];
	const note = (id: string) => staff.send("POST", `/candidates/${id}/notes`, { note: `Of ${id}` });
	await note(a.id);
	await staff.merge(b.id, a.id);
	await note(b.id);
	await staff.merge(c.id, b.id);
	const log = (await staff.get(`/candidates/${c.id}/log`)).body.data ?? [];
	const numbers = log.map(({ reason, mergedNumber }) => [String(reason).slice(0, 40), mergedNumber]);
	expect(numbers).toContainEqual([`Of ${a.id}`.slice(0, 40), a.applicationNumber]);
	expect(numbers).toContainEqual([`Of ${b.id}`.slice(0, 40), b.applicationNumber]);
	for (const { id, publicId, applicationNumber } of [a, b]) {
		expect((await staff.get(`/candidates/${id}`)).body).toMatchObject({ id: c.id });
		expect((await staff.get(`/candidate-info/${publicId}`)).body).toMatchObject({
			candidate: { applicationNumber: c.applicationNumber },
		});
		const path = `/candidates?applicationId=${staff.application.id}&keyword=${encodeURIComponent(applicationNumber)}`;
		expect((await staff.get(path)).body.data).toMatchObject([{ id: c.id }]);
	}
	const elsewhere = await createApplication(staff.organisation.id);
	expect((await staff.get(`/candidates/${elsewhere.id}`)).status).toBe(404);
});

test("refuses a merge that would make a form or its archive too large", async () => {
	const large = (letter: string) => ({ about: letter.repeat(90_000) });
	const schools = (letter: string, from: number, to: number) =>
		Object.fromEntries(
			Array.from({ length: to - from }, (_, n) => [`school__${from + n}`, letter.repeat(90_000)] as const),
		);
	const target = await staff.register({ data: { ...large("ऄ"), ...schools("ऄ", 2, 7) } });
	const source = await staff.register({ firstName: "Ada", data: { ...large("a"), ...schools("a", 7, 13) } });
	const before = await rowsOf(staff.organisation.id, ["applicants", "submissions", "merges"]);
	const { status, body } = await staff.merge(target.id, source.id, ["form.about"]);
	expect([status, body.code, body.error]).toEqual([
		413,
		"too_large",
		"The forms are too long to be merged. Take fewer of their fields, or none.",
	]);
	expect(await rowsOf(staff.organisation.id, ["applicants", "submissions", "merges"])).toEqual(before);
	const fields = Array.from({ length: 5 }, (_, n) => `form.school__${n + 2}`);
	expect((await staff.merge(source.id, target.id, fields)).body.code, "the form would exceed its limit").toBe(
		"too_large",
	);
	expect((await staff.merge(target.id, source.id, ["firstName"])).status).toBe(201);
});

/** Registers an applicant who has not started a form. */
const registerBare = async (person: Parameters<PairFixture["register"]>[0] = {}) => {
	const bare = await staff.register({ ...person, hasForm: false });
	await testDb().delete(submissions).where(eq(submissions.id, bare.submissionId));
	return bare;
};

const answers = { phone: "08050000001", jamb: "2026001", school: "Kings", school__2: "Queens" };
const fields = ["form.phone", "form.jamb", "form.school", "form.school__2", "form.papers", "form.passport"];

interface Form {
	data: object;
	duplicateFields: object;
	percentComplete: number;
	submittedAt: number | null;
	version: number;
	layout: object;
	attachments: { id: string }[];
}
const formOf = async (id: string) => (await staff.get<Form>(`/forms/${id}`)).body;

test("creates for a target without a form one like the source's, with the chosen answers and files", async () => {
	const target = await registerBare();
	const source = await staff.register({ firstName: "Ada", data: answers });
	await testDb().run(sql`UPDATE submissions SET repeats = '{"sections":{"schools":2},"rows":{}}', submitted_at = 77
		WHERE id = ${source.submissionId}`);
	const papers = await staff.attach(source, "papers", "waec.pdf");
	const picture = await staff.attach(source, "passport", "me.jpg");
	const others = await formOf(source.submissionId);
	const compared = (await staff.compare(target.id, source.id)).body;
	expect(compared.first).toMatchObject({ formId: null, formVersion: null, percentComplete: null });
	expect(compared.fields.find(({ id }) => id === "form.jamb")).toMatchObject({
		first: null,
		second: "2026001",
		isInFirst: true,
		isInSecond: true,
	});
	const { status, body } = await staff.merge(target.id, source.id, fields);
	expect(status).toBe(201);
	const { submissionId: formId = null, photoKey } = (await find(target.id)) ?? {};
	expect(photoKey).toContain(picture);
	if (formId === null) throw new Error("the merge created a form");
	expect(formId, "the target's form is a new one, because an undo restores the source's own").not.toBe(
		source.submissionId,
	);
	const form = await formOf(formId);
	expect(form).toMatchObject({ data: answers, duplicateFields: others.duplicateFields, submittedAt: 77, version: 1 });
	expect([form.layout, form.percentComplete]).toEqual([others.layout, 100]);
	expect(form.attachments.map(({ id }) => id).sort()).toEqual([papers, picture].sort());
	expect((await staff.get(`/candidates/${target.id}`)).body).toMatchObject({ formId });
	const changes = (await staff.get(`/candidates/${target.id}/changes?eventId=${body.mergeId}`)).body.data ?? [];
	expect(changes.map(({ field }) => field)).toContain("jamb");
});

test("creates no form for a merge without answers, and keeps the target's when the source has none", async () => {
	const [bare, other] = [await registerBare(), await staff.register({ data: answers })];
	await staff.merge(bare.id, other.id, ["firstName"]);
	expect((await find(bare.id))?.submissionId).toBeNull();

	const [target, source] = [await staff.register({ data: answers }), await registerBare({ firstName: "Ada" })];
	expect((await staff.merge(target.id, source.id, ["form.jamb"])).body.fields).toEqual({
		sourceFields: ["JAMB number: the other record has no form to take it from."],
	});
	expect((await staff.merge(target.id, source.id, ["firstName"])).status).toBe(201);
	expect((await formOf(target.submissionId)).data).toEqual(answers);

	const [one, two] = [await registerBare(), await registerBare({ firstName: "Ada" })];
	expect((await staff.compare(one.id, two.id)).body.fields.filter(({ section }) => section !== null)).toEqual([]);
	expect((await staff.merge(one.id, two.id, ["firstName"])).status).toBe(201);
});

test("keeps a form that is started just before the merge is written", async () => {
	const { bindings, before } = besideCommit();
	staff = await openPairFixture({ bindings });
	const [target, source] = [await registerBare(), await staff.register({ data: answers })];
	const start = async () => {
		await testDb().run(sql`INSERT INTO submissions SELECT organisation_id, 'started', ${target.id}, form_design_id, 1,
			'{}', repeats, 0, 1, NULL, 1, NULL FROM submissions WHERE id = ${source.submissionId}`);
		await testDb().update(applicants).set({ submissionId: "started" }).where(eq(applicants.id, target.id));
	};
	const seen = await staff.seen(target.id, source.id);
	before(start);
	const send = async () => {
		const { status, body } = await staff.send("POST", "/duplicates/merges", { ...seen, sourceFields: fields });
		return [status, body.code];
	};
	expect(await send()).toEqual([409, "stale_merge"]);
	expect((await find(target.id))?.submissionId).toBe("started");
	expect(await send(), "a change is also refused when it is found before the commit").toEqual([409, "stale_merge"]);
});
