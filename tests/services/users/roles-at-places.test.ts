import { and, eq, inArray } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createCourse,
	createStructure,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { userRoles } from "#worker/database/schema/auth";
import { tasks } from "#worker/database/schema/records";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import type { Application } from "#worker/services/applications/contract";

/** A member of staff with a role at a faculty; the second course of the application belongs to no place. */
let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
let facultyId: string;
let departmentId: string;
let levelIds: string[];
let here: string;
let elsewhere: string;

beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
	({ facultyId, departmentId, levelIds } = await createStructure(staff.organisation.id));
	// why: a role at the only item of the top would be a role for the whole institution.
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId: staff.organisation.id, id: "another-faculty", levelId: "l", name: "Faculty of Law" });
	[here, elsewhere] = staff.application.courses.map(({ id }) => id) as [string, string];
	await placeCourse(here, departmentId);
	await bindRole(facultyId);
});

const ofOrganisation = <T extends { organisationId: Parameters<typeof eq>[0] }>(table: T) =>
	eq(table.organisationId, staff.organisation.id);
const placeCourse = (courseId: string, adminLevelItemId: string | null) =>
	testDb()
		.update(courses)
		.set({ adminLevelItemId })
		.where(and(ofOrganisation(courses), eq(courses.id, courseId)));
const bindRole = (adminLevelItemId: string | null) =>
	testDb().update(userRoles).set({ adminLevelItemId }).where(eq(userRoles.userId, staff.user.id));
const create = (courseId: string) => createApplicant(staff.application, { courseId });
const everybody = () => ({ applicationId: staff.application.id, everybody: true });
const moveAll = (more: object) =>
	staff.send("PATCH", "/candidates", { stageId: staff.application.steps[1]?.id, reason: "All of them", ...more });
const stepsOf = async (ids: readonly string[]) =>
	Object.fromEntries(
		(
			await testDb()
				.select({ id: applicants.id, stepId: applicants.stepId })
				.from(applicants)
				.where(and(ofOrganisation(applicants), inArray(applicants.id, [...ids])))
		).map(({ id, stepId }) => [id, stepId]),
	);
const idsOf = async (search = "") =>
	((await staff.get(`/candidates?applicationId=${staff.application.id}${search}`)).body.data ?? []).map(({ id }) => id);
const work = () => deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });

test("a change of all that match, and one of named applicants, reaches those at the place alone", async () => {
	const [mine, other] = [await create(here), await create(elsewhere)];
	const [before, after] = staff.application.steps.map(({ id }) => id);
	expect((await moveAll({ matching: everybody() })).body).toMatchObject({ changed: 1 });
	expect(await stepsOf([mine.id, other.id])).toEqual({ [mine.id]: after, [other.id]: before });
	const named = await moveAll({ candidateIds: [mine.id, other.id] });
	expect(named.body.outcomes).toMatchObject([
		{ id: mine.id, outcome: "unchanged" },
		{ id: other.id, outcome: "not_found", name: null },
	]);
	expect(await stepsOf([other.id])).toEqual({ [other.id]: before });
});

test("a task keeps to the places of the request that started it", async () => {
	const ids = await createMany(staff.application, 1_200);
	const started = await moveAll({ candidateIds: ids });
	expect(started.body.taskId).toEqual(expect.any(String));
	await bindRole(null);
	await work();
	const rows = await testDb().select().from(applicants).where(ofOrganisation(applicants));
	const moved = rows.filter(({ version }) => version > 1);
	expect(moved.length).toBeGreaterThan(100);
	expect(new Set(moved.map(({ courseId }) => courseId))).toEqual(new Set([here]));
});

test("pages of a list, and its totals, are those of the place", async () => {
	await createMany(staff.application, 60);
	const read = (search: string) =>
		staff.get<{ resultTotal: number; nextCursor: string | null; data: { id: string; course: { id: string } }[] }>(
			`/candidates?applicationId=${staff.application.id}&size=10${search}`,
		);
	const seen = new Set<string>();
	let cursor: string | null = "";
	while (cursor !== null) {
		const { body }: Awaited<ReturnType<typeof read>> = await read(cursor && `&after=${cursor}`);
		expect(body.resultTotal).toBe(30);
		for (const { id, course } of body.data) {
			expect(course.id).toBe(here);
			seen.add(id);
		}
		cursor = body.nextCursor;
	}
	expect(seen.size).toBe(30);
	expect((await read("&page=2")).body.data).toHaveLength(10);
});

