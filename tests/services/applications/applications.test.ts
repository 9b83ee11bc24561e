import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { applicants } from "#worker/database/schema/applicants";
import { applicationGroupItems, applications, applicationTags } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { courses } from "#worker/database/schema/structure";
import { applicationsRoutes } from "#worker/services/applications/routes";
import { testClock } from "../../support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
	testDb,
} from "../../support/factories";
import { type Recorded, recordingDatabase } from "../../support/recording-database";
import { serviceApp } from "../../support/service-app";
import { plainDatabase } from "../../support/statements";

const clock = testClock(Date.UTC(2026, 10, 20, 9));
const recorded: Recorded[] = [];
const call = serviceApp([applicationsRoutes], clock, {
	DB: recordingDatabase(env.DB, (statement) => recorded.push(statement)),
});

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const user = await createUser({ organisationId, privileges: ["candidate:r"] });
	return { organisationId, ...(await signIn(user, clock.now())) };
};

const tag = async (organisationId: string, applicationId: string, groupItemId: string, name: string) => {
	await testDb().insert(applicationGroupItems).values({ organisationId, id: groupItemId, groupId: "session", name });
	await testDb().insert(applicationTags).values({ organisationId, applicationId, groupItemId });
};

const during = (applicationId: string, startsAt: number | null, endsAt: number | null, active = true) =>
	testDb().update(applications).set({ startsAt, endsAt, active }).where(eq(applications.id, applicationId));

test("lists applications newest first with their status, tags and number of applicants", async () => {
	const { organisationId, headers } = await openFixture();
	const older = await createApplication(organisationId, { title: "Postgraduate" });
	const newer = await createApplication(organisationId, { title: "Undergraduate" });
	await createApplication((await createOrganisation()).id);
	await createApplicant(older);
	await createApplicant(older, { stepId: older.steps[1]?.id ?? "" });
	await tag(organisationId, older.id, "item-a", "2026/2027");
	await during(newer.id, clock.now() + 1, null);
	expect(await (await call("/applications", { headers })).json()).toEqual({
		data: [
			{
				id: newer.id,
				title: "Undergraduate",
				active: true,
				status: "upcoming",
				startsAt: clock.now() + 1,
				endsAt: null,
				applicants: 0,
				applicationGroupItems: [],
				version: 1,
			},
			{
				id: older.id,
				title: "Postgraduate",
				active: true,
				status: "open",
				startsAt: null,
				endsAt: null,
				applicants: 2,
				applicationGroupItems: [{ id: "item-a", name: "2026/2027", groupId: "session" }],
				version: 1,
			},
		],
		resultTotal: 2,
		page: 0,
		size: 10,
		next: null,
	});
	const second = await call("/applications?page=1&size=1", { headers });
	expect(await second.json()).toMatchObject({ data: [{ id: older.id, applicants: 2 }], resultTotal: 2, page: 1 });
});

test("closes an application at its end, not a moment earlier", async () => {
	const { organisationId, headers } = await openFixture();
	const { id } = await createApplication(organisationId);
	const status = async () => (await (await call(`/applications/${id}`, { headers })).json<{ status: string }>()).status;
	await during(id, null, clock.now());
	expect(await status()).toBe("closed");
	await during(id, clock.now(), clock.now() + 1);
	expect(await status()).toBe("open");
});

test("returns an application with its form, its courses with their forms, and its workflow's steps in order", async () => {
	const { organisationId, headers } = await openFixture();
	const application = await createApplication(organisationId, { courseCount: 2 });
	const response = await call(`/applications/${application.id}`, { headers });
	expect(await response.json()).toMatchObject({
		id: application.id,
		formId: application.formDesignId,
		courses: application.courses.map(({ id, code, title }) => ({
			course: { id, code, title },
			formId: application.formDesignId,
		})),
		workflow: {
			id: application.workflowId,
			steps: application.steps.map(({ id, name, type }) => ({ id, name, type })),
		},
	});
});

test("does not find another organisation's application", async () => {
	const { headers } = await openFixture();
	const { id } = await createApplication((await createOrganisation()).id);
	for (const path of [`/applications/${id}`, `/applications/${id}/admin-level-items`]) {
		const response = await call(path, { headers });
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			code: "application_unavailable",
			error: "Unable to Fetch Application",
		});
	}
});

