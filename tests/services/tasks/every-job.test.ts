import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, it } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createCourse, createLocation, createTransaction, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { jobs as allJobs } from "#worker/background";
import { applicantLog, applicants as applicantsTable, letters } from "#worker/database/schema/applicants";
import { applicationCourses } from "#worker/database/schema/applications";
import { criteriaSessions, criteriaVerdicts } from "#worker/database/schema/assistant";
import { rankedApplicants, rankingCourses } from "#worker/database/schema/rankings";
import { events } from "#worker/database/schema/records";
import { transactions } from "#worker/database/schema/transactions";
import { templates } from "#worker/database/schema/workflows";
import { uploadTasks } from "#worker/services/courses/uploads";
import { settlementTasks } from "#worker/services/settlements/files";
import { importTasks } from "#worker/services/uploaded-candidates/import-task";

/** Enough for several slices of every kind of work. */
const applicants = 501;

let fixture: Awaited<ReturnType<typeof openStageFixture>>;
beforeAll(async () => {
	fixture = await openStageFixture({ applicants });
});

/** Returns a database whose Worker ends again and again: before a slice is written, or just after it was. */
const dying = (from: number) => {
	let batches = from;
	const batch = async (statements: D1PreparedStatement[]) => {
		batches++;
		if (batches % 4 === 1) throw new Error("ended before");
		const results = await env.DB.batch(statements);
		if (batches % 4 === 3) throw new Error("ended after");
		return results;
	};
	return replacing(env.DB, { batch });
};

/**
 * Runs the work by deliveries that come three times, out of order and at once, and are interrupted, until it is done.
 */
const disturb = async (taskId: string | null, { rounds = 2 } = {}) => {
	if (taskId === null) throw new Error("nothing was begun");
	const { bindings, sentJobs, staff } = fixture;
	const message = { organisationId: staff.organisation.id, taskId };
	expect(sentJobs.splice(0), "one message started the task").toEqual([message]);
	const deliver = (more: object) => deliverJobs([message], { bindings: { ...bindings, ...more }, clock: staff.clock });
	for (let round = 0; round < rounds; round++)
		await Promise.all([0, 1, 2].map((from) => deliver({ DB: dying(from + round) })));
	await Promise.all([deliver({}), deliver({})]);
	for (let more = sentJobs.splice(0); more.length > 0; more = sentJobs.splice(0))
		await deliverJobs([...more, ...more].reverse(), { bindings, clock: staff.clock });
	await deliver({});
	const task = await fixture.task(taskId);
	expect(task).toMatchObject({ status: "SUCCESS", done: task?.total });
	const ends = (await fixture.events("task.finished")).filter(({ payload }) =>
		JSON.stringify(payload).includes(taskId),
	);
	expect(ends, "the end is announced once").toHaveLength(1);
	return task;
};

const ask = async (method: string, path: string, body: object) => {
	const { status, body: started } = await fixture.staff.send<{ taskId: string }>(method, path, body);
	expect(status).toBe(202);
	return started.taskId;
};

const logOf = () =>
	testDb().select().from(applicantLog).where(eq(applicantLog.organisationId, fixture.staff.organisation.id));
const applicantsIn = async (type: string): Promise<string[]> =>
	(await testDb().select().from(events).where(eq(events.organisationId, fixture.staff.organisation.id)))
		.filter((event) => event.type === type)
		.flatMap(({ payload }) => (payload as { applicantIds: string[] }).applicantIds);

const expectEachOnce = (ids: readonly string[]) => {
	expect(ids).toHaveLength(applicants);
	expect(new Set(ids).size).toBe(applicants);
};

it("changes each applicant's course once, and restores it once", async () => {
	const { staff, ids, organisationId, rows } = fixture;
	const course = await createCourse(organisationId);
	await testDb()
		.insert(applicationCourses)
		.values({ organisationId, applicationId: staff.application.id, courseId: course.id });
	const taskId = await ask("PATCH", "/candidates/assignments", { candidateIds: ids, courseId: course.id });
	await disturb(taskId);
	expectEachOnce((await logOf()).map(({ applicantId }) => applicantId));
	expectEachOnce(await applicantsIn("applicants.course_changed"));
	expect((await rows()).map(({ outcome }) => outcome)).toEqual(Array(applicants).fill("changed"));
	await disturb(await ask("POST", `/batches/${taskId}/undo`, {}));
	expectEachOnce(await applicantsIn("applicants.course_change_undone"));
	expect((await rows()).map(({ outcome }) => outcome)).toEqual(Array(applicants).fill("undone"));
});

it("posts each applicant once, and restores each location once", async () => {
	const { ids, organisationId } = fixture;
	const yaba = await createLocation(organisationId, "Yaba");
	const taskId = await ask("PATCH", "/candidates/assignments", { candidateIds: ids, locationId: yaba.id });
	await disturb(taskId);
	expectEachOnce(await applicantsIn("applicants.posted"));
	await disturb(await ask("POST", `/batches/${taskId}/undo`, {}));
	expectEachOnce(await applicantsIn("applicants.posting_undone"));
	expect(await logOf()).toHaveLength(4 * applicants);
});