test("a filter by a course or a faculty elsewhere finds nobody", async () => {
	await create(here);
	await create(elsewhere);
	expect(await idsOf(`&courseIds=${elsewhere}`)).toEqual([]);
	await placeCourse(elsewhere, "another-faculty");
	expect(await idsOf("&administrationLevelItemIds=another-faculty")).toEqual([]);
	expect(await idsOf(`&courseIds=${here},${elsewhere}`)).toHaveLength(1);
});

test("a change of the structure or of the role takes effect at the next request", async () => {
	const [mine, other] = [await create(here), await create(elsewhere)];
	expect(await idsOf()).toEqual([mine.id]);
	await placeCourse(elsewhere, departmentId);
	expect(await idsOf()).toEqual([other.id, mine.id]);
	await testDb()
		.update(adminLevelItems)
		.set({ parentItemId: "another-faculty" })
		.where(eq(adminLevelItems.id, departmentId));
	expect(await idsOf()).toEqual([]);
	await bindRole("another-faculty");
	expect(await idsOf()).toEqual([other.id, mine.id]);
	await testDb().delete(adminLevelItems).where(eq(adminLevelItems.id, "another-faculty"));
	expect(await idsOf()).toEqual([]);
	await bindRole(null);
	expect(await idsOf()).toEqual([other.id, mine.id]);
});

test("an applicant cannot be given a course elsewhere", async () => {
	const mine = await create(here);
	const change = () => staff.send("PATCH", `/candidates/${mine.id}`, { courseId: elsewhere });
	expect(await change()).toMatchObject({ status: 422, body: { code: "course_not_offered" } });
	await placeCourse(elsewhere, facultyId);
	expect((await change()).status).toBe(200);
});

test("the address of a merged applicant leads to nobody when the kept one is elsewhere", async () => {
	const [kept, merged] = [await create(here), await create(here)];
	await bindRole(null);
	const merge = {
		targetId: kept.id,
		sourceId: merged.id,
		targetVersion: 1,
		sourceVersion: 1,
		sourceFields: [],
		targetFormVersion: 1,
		sourceFormVersion: 1,
		comment: "One person",
	};
	expect((await staff.send("POST", "/duplicates/merges", merge)).status).toBe(201);
	await bindRole(facultyId);
	const address = `/candidates/${merged.id}`;
	expect((await staff.get(address)).body.id).toBe(kept.id);
	await testDb().update(applicants).set({ courseId: elsewhere }).where(eq(applicants.id, kept.id));
	expect((await staff.get(address)).status).toBe(404);
	expect((await staff.get(`/forms/${merged.submissionId}`)).status).toBe(404);
});

test("a run shows no names of applicants who are elsewhere by now, and its undo leaves them as they are", async () => {
	const [mine, left] = [await create(here), await create(here)];
	const { body } = await moveAll({ matching: everybody() });
	const { id: runId } = body.run as { id: string };
	await testDb().update(applicants).set({ courseId: elsewhere }).where(eq(applicants.id, left.id));
	const rows = (await staff.get(`/batches/${runId}/rows`)).body.data ?? [];
	expect(Object.fromEntries(rows.map(({ id, name }) => [id, name]))).toEqual({
		[mine.id]: "Adaeze Chinonso Okafor",
		[left.id]: null,
	});
	expect((await staff.send("POST", `/batches/${runId}/undo`)).body).toMatchObject({
		undone: 1,
		kept: 1,
		keptNames: [],
	});
	const [before, after] = staff.application.steps.map(({ id }) => id);
	expect(await stepsOf([mine.id, left.id])).toEqual({ [mine.id]: before, [left.id]: after });
});

test("a user of a place sees their own runs and mailings, and no colleague's", async () => {
	await create(here);
	const { body } = await moveAll({ matching: everybody() });
	const { id: runId } = body.run as { id: string };
	expect((await staff.get(`/batches/${runId}`)).status).toBe(200);
	const colleague = await createUser({ organisationId: staff.organisation.id });
	await testDb().run(`UPDATE runs SET created_by = '${colleague.id}' WHERE id = '${runId}'`);
	for (const path of [`/batches/${runId}`, `/batches/${runId}/rows`]) expect((await staff.get(path)).status).toBe(404);
	expect((await staff.send("POST", `/batches/${runId}/undo`)).status).toBe(404);
	await bindRole(null);
	expect((await staff.get(`/batches/${runId}`)).status).toBe(200);
});