test("finds the applications that match the words and filters of a search", async () => {
	const { organisationId, headers } = await openFixture();
	const day = 86_400_000;
	const past = await createApplication(organisationId, { title: "Part-time 2024" });
	const open = await createApplication(organisationId, { title: "Part-time 2026" });
	const next = await createApplication(organisationId, { title: "Full-time 2027" });
	await during(past.id, Date.UTC(2024, 0, 1), Date.UTC(2024, 5, 1), false);
	await during(open.id, clock.now() - day, clock.now() + day);
	await during(next.id, clock.now() + 30 * day, null);
	await tag(organisationId, past.id, "item-b", "2024/2025");
	const titles = async (query: string) => {
		const response = await call(`/applications/search?${query}`, { headers });
		expect(response.status).toBe(200);
		const { data } = await response.json<{ data: { title: string }[] }>();
		return data.map(({ title }) => title);
	};
	expect(await titles("keyword=2026%20part")).toEqual([open.title]);
	expect(await titles("keyword=part&pageSize=1")).toEqual([open.title]);
	expect(await titles("active=false")).toEqual([past.title]);
	expect(await titles("status=upcoming")).toEqual([next.title]);
	expect(await titles("status=open")).toEqual([open.title]);
	expect(await titles("status=closed")).toEqual([past.title]);
	expect(await titles("groupItemId=item-b")).toEqual([past.title]);
	expect(await titles("startDate=2024-05-31&endDate=2024-12-31")).toEqual([past.title]);
	expect(await titles("startDate=2024-06-02&endDate=2024-12-31")).toEqual([]);
	expect(await titles("keyword=%25")).toEqual([]);
});

test("starts the days of a search at midnight in the organisation's time zone", async () => {
	const { organisationId, headers } = await openFixture();
	const { id } = await createApplication(organisationId);
	// why: Lagos is an hour ahead, so 31 May ends there at 23:00 UTC.
	await during(id, Date.UTC(2026, 4, 31, 23), null);
	const found = async (endDate: string) => {
		const response = await call(`/applications/search?endDate=${endDate}`, { headers });
		return (await response.json<{ data: unknown[] }>()).data.length;
	};
	expect(await found("2026-05-31")).toBe(0);
	expect(await found("2026-06-01")).toBe(1);
});

test("names invalid filters", async () => {
	const { headers } = await openFixture();
	const response = await call("/applications/search?startDate=1.2.2026&active=yes", { headers });
	expect(response.status).toBe(422);
	expect(await response.json()).toMatchObject({
		fields: { startDate: ["The date must be YYYY-MM-DD."], active: ["This must be true or false."] },
	});
});

test("lists form layouts by title", async () => {
	const { organisationId, headers } = await openFixture();
	const { formDesignId } = await createApplication(organisationId);
	const user = await createUser({ organisationId, privileges: ["forms:r"] });
	const designer = await signIn(user, clock.now());
	const response = await call("/applications/forms", { headers: designer.headers });
	expect(await response.json()).toMatchObject({
		data: [{ id: formDesignId, title: "Undergraduate form", active: true }],
	});
	expect((await call("/applications/forms", { headers })).status).toBe(403);
});

test("returns as an application's faculties and departments those above its courses", async () => {
	const { organisationId, headers } = await openFixture();
	const { facultyId, departmentId, levelIds } = await createStructure(organisationId);
	await createStructure(organisationId);
	const application = await createApplication(organisationId);
	for (const { id } of application.courses)
		await testDb().update(courses).set({ adminLevelItemId: departmentId }).where(eq(courses.id, id));
	const response = await call(`/applications/${application.id}/admin-level-items`, { headers });
	expect(await response.json()).toMatchObject({
		data: [
			{
				id: facultyId,
				name: "Faculty of Science",
				parentItemId: null,
				level: { id: levelIds[0], name: "Faculty", order: 0 },
			},
			{
				id: departmentId,
				name: "Department of Physics",
				parentItemId: facultyId,
				level: { id: levelIds[1], name: "Department", order: 1 },
			},
		],
	});
	const found = await call(`/applications/${application.id}`, { headers });
	expect(await found.json()).toMatchObject({
		courses: application.courses.map(({ id }) => ({ course: { id, administrationLevelItemId: departmentId } })),
	});
});

test("lists titles in pages, the newest first, and those of a moment ago too", async () => {
	const { organisationId, headers } = await openFixture();
	const titles = async (search = "") => (await call(`/applications/titles${search}`, { headers })).json();
	expect(await titles()).toMatchObject({ data: [], resultTotal: 0, page: 0, size: 100 });
	const [first, second] = [await createApplication(organisationId), await createApplication(organisationId)];
	await createApplication((await createOrganisation()).id);
	for (const [createdAt, { id }] of [first, second].entries())
		await testDb().update(applications).set({ createdAt }).where(eq(applications.id, id));
	const [older, newer] = [first, second].map(({ id, title }) => ({ id, title }));
	expect(await titles()).toMatchObject({ data: [newer, older], resultTotal: 2 });
	expect(await titles("?size=1&page=1")).toMatchObject({ data: [older], resultTotal: 2, page: 1, size: 1 });
	await testDb().update(applications).set({ title: "Sandwich Programme" }).where(eq(applications.id, second.id));
	expect(await titles("?size=1")).toMatchObject({ data: [{ id: second.id, title: "Sandwich Programme" }] });
	expect((await call("/applications/titles?size=101", { headers })).status).toBe(422);
});

