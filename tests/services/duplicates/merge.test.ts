import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openPairDesk, type PairDesk, rowsOf } from "#tests/services/duplicates/pair-desk";
import {
	createApplication,
	createLocation,
	createOrganisation,
	createReferee,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { tasks } from "#worker/database/schema/records";
import { runRows } from "#worker/database/schema/runs";

let desk: PairDesk;
beforeAll(async () => {
	desk = await openPairDesk();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const formIn = (data: unknown) => data as { data: Record<string, unknown>; percentComplete: number; version: number };

test("one is made of two: what is taken, what stays, and all that hangs on the one who goes", async () => {
	const kept = await desk.register({ data: { phone: "08050000001", school: "Kings" } });
	const merged = await desk.register({
		...{ firstName: "Ada", middleName: null, email: "ada@other.example" },
		data: { phone: "08050000001", jamb: "2026001", school: "Kings", school__2: "Queens" },
	});
	const { id: referee } = await createReferee(merged);
	await createTransaction(merged, { status: "pending" });
	const papers = await desk.attach(merged, "papers", "waec.pdf");
	const old = await desk.attach(kept, "papers", "neco.pdf");
	const picture = await desk.attach(merged, "passport", "me.jpg");
	const taken = ["firstName", "middleName", "form.jamb", "form.school__2", "form.papers", "form.passport", "lastName"];
	const { status, body } = await desk.merge(kept.id, merged.id, taken, { comment: "Said so by phone." });
	expect([status, body]).toEqual([200, { mergeId: expect.any(String), keptId: kept.id }]);

	expect(await find(merged.id)).toBeUndefined();
	const now = await find(kept.id);
	expect(now).toMatchObject({ firstName: "Ada", middleName: null, lastName: "Okafor", email: kept.email, version: 2 });
	expect(now?.photoKey).toContain(picture);
	const form = formIn((await desk.get(`/forms/${kept.submissionId}`)).body);
	expect(form.data).toEqual({ phone: "08050000001", school: "Kings", jamb: "2026001", school__2: "Queens" });
	expect(form.version).toBe(2);
	const files = (await desk.get<{ attachments: { id: string }[] }>(`/forms/${kept.submissionId}`)).body.attachments;
	expect(files.map(({ id }) => id).sort()).toEqual([papers, picture].sort());

	const record = (await desk.get(`/candidates/${kept.id}`)).body;
	expect(record.referees).toMatchObject([{ id: referee }]);
	expect((await desk.get(`/candidates/${kept.id}/transactions`)).body).toMatchObject({ resultTotal: 1 });
	const needs = (await desk.get(`/statistics/candidate-needs?applicationId=${desk.application.id}`)).body;
	expect(needs).toMatchObject({ referee: 1, payment: 1, duplicates: 0 });

	const log = (await desk.get(`/candidates/${kept.id}/log`)).body.data ?? [];
	expect(log[0]).toMatchObject({ type: "MERGE", mergeId: body.mergeId, changeId: body.mergeId });
	expect(log[0]?.reason).toBe(
		`Merged with Ada Okafor (${merged.applicationNumber}). Taken: First name, Middle name, Passport photograph, JAMB number, Certificates, …. Said so by phone.`,
	);
	const changes = (await desk.get(`/candidates/${kept.id}/changes?eventId=${body.mergeId}`)).body.data ?? [];
	expect(changes.map(({ field, old: before, new: after }) => [field, before, after]).sort()).toEqual([
		["firstName", "Adaeze", "Ada"],
		["jamb", null, "2026001"],
		["middleName", "Chinonso", null],
		["papers", ["neco.pdf"], ["waec.pdf"]],
		["passport", null, ["me.jpg"]],
		["school__2", null, "Queens"],
	]);
	const merge = (await desk.get(`/duplicates/merges/${body.mergeId}`)).body;
	expect(merge).toMatchObject({
		...{ keptId: kept.id, keptName: "Ada Okafor", mergedId: merged.id, mergedName: "Ada Okafor" },
		moved: { transactions: 1, referees: 1, letters: 0, emails: 0, attachments: 2, logEntries: 0 },
		...{ undone: null, changedSince: [], cannotUndo: null, comment: "Said so by phone." },
	});
	for (const [form, file] of [
		[kept.submissionId, papers],
		[merged.submissionId, papers],
		[merged.submissionId, old],
	])
		expect((await desk.request(`/forms/${form}/attachments/${file}`)).status, "no object, but a row").toBe(404);
});

test("who was merged is found where they were: by number, address, public summary and list of a third", async () => {
	const kept = await desk.register({ firstName: "Bisi", data: { phone: "08060000001" } });
	const merged = await desk.register({ firstName: "Bissi", data: { phone: "08060000001", dob: "2007-01-05" } });
	const found = async (keyword: string) =>
		(await desk.get(`/candidates?applicationId=${desk.application.id}&keyword=${keyword}`)).body.data?.map(
			({ id }) => id,
		);
	await desk.merge(kept.id, merged.id);
	expect(await found(encodeURIComponent(merged.applicationNumber))).toEqual([kept.id]);
	expect(await found(encodeURIComponent(merged.email))).toEqual([kept.id]);
	expect((await desk.get(`/candidates/${merged.id}`)).body).toMatchObject({ id: kept.id });
	expect((await desk.get(`/candidate-info/${merged.publicId}`)).body).toMatchObject({
		candidate: { applicationNumber: kept.applicationNumber },
	});
	expect((await desk.get(`/candidates/${merged.id}/log`)).status).toBe(404);
	expect((await desk.send("PATCH", `/candidates/${merged.id}`, { locationId: "x" })).status).toBe(404);
	const third = await desk.register({ firstName: "Bissi", data: { dob: "2007-01-05" } });
	const pairs = (await desk.get(`/candidates/${third.id}/duplicates`)).body.data;
	expect(pairs, "by what the one who went was known").toMatchObject([
		{ first: { id: kept.id }, second: { id: third.id }, reasons: [{ kind: "person" }] },
	]);
	expect(await desk.answer(kept, { phone: "08069999999" })).toBe(200);
	expect((await desk.get(`/candidates/${third.id}/duplicates`)).body.data).toHaveLength(1);
});

test("course, stage with its date, and posting are taken as others are, if the application has them", async () => {
	const [, next] = desk.application.steps;
	const [, other] = desk.application.courses;
	const { id: locationId } = await createLocation(desk.organisation.id);
	const at = { ...(next && { stepId: next.id }), ...(other && { courseId: other.id }), locationId, stageChangedAt: 77 };
	const [kept, merged] = [await desk.register(), await desk.register(at)];
	const taken = ["stageId", "courseId", "locationId"];
	const before = (await desk.get(`/statistics/candidate-stages?applicationId=${desk.application.id}`)).body;
	expect((await desk.merge(kept.id, merged.id, taken)).status).toBe(200);
	expect(await find(kept.id)).toMatchObject(at);
	const after = (await desk.get(`/statistics/candidate-stages?applicationId=${desk.application.id}`)).body;
	expect(Number(before.total) - Number(after.total)).toBe(1);
	const strange = await desk.register({ courseId: "course-nobody-offers" });
	expect((await desk.merge(kept.id, strange.id, ["courseId"])).body.code).toBe("course_not_offered");
	const lost = await desk.register({ stepId: "step-of-no-workflow" });
	expect((await desk.merge(kept.id, lost.id, ["stageId"])).body.code).toBe("step_not_in_workflow");
});

test("a field that is not there, or that the form of the one who stays does not ask for, is refused and named", async () => {
	const [kept, merged] = [await desk.register(), await desk.register({ data: { odd: "extra" } })];
	const before = await rowsOf(desk.organisation.id, ["applicants", "submissions", "merges"]);
	for (const strange of ["form.nothing", "__proto__", "constructor", "form.__proto__", "", "publicId"]) {
		const { status, body } = await desk.merge(kept.id, merged.id, [strange]);
		expect([status, body.fields]).toEqual([422, { taken: ["There is no such field."] }]);
	}
	expect((await desk.merge(kept.id, merged.id, ["form.odd"])).body.fields).toEqual({
		taken: ["odd: the form of the one who is kept does not ask for this."],
	});
	const bad = await desk.send("POST", "/duplicates/merges", { keptId: kept.id, mergedId: "a b'; DROP TABLE" });
	expect(bad.status).toBe(422);
	expect(await rowsOf(desk.organisation.id, ["applicants", "submissions", "merges"])).toEqual(before);
});

test("somebody faster is told from a change that is under way", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const seen = await desk.seen(kept.id, merged.id);
	const send = () => desk.send("POST", "/duplicates/merges", { ...seen, taken: [] });
	await testDb().run(sql`UPDATE submissions SET version = 2 WHERE id = ${merged.submissionId}`);
	expect((await send()).body.code).toBe("stale_merge");
	await testDb().run(sql`UPDATE submissions SET version = 1 WHERE id = ${merged.submissionId}`);
	const [, next] = desk.application.steps;
	const moved = await desk.send("PATCH", `/candidates/${merged.id}`, { stageId: next?.id, reason: "Looked at" });
	expect(moved.status).toBe(200);
	expect((await send()).body.code).toBe("stale_merge");
	const held = await desk.merge(kept.id, merged.id);
	expect([held.status, held.body.code]).toEqual([409, "merge_held"]);
	desk.clock.advance(31_000);
	expect((await desk.merge(kept.id, merged.id)).status).toBe(200);
});

test("nobody is merged while a batch that they are in runs, whether or not it has come to them", async () => {
	const { id: organisationId } = desk.organisation;
	const [kept, merged] = [await desk.register(), await desk.register()];
	const taskOf = (owner: string) => ({
		...{ organisationId: owner, id: "running", type: "BATCH", status: "STARTED" as const, input: {}, total: 1 },
		...{ createdBy: "u", createdAt: 1, updatedAt: 1 },
	});
	const row = { organisationId, runId: "running", subjectId: merged.id, position: 0, outcome: "waiting" };
	await testDb().insert(runRows).values(row);
	await testDb()
		.insert(tasks)
		.values(taskOf((await createOrganisation()).id));
	const seen = await desk.seen(kept.id, merged.id);
	const code = async () => (await desk.send("POST", "/duplicates/merges", { ...seen, taken: [] })).body.code;
	await testDb().insert(tasks).values(taskOf(organisationId));
	expect(await code()).toBe("merge_held");
	await testDb().run(sql`UPDATE run_rows SET outcome = 'changed' WHERE run_id = 'running'`);
	expect(await code()).toBe("merge_held");
	await testDb().run(sql`UPDATE tasks SET status = 'SUCCESS'
		WHERE id = 'running' AND organisation_id = ${organisationId}`);
	expect(await code(), "another institution's task is none of theirs").toBeUndefined();
	expect(await find(merged.id)).toBeUndefined();
});

test("two merges at once, and a merge and a stage change at once, are one of the two", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const seen = await desk.seen(kept.id, merged.id);
	const turned = { ...seen, keptId: merged.id, mergedId: kept.id };
	const both = await Promise.all([
		desk.send("POST", "/duplicates/merges", { ...seen, taken: [] }),
		desk.send("POST", "/duplicates/merges", { ...turned, taken: [] }),
	]);
	expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
	const left = [await find(kept.id), await find(merged.id)].filter(Boolean);
	expect(left).toHaveLength(1);

	const [one, other] = [await desk.register(), await desk.register()];
	const first = await desk.seen(one.id, other.id);
	const [, next] = desk.application.steps;
	const [merge, move] = await Promise.all([
		desk.send("POST", "/duplicates/merges", { ...first, taken: [] }),
		desk.send("PATCH", `/candidates/${other.id}`, { stageId: next?.id, reason: "Looked at" }),
	]);
	expect([merge.status, move.status].filter((status) => status === 200)).toHaveLength(1);
	expect((await find(other.id)) === undefined).toBe(merge.status === 200);
});

test("the same merge sent twice with its key is made once", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const body = { ...(await desk.seen(kept.id, merged.id)), taken: [] };
	const key = crypto.randomUUID();
	const first = await desk.send("POST", "/duplicates/merges", body, key);
	expect(first.status).toBe(200);
	expect(await desk.send("POST", "/duplicates/merges", body, key)).toEqual(first);
});