/** Asks for a file, makes it, and returns the first cell of each of its rows. */
const exported = async (path: string, asked: object) => {
	const { status, body } = await staff.send("POST", path, { applicationId: staff.application.id, ...asked });
	expect([status, body.code]).toEqual([202, undefined]);
	await work();
	const file = await staff.request(`/tasks/${body.taskId}/file`);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	return sheets[0]?.rows.slice(1).map(([first]) => first);
};

test("an export has only the applicants and payments of the place, even when others are chosen", async () => {
	const [mine, other] = [await create(here), await create(elsewhere)];
	const asked = { columns: ["applicationNumber"], format: "xlsx" };
	const chosen = (...candidateIds: string[]) => ({ ...asked, candidateIds });
	expect(await exported("/candidate-export", chosen(mine.id, other.id))).toEqual([mine.applicationNumber]);
	expect(await exported("/candidate-export", asked)).toEqual([mine.applicationNumber]);
	expect(
		await staff.send("POST", "/candidate-export", { applicationId: staff.application.id, ...chosen(other.id) }),
	).toMatchObject({ status: 422, body: { error: "There is nobody to export." } });
	await bindRole(null);
	const both = [other.applicationNumber, mine.applicationNumber];
	expect(await exported("/candidate-export", chosen(mine.id, other.id))).toEqual(both);
});

test("the rows of an export of payments are those at the place", async () => {
	const mine = await createTransaction(await create(here));
	const other = await createTransaction(await create(elsewhere), { status: "pending" });
	const none = await createTransaction(await create(here), { courseId: null });
	expect(await exported("/payments/export", {})).toEqual([mine.reference]);
	expect(
		await staff.send("POST", "/payments/export", { applicationId: staff.application.id, statuses: ["PENDING"] }),
	).toMatchObject({ status: 422, body: { code: "no_transactions" } });
	await bindRole(null);
	expect((await exported("/payments/export", {}))?.sort()).toEqual(
		[mine, other, none].map(({ reference }) => reference).sort(),
	);
});

test("a file and a task of more places than the user's role has now are refused", async () => {
	await create(here);
	const ask = { applicationId: staff.application.id, columns: ["lastName"], format: "csv" };
	const { body } = await staff.send("POST", "/candidate-export", ask);
	await work();
	const read = () => staff.request(`/tasks/${body.taskId}/file`);
	expect((await read()).status).toBe(200);
	await bindRole(departmentId);
	expect((await read()).status).toBe(200);
	await placeCourse(elsewhere, facultyId);
	expect((await read()).status).toBe(403);
	await testDb().update(tasks).set({ status: "FAILED" }).where(ofOrganisation(tasks));
	const retry = () => staff.send("POST", `/tasks/${body.taskId}/retry`);
	expect((await retry()).status).toBe(403);
	await bindRole(facultyId);
	expect((await retry()).status).toBe(202);
});

/** Creates a faculty with a department elsewhere, of which the second course is, and says how both are saved. */
const openElsewhere = async () => {
	const organisationId = staff.organisation.id;
	const [top = "", bottom = ""] = levelIds;
	const [law, theirs] = ["another-faculty", `theirs-${organisationId}`];
	await testDb().batch([
		testDb().update(adminLevelItems).set({ levelId: top }).where(eq(adminLevelItems.id, law)),
		testDb()
			.insert(adminLevelItems)
			.values({ organisationId, id: theirs, levelId: bottom, parentItemId: law, name: "Department of Civil Law" }),
	]);
	await placeCourse(elsewhere, theirs);
	const course = async (id: string, change: object) => {
		const { code, title, status, administrationLevelItemId } = (await staff.get(`/courses/${id}`)).body;
		return ["PUT", `/courses/${id}`, { code, title, status, administrationLevelItemId, ...change }] as const;
	};
	const item = async (id: string, change: object) => {
		const { name, levelId, parentItemId } = (await staff.get(`/administration-level-items/${id}`)).body;
		return ["PUT", `/administration-level-items/${id}`, { name, levelId, parentItemId, ...change }] as const;
	};
	return { law, theirs, top, bottom, course, item };
};
const refusal = { status: 403, body: { code: "whole_institution_needed" } };