test("finds the application with the most applicants that the caller sees, else the newest, whatever is newer", async () => {
	const { organisationId, headers } = await openFixture();
	const { departmentId } = await createStructure(organisationId);
	const dean = await createUser({ organisationId, privileges: ["candidate:r"] });
	await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, dean.id));
	const ofPlace = (await signIn(dean, clock.now())).headers;
	const largest = async (of: Record<string, string>) => (await call("/applications/largest", { headers: of })).json();
	expect(await largest(headers)).toMatchObject({ code: "application_unavailable" });
	const whole = await createApplication(organisationId);
	const within = await createApplication(organisationId);
	const newest = await createApplication(organisationId);
	const created = [whole, within, newest].entries();
	for (const [createdAt, { id }] of created)
		await testDb().update(applications).set({ createdAt }).where(eq(applications.id, id));
	expect([await largest(headers), await largest(ofPlace)]).toMatchObject([{ id: newest.id }, { id: newest.id }]);
	for (const { id } of within.courses)
		await testDb().update(courses).set({ adminLevelItemId: departmentId }).where(eq(courses.id, id));
	const foreign = await createApplication((await createOrganisation()).id);
	for (const application of [whole, whole, whole, within, within, newest, foreign, foreign, foreign, foreign])
		await createApplicant(application);
	await during(whole.id, null, clock.now());
	expect(await largest(headers)).toMatchObject({ id: whole.id, applicants: 3 });
	expect(await largest(ofPlace)).toMatchObject({ id: within.id, applicants: 2 });
	await testDb().delete(applicants).where(eq(applicants.applicationId, whole.id));
	expect(await largest(headers)).toMatchObject({ id: within.id });
});

test("uses the open application with the most applicants as default, or else the newest", async () => {
	const { organisationId, headers } = await openFixture();
	const chosen = async () => (await (await call("/applications/default", { headers })).json()) as { id?: string };
	expect(await chosen()).toMatchObject({ code: "application_unavailable" });
	const busy = await createApplication(organisationId);
	const quiet = await createApplication(organisationId);
	const closed = await createApplication(organisationId);
	const foreign = await createApplication((await createOrganisation()).id);
	for (const application of [busy, busy, quiet, closed, closed, closed, foreign, foreign, foreign])
		await createApplicant(application);
	await during(closed.id, null, clock.now());
	expect(await chosen()).toMatchObject({ id: busy.id, status: "open", applicants: 2 });
	await during(busy.id, clock.now() + 1, null);
	expect(await chosen()).toMatchObject({ id: quiet.id });
	await during(busy.id, null, null, false);
	expect(await chosen()).toMatchObject({ id: quiet.id });
	await during(quiet.id, null, clock.now());
	expect(await chosen()).toMatchObject({ id: closed.id, status: "closed" });
});

test("finds the default application of a place by its own applicants, and of many without reading all", async () => {
	const { organisationId, headers } = await openFixture();
	const { departmentId } = await createStructure(organisationId);
	const dean = await createUser({ organisationId, privileges: ["candidate:r"] });
	await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, dean.id));
	const ofPlace = (await signIn(dean, clock.now())).headers;
	const chosen = async (of: Record<string, string>) => {
		recorded.splice(0);
		const { id } = (await (await call("/applications/default", { headers: of })).json()) as { id: string };
		const finding = recorded.filter(({ sql }) => /^select.* from "?applications"?/is.test(sql));
		const reads = finding.map(({ sql, params }) =>
			plainDatabase
				.prepare(sql)
				.bind(...params)
				.run(),
		);
		return { id, rowsRead: (await Promise.all(reads)).reduce((sum, { meta }) => sum + meta.rows_read, 0) };
	};
	const within = await createApplication(organisationId);
	for (const { id } of within.courses)
		await testDb().update(courses).set({ adminLevelItemId: departmentId }).where(eq(courses.id, id));
	const whole = await createApplication(organisationId);
	for (const application of [within, whole, whole]) await createApplicant(application);
	expect((await chosen(headers)).id).toBe(whole.id);
	expect((await chosen(ofPlace)).id).toBe(within.id);
	const { rowsRead } = await chosen(headers);
	expect(rowsRead).toBeGreaterThan(0);
	for (let count = 0; count < 30; count += 1) await createApplicant(await createApplication(organisationId));
	const ofMany = await chosen(headers);
	expect(ofMany.id).toBe(whole.id);
	// why not the same: ids are random, and by their order one row more or less is read.
	expect(ofMany.rowsRead, "no more than of two applications").toBeLessThan(2 * rowsRead);
});