test("a batch still names whom it changed, and finds nobody there any longer", async () => {
	const [kept, merged] = [await desk.register(), await desk.register({ firstName: "Gone" })];
	const [, course] = desk.application.courses;
	const change = () =>
		desk.send<{ id: string }>("PATCH", "/candidates/assignments", { candidateIds: [merged.id], courseId: course?.id });
	expect((await change()).status).toBe(200);
	const batch = await testDb().get<{ id: string }>(
		sql`SELECT run_id AS id FROM run_rows WHERE subject_id = ${merged.id}`,
	);
	await desk.merge(kept.id, merged.id);
	expect((await desk.get(`/batches/${batch.id}/rows`)).body.data).toMatchObject([
		{ name: "Gone Chinonso Okafor", applicationNumber: merged.applicationNumber, outcome: "changed" },
	]);
	expect((await change()).body).toMatchObject({ changed: 0, outcomes: [{ outcome: "not_found" }] });
});

test("of a chain every address leads to its end", async () => {
	const [a, b, c] = [await desk.register(), await desk.register(), await desk.register()];
	await desk.merge(b.id, a.id);
	await desk.merge(c.id, b.id);
	for (const { id, publicId, applicationNumber } of [a, b]) {
		expect((await desk.get(`/candidates/${id}`)).body).toMatchObject({ id: c.id });
		expect((await desk.get(`/candidate-info/${publicId}`)).body).toMatchObject({
			candidate: { applicationNumber: c.applicationNumber },
		});
		const path = `/candidates?applicationId=${desk.application.id}&keyword=${encodeURIComponent(applicationNumber)}`;
		expect((await desk.get(path)).body.data).toMatchObject([{ id: c.id }]);
	}
	const elsewhere = await createApplication(desk.organisation.id);
	expect((await desk.get(`/candidates/${elsewhere.id}`)).status).toBe(404);
});

test("what would make a form, or what is remembered of it, larger than can be kept is refused", async () => {
	const large = (letter: string) => ({ about: letter.repeat(90_000) });
	const schools = (letter: string, from: number, to: number) =>
		Object.fromEntries(
			Array.from({ length: to - from }, (_, n) => [`school__${from + n}`, letter.repeat(90_000)] as const),
		);
	const kept = await desk.register({ data: { ...large("a"), ...schools("a", 2, 7) } });
	const merged = await desk.register({ data: { ...large("ऄ"), ...schools("ऄ", 7, 12) } });
	const taken = ["form.about", ...Array.from({ length: 5 }, (_, n) => `form.school__${n + 7}`)];
	const before = await rowsOf(desk.organisation.id, ["applicants", "submissions", "merges"]);
	const { status, body } = await desk.merge(kept.id, merged.id, taken);
	expect([status, body.code, body.error]).toEqual([
		...[413, "too_large"],
		"These fields are too long to be taken together. Take fewer of them.",
	]);
	expect(await rowsOf(desk.organisation.id, ["applicants", "submissions", "merges"])).toEqual(before);
	expect((await desk.merge(kept.id, merged.id, taken.slice(0, 1))).status).toBe(200);
});