test("a user of a place brings no course and no department to it, nor takes one away, nor changes those elsewhere", async () => {
	const { law, theirs, bottom, course, item } = await openElsewhere();
	const unused = await createCourse(staff.organisation.id, { adminLevelItemId: theirs });
	const other = await create(elsewhere);
	const made = (administrationLevelItemId: string | null) =>
		[
			"POST",
			"/courses",
			{ code: `N${administrationLevelItemId}`.slice(0, 20), title: "New", administrationLevelItemId },
		] as const;
	const part = (parentItemId: string) =>
		["POST", "/administration-level-items", { name: `Of ${parentItemId}`, levelId: bottom, parentItemId }] as const;
	for (const [method, path, body] of [
		await course(elsewhere, { administrationLevelItemId: departmentId }),
		await course(elsewhere, { administrationLevelItemId: null }),
		await course(elsewhere, { title: "Laws" }),
		await course(here, { administrationLevelItemId: theirs }),
		await course(here, { administrationLevelItemId: null }),
		["PATCH", `/courses/${elsewhere}`, { status: "disabled" }],
		["DELETE", `/courses/${unused.id}`, undefined],
		made(theirs),
		made(null),
		await item(theirs, { parentItemId: facultyId }),
		await item(theirs, { name: "Ours" }),
		await item(departmentId, { parentItemId: law }),
		await item(departmentId, { parentItemId: null }),
		["DELETE", `/administration-level-items/${theirs}`, undefined],
		part(law),
	] as const)
		expect([method, path, body, await staff.send(method, path, body)]).toMatchObject([method, path, body, refusal]);
	expect(await idsOf(), "nobody else is within reach").not.toContain(other.id);
	for (const [method, path, body] of [
		await course(here, { administrationLevelItemId: facultyId }),
		await course(here, { title: "Physics" }),
		["PATCH", `/courses/${here}`, { status: "disabled" }],
		made(departmentId),
		await item(departmentId, { name: "Department of Physics and Astronomy" }),
		await item(facultyId, { name: "Faculty of Natural Science" }),
		part(facultyId),
	] as const)
		expect([path, (await staff.send(method, path, body)).status]).toEqual([path, method === "POST" ? 201 : 200]);
});

test("a former state that was within reach is not restored from elsewhere", async () => {
	const { theirs, law, course, item } = await openElsewhere();
	await bindRole(null);
	for (const [method, path, body] of [
		await course(elsewhere, { administrationLevelItemId: departmentId }),
		await course(elsewhere, { administrationLevelItemId: theirs, title: "Laws" }),
		await item(theirs, { parentItemId: facultyId }),
		await item(theirs, { parentItemId: law }),
	] as const)
		expect((await staff.send(method, path, body)).status).toBe(200);
	const changeOf = async (path: string) => (await staff.get(`${path}/history`)).body.data?.[1]?.id;
	const paths = [`/courses/${elsewhere}`, `/administration-level-items/${theirs}`];
	const changes = await Promise.all(paths.map(changeOf));
	await bindRole(facultyId);
	for (const [index, path] of paths.entries())
		expect(await staff.send("POST", `${path}/restore`, { changeId: changes[index] })).toMatchObject(refusal);
	await bindRole(null);
	for (const [index, path] of paths.entries())
		expect((await staff.send("POST", `${path}/restore`, { changeId: changes[index] })).status).toBe(200);
});

test("a user who sets up the whole structure brings nothing to the place where they see applicants", async () => {
	const { law, theirs, course, item } = await openElsewhere();
	const organisationId = staff.organisation.id;
	const clerk = await createUser({
		organisationId,
		privileges: ["course:r", "course:u", "levelitem:u", "levelitem:d"],
	});
	const reader = await createUser({ organisationId, privileges: ["candidate:r"] });
	await testDb()
		.insert(userRoles)
		.values({ organisationId, userId: clerk.id, roleId: `role-${reader.id}`, adminLevelItemId: facultyId });
	const { headers } = await signIn(clerk, staff.clock.now());
	const send = async ([method, path, body]: readonly [string, string, object?]) => {
		const response = await staff.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
		return { status: response.status, body: await response.json() };
	};
	expect(await send(await course(elsewhere, { administrationLevelItemId: facultyId }))).toMatchObject(refusal);
	expect(await send(await item(theirs, { parentItemId: facultyId }))).toMatchObject(refusal);
	expect((await send(await course(elsewhere, { title: "Laws" }))).status).toBe(200);
	expect((await send(await course(here, { administrationLevelItemId: theirs }))).status, "they lose it").toBe(200);
	await testDb().update(courses).set({ adminLevelItemId: null }).where(ofOrganisation(courses));
	expect((await send(["DELETE", `/administration-level-items/${theirs}`])).status).toBe(200);
	expect(
		await send(["DELETE", `/administration-level-items/${law}`]),
		"their faculty would be the whole institution",
	).toMatchObject(refusal);
	await bindRole(null);
	expect((await staff.send("DELETE", `/administration-level-items/${law}`)).status).toBe(200);
});