it("assigns each applicant once, and takes each back once", async () => {
	const { staff, ids } = fixture;
	const body = { candidateIds: ids, reviewerId: staff.user.id };
	const taskId = await ask("PATCH", "/candidates/assignments", body);
	await disturb(taskId);
	expectEachOnce(await applicantsIn("applicants.assigned"));
	await disturb(await ask("POST", `/batches/${taskId}/undo`, {}));
	expectEachOnce(await applicantsIn("applicants.assignment_undone"));
});

it("creates one letter for each applicant", async () => {
	const { ids, organisationId } = fixture;
	const letter = { organisationId, id: `letter-${organisationId}`, name: "Letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...letter, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
	// why so few: every delivery draws each form again.
	const some = ids.slice(0, 3);
	const started = await ask("POST", "/candidates/letters", { candidateIds: some, templateId: letter.id });
	await disturb(started, { rounds: 1 });
	const made = await testDb().select().from(letters).where(eq(letters.organisationId, organisationId));
	expect(made.map(({ applicantId }) => applicantId).sort()).toEqual([...some].sort());
	expect((await applicantsIn("applicants.letters_made")).sort()).toEqual([...some].sort());
});

it("exports each applicant once", async () => {
	const { staff } = fixture;
	const body = { applicationId: staff.application.id, columns: ["applicationNumber"], format: "csv" };
	const taskId = await ask("POST", "/candidate-export", body);
	expect(await disturb(taskId)).toMatchObject({ result: { rows: applicants } });
	const file = await (await staff.request(`/tasks/${taskId}/file`)).arrayBuffer();
	expectEachOnce(new TextDecoder().decode(file).trim().split("\r\n").slice(1));
});

it("judges each applicant by criteria once", async () => {
	const { staff } = fixture;
	const body = { app_id: staff.application.id, prompt: "have not paid" };
	const { body: asked } = await staff.send<{ task_id: string; session_id: string }>(
		...(["POST", "/AI-Process-Applicants/chat_ai", body] as const),
	);
	await disturb(asked.task_id);
	const verdicts = await testDb()
		.select()
		.from(criteriaVerdicts)
		.where(eq(criteriaVerdicts.sessionId, asked.session_id));
	expectEachOnce(verdicts.map(({ seq }) => String(seq)));
	const [session] = await testDb().select().from(criteriaSessions).where(eq(criteriaSessions.id, asked.session_id));
	expect([session?.met, session?.notMet, session?.cannotTell]).toEqual([applicants, 0, 0]);
});

/** Adds a scheme that ranks every applicant of the application, all of whom have submitted. */
const addScheme = async (name: string) => {
	const { staff, organisationId } = fixture;
	await testDb()
		.update(applicantsTable)
		.set({ submittedAt: 1 })
		.where(eq(applicantsTable.organisationId, organisationId));
	const { id: applicationId, courses } = staff.application;
	const { body: scheme } = await staff.send<{ id: string }>("POST", "/ranking-schemes", {
		name,
		applicationId,
		quotas: courses.map(({ id }) => ({ courseId: id, seats: 5 })),
		parts: [{ about: "number", of: "utme", outOf: 400, weight: 100 }],
	});
	return { scheme, courses };
};

it("ranks each applicant once, and gives each a place of their own", async () => {
	const { scheme, courses } = await addScheme("All");
	const { staff } = fixture;
	const { body } = await staff.send<{ id: string; taskId: string }>(
		...(["POST", `/ranking-schemes/${scheme.id}/rankings`, {}] as const),
	);
	await disturb(body.taskId);
	const rows = await testDb().select().from(rankedApplicants).where(eq(rankedApplicants.rankingId, body.id));
	expectEachOnce(rows.map(({ seq }) => String(seq)));
	for (const { id } of courses)
		for (const standing of ["ranked", "cannotTell", "holds"]) {
			const places = rows.filter((row) => row.courseId === id && row.standing === standing).map(({ place }) => place);
			expect(places.sort((one, other) => one - other)).toEqual(places.map((_, index) => index + 1));
		}
	const counted = await testDb().select().from(rankingCourses).where(eq(rankingCourses.rankingId, body.id));
	expect(counted.reduce((sum, one) => sum + one.ranked + one.cannotTell + one.filled, 0)).toBe(applicants);
});

it("exports each applicant of a ranking once", async () => {
	const { scheme } = await addScheme("To export");
	const { staff } = fixture;
	const { body: ranking } = await staff.send<{ id: string }>("POST", `/ranking-schemes/${scheme.id}/rankings`, {});
	await fixture.work();
	const exported = await ask("POST", `/rankings/${ranking.id}/export`, {});
	expect(await disturb(exported)).toMatchObject({ result: { rows: applicants } });
	const file = await (await staff.request(`/tasks/${exported}/file`)).arrayBuffer();
	const { sheets } = await readXlsx(new Uint8Array(file));
	expect(sheets.map(({ name }) => name)).toEqual(["Board", "Applicants"]);
	expectEachOnce((sheets[1]?.rows ?? []).slice(1).map((row) => String(row[3])));
});

it("exports each payment once, and asks about each pending one once", async () => {
	const { ids, organisationId, staff } = fixture;
	const [applicant] = await testDb()
		.select()
		.from(applicantsTable)
		.where(eq(applicantsTable.id, ids[0] ?? ""));
	if (!applicant) throw new Error("there is no applicant");
	for (let n = 0; n < applicants; n += 1)
		await createTransaction(applicant, { status: "pending", createdAt: staff.clock.now() - n });
	const exported = await ask("POST", "/payments/export", {});
	expect(await disturb(exported)).toMatchObject({ result: { rows: applicants } });
	const file = await (await staff.request(`/tasks/${exported}/file`)).arrayBuffer();
	const { sheets } = await readXlsx(new Uint8Array(file));
	expectEachOnce((sheets[0]?.rows ?? []).slice(1).map(([reference]) => String(reference)));
	const asked = await ask("POST", "/payments/requery", { startingFrom: "2026-01-01" });
	const counts = { PENDING: applicants, SUCCESS: 0, FAILED: 0 };
	expect(await disturb(asked)).toMatchObject({ result: { payments: counts } });
	expect(
		await testDb().select().from(transactions).where(eq(transactions.organisationId, organisationId)),
	).toHaveLength(applicants);
});

it("writes the codes of a discount into one file", async () => {
	const { staff } = fixture;
	const { status, body } = await staff.send<{ id: string }>("POST", "/coupons", {
		name: "Open day",
		codes: 20,
		percent: 10,
	});
	expect([status, body]).toMatchObject([201, {}]);
	const taskId = await ask("POST", `/coupons/${body.id}/export`, {});
	await disturb(taskId);
	const file = await staff.request(`/tasks/${taskId}/file`);
	expect([file.status, (await file.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
});

it("writes a report into one file", async () => {
	const { staff } = fixture;
	const taskId = await ask("POST", "/application-reports/download", { applicationId: staff.application.id });
	await disturb(taskId);
	const file = await staff.request(`/tasks/${taskId}/file`);
	expect([file.status, (await file.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
});

it("changes each applicant's stage once, restores it once, and emails nobody", async () => {
	const { staff, ids, moveMany, undo, counted, sent, mailings } = fixture;
	const { body } = await moveMany(ids);
	await disturb(body.taskId);
	expect(await counted()).toEqual([0, applicants]);
	expectEachOnce(await applicantsIn("applicants.stage_changed"));
	fixture.sentJobs.splice(0);
	const undone = await undo(body.taskId);
	await disturb(undone.body.taskId);
	expect(await counted()).toEqual([applicants, 0]);
	expectEachOnce(await applicantsIn("applicants.stage_change_undone"));
	expect((await mailings()).map(({ status }) => status)).toEqual(["dropped"]);
	staff.clock.advance(60_000);
	await fixture.work();
	expect(sent).toEqual([]);
});

it("every kind of background work is interrupted in a test, here or in one of its own", () => {
	const here = [
		"APPLICATION_REPORT",
		"EXPORT_CANDIATE",
		"EXPORT_RANKING",
		"PROCESS_APPLICANTS",
		"RANK_APPLICANTS",
		"SELECTION_LETTERS",
	];
	const ofMoney = ["EXPORT_COUPON", "EXPORT_TRANSACTIONS", "RE_QUERY_PAYMENT"];
	const changes = [
		"COURSE_CHANGE",
		"COURSE_UNDO",
		"POSTING",
		"POSTING_UNDO",
		"REVIEWER_CHANGE",
		"REVIEWER_UNDO",
		"STAGE_CHANGE",
		"STAGE_UNDO",
	];
	/** Tested in emails/deliver, emails/sms, letters, printing/print, referees/change-referee, uploaded-candidates/import, courses/uploads, settlements, audit-log, privacy. */
	const imports = [...Object.values(importTasks), ...Object.values(uploadTasks), ...Object.values(settlementTasks)];
	const elsewhere = [
		"APPLICANT_DATA",
		"ERASURE",
		"EMAIL_CANDIDATE",
		"EXPORT_AUDIT_LOG",
		"EXPORT_MODIFICATION_LOG",
		"LETTERS",
		"PRINT_FORMS",
		"REFEREE_ASKING",
		"SMS_CANDIDATE",
		...imports,
	];
	expect(allJobs.map(({ type }) => type).sort()).toEqual([...here, ...ofMoney, ...changes, ...elsewhere].sort());
});