test("a choice of a place offers what can be saved there: all of the structure, or what is within reach", async () => {
	const { law, theirs, course, item } = await openElsewhere();
	const offered = async (search: string, headers: Record<string, string> = {}) => {
		const response = await staff.request(`/structure?${search}`, { headers });
		const { data, atTop } = await response.json<{ data: { id: string }[]; atTop: boolean }>();
		return [data.map(({ id }) => id).sort(), atTop];
	};
	const [ours, all] = [[departmentId, facultyId].sort(), [departmentId, facultyId, law, theirs].sort()];
	for (const privilege of ["course:c", "levelitem:c"])
		expect(await offered(`privilege=${privilege}`)).toEqual([ours, false]);
	expect(await offered(`privilege=course:u&from=${departmentId}`)).toEqual([ours, false]);
	expect(await offered(`privilege=course:u&from=${theirs}`), "what is elsewhere stays there").toEqual([[], false]);
	expect(await offered("privilege=course:u"), "and so does what is of the institution").toEqual([[], false]);
	for (const id of ours)
		expect((await staff.send(...(await course(here, { administrationLevelItemId: id })))).status).toBe(200);
	for (const id of [law, theirs, null])
		expect(await staff.send(...(await course(here, { administrationLevelItemId: id })))).toMatchObject(refusal);

	expect(await offered(""), "a filter offers everything").toEqual([all, true]);
	const made = await staff.send("POST", "/courses", { code: "NEW", title: "New", administrationLevelItemId: law });
	expect([made.status, made.body.fields]).toEqual([
		403,
		{ administrationLevelItemId: ["Choose one that is within your role."] },
	]);
	expect(await staff.request("/structure?privilege=candidate:r").then(({ status }) => status)).toBe(422);

	const organisationId = staff.organisation.id;
	const clerk = await createUser({ organisationId, privileges: ["course:u", "levelitem:u"] });
	const reader = await createUser({ organisationId, privileges: ["candidate:r"] });
	await testDb()
		.insert(userRoles)
		.values({ organisationId, userId: clerk.id, roleId: `role-${reader.id}`, adminLevelItemId: facultyId });
	const { headers } = await signIn(clerk, staff.clock.now());
	expect(
		await offered(`privilege=course:u&from=${theirs}`, headers),
		"not where they would see its applicants",
	).toEqual([[law, theirs].sort(), true]);
	expect(await offered(`privilege=course:u&from=${departmentId}`, headers)).toEqual([all, true]);
	expect(await offered("privilege=course:c", headers), "they create none").toEqual([[], false]);
	await bindRole(null);
	expect(await offered(`privilege=levelitem:u&from=${law}`)).toEqual([all, true]);
	expect((await staff.send(...(await item(theirs, { parentItemId: facultyId })))).status).toBe(200);
});

test("the template of courses offers what they can be part of", async () => {
	await openElsewhere();
	const pathsIn = async () => {
		const response = await staff.request("/course-template");
		const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
		return sheets[1]?.rows.flat().slice(1);
	};
	expect(await pathsIn()).toEqual(["Faculty of Science", "Faculty of Science › Department of Physics"]);
	await bindRole(null);
	expect(await pathsIn()).toContain("Faculty of Law › Department of Civil Law");
});

test("a user of a place makes, changes and deletes no application: it is that of applicants everywhere", async () => {
	const { id } = staff.application;
	const path = `/applications/${id}`;
	const { title, formId, workflow, courses } = (await staff.get<Application>(path)).body;
	const offered = courses.map(({ course }) => ({ courseId: course.id }));
	const changed = { formId, workflowId: workflow.id, courses: offered, title, active: false };
	await bindRole(null);
	for (const active of [true, false, true])
		expect((await staff.send("PUT", path, { ...changed, active })).status).toBe(200);
	const changeId = (await staff.get(`${path}/history`)).body.data?.[1]?.id;
	await bindRole(facultyId);
	for (const [method, at, body] of [
		["PUT", path, changed],
		["POST", "/applications", { ...changed, title: "Ours" }],
		["POST", `${path}/restore`, { changeId }],
		["DELETE", path, undefined],
	] as const)
		expect([method, at, await staff.send(method, at, body)]).toMatchObject([method, at, refusal]);
	expect((await staff.get(path)).body).toMatchObject({ title, active: true });
	await bindRole(null);
	expect((await staff.send("POST", `${path}/restore`, { changeId })).body).toMatchObject({ active: false });
});
