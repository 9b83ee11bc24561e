import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createCourse,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { applicationCourses, applicationTags } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { addOns, coupons } from "#worker/database/schema/discounts";
import { retentionRules } from "#worker/database/schema/privacy";
import { rankingSchemes } from "#worker/database/schema/rankings";
import { auditEvents } from "#worker/database/schema/records";
import { reminders, reportSchedules } from "#worker/database/schema/reminders";
import { savedViews } from "#worker/database/schema/saved-views";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { transactions } from "#worker/database/schema/transactions";
import { candidateGroups } from "#worker/database/schema/uploaded-candidates";
import { workflows } from "#worker/database/schema/workflows";
import type { Application } from "#worker/services/applications/contract";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
let tagId: string;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings, courseCount: 3 });
	const group = await staff.send<{ id: string }>("POST", "/application-groups", { name: "Session" });
	const tag = { name: "2027/2028", groupId: group.body.id, enabled: true };
	tagId = (await staff.send<{ id: string }>("POST", "/application-group-items", tag)).body.id;
});

interface Refused {
	error?: string;
	code?: string;
	fields?: Record<string, string[]>;
	details?: { current?: Application; courseIds?: string[] };
}
type Body = ReturnType<typeof bodyOf>;

const bodyOf = (title: string) => {
	const { application } = staff;
	const [first, second] = application.courses;
	return {
		title,
		active: true,
		startsAt: staff.clock.now() + 1_000,
		endsAt: staff.clock.now() + 2_000,
		numberFormat: "{SHORT}/{YY}/####",
		formId: application.formDesignId,
		workflowId: application.workflowId,
		courses: [
			{ courseId: second?.id ?? "", formId: null as string | null },
			{ courseId: first?.id ?? "", formId: application.formDesignId as string | null },
		],
		groupItemIds: [tagId],
		introduction: "Read this first.\n\nThen go on.",
		confirmation: "Thank you.",
	};
};

const create = async (title = "2027/2028 Admission") =>
	(await staff.send<Application>("POST", "/applications", bodyOf(title))).body;
const save = (id: string, change: Partial<Body> & { version?: number }) =>
	staff.send<Application & Refused>("PUT", `/applications/${id}`, { ...bodyOf("2027/2028 Admission"), ...change });
const read = async (id: string) => (await staff.get<Application>(`/applications/${id}`)).body;
const changesOf = async (id: string) =>
	(
		await staff.get<{ data: { id: string; action: string; before: Body | null; after: Body | null }[] }>(
			`/applications/${id}/history`,
		)
	).body.data;

test("creates an application with its courses in order, each with its form, its tags and its texts", async () => {
	const { application } = staff;
	const [first, second] = application.courses;
	const created = await staff.send<Application>("POST", "/applications", bodyOf("2027/2028 Admission"));
	expect([created.status, created.body]).toEqual([
		201,
		expect.objectContaining({
			title: "2027/2028 Admission",
			active: true,
			status: "upcoming",
			applicants: 0,
			startsAt: staff.clock.now() + 1_000,
			endsAt: staff.clock.now() + 2_000,
			numberFormat: "{SHORT}/{YY}/####",
			formId: application.formDesignId,
			courses: [
				{
					course: expect.objectContaining({ id: second?.id }),
					formId: application.formDesignId,
					hasOwnForm: false,
					applicants: 0,
					reach: "changed",
				},
				{
					course: expect.objectContaining({ id: first?.id }),
					formId: application.formDesignId,
					hasOwnForm: true,
					applicants: 0,
					reach: "changed",
				},
			],
			workflow: expect.objectContaining({
				id: application.workflowId,
				steps: application.steps.map(({ id, name, type }) => ({ id, name, type })),
			}),
			applicationGroupItems: [expect.objectContaining({ id: tagId, name: "2027/2028" })],
			introduction: "Read this first.\n\nThen go on.",
			confirmation: "Thank you.",
		}),
	]);
	expect(await read(created.body.id)).toEqual(created.body);
	const { data } = (await staff.get<{ data: { id: string }[] }>("/applications?size=1&sort=title")).body;
	expect(data.map(({ id }) => id)).toEqual([created.body.id]);
});

test("an application that says nothing else is active, always open and numbered as usual", async () => {
	const { formDesignId: formId, workflowId } = staff.application;
	const created = await staff.send<Application>("POST", "/applications", { title: "Short", formId, workflowId });
	expect(created.body).toMatchObject({
		active: true,
		status: "open",
		startsAt: null,
		endsAt: null,
		numberFormat: "{SHORT}/{YY}/#####",
		courses: [],
		applicationGroupItems: [],
		introduction: "",
		confirmation: "",
	});
});

test("saves changes with their history, and restores a former state as a change of its own", async () => {
	const { id, version } = await create();
	const change = { title: "Renamed", courses: bodyOf("").courses.slice(1), groupItemIds: [] };
	const changed = await save(id, { ...change, version });
	expect([changed.status, changed.body.courses.length, changed.body.applicationGroupItems]).toEqual([200, 1, []]);
	expect(await read(id), "what is remembered is forgotten").toEqual(changed.body);
	const same = await save(id, change);
	expect(same.body.version, "a change of nothing is none").toBe(changed.body.version);
	const [last, first] = await changesOf(id);
	expect([last, first]).toMatchObject([
		{ action: "updated", before: bodyOf("2027/2028 Admission"), after: change },
		{ action: "created", before: null, after: bodyOf("2027/2028 Admission") },
	]);
	const restored = await staff.send<Application>("POST", `/applications/${id}/restore`, { changeId: first?.id });
	expect(restored.body).toMatchObject({ title: "2027/2028 Admission", applicationGroupItems: [{ id: tagId }] });
	expect(restored.body.courses).toHaveLength(2);
	expect((await changesOf(id))[0]).toMatchObject({ action: "restored", after: bodyOf("2027/2028 Admission") });
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	const actions = lines.map(({ action }) => action).filter((action) => action.startsWith("application."));
	expect(actions.sort()).toEqual(["application.created", "application.restored", "application.updated"]);
});

test("refuses a change that was made on a former version, with both", async () => {
	const { id, version } = await create();
	await save(id, { title: "Theirs", version });
	const refused = await save(id, { title: "Mine", version });
	expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
	expect(refused.body.details?.current).toMatchObject({ title: "Theirs" });
});

test("refuses a second application with the same title in any case", async () => {
	const { id } = await create("One");
	await create("Two");
	for (const refused of [
		await staff.send<Refused>("POST", "/applications", bodyOf("TWO")),
		await save(id, { title: "two" }),
	])
		expect([refused.status, refused.body.error, refused.body.fields]).toEqual([
			409,
			"Application already exists",
			{ title: ["Application already exists"] },
		]);
	expect((await read(id)).title, "nothing is half done").toBe("One");
});

test("refuses dates the wrong way round beside the end", async () => {
	const { id } = await create();
	for (const endsAt of [bodyOf("").startsAt, bodyOf("").startsAt - 1]) {
		const refused = await save(id, { endsAt });
		expect([refused.status, refused.body.fields]).toEqual([422, { endsAt: ["The end must be after the beginning."] }]);
	}
});

test("refuses what an application cannot refer to, each beside its field, and changes nothing", async () => {
	const { id } = await create();
	const other = await openServicesFixture();
	const unknown = "This does not exist. Choose another one.";
	const [organisationId, without] = [staff.organisation.id, "no-first-stage"];
	await testDb().insert(workflows).values({ organisationId, id: without, name: without, createdAt: 1 });
	const foreign = other.application;
	const faults: [Partial<Body>, Record<string, string[]>][] = [
		[{ formId: foreign.formDesignId }, { formId: [unknown] }],
		[{ workflowId: foreign.workflowId }, { workflowId: [unknown] }],
		[{ workflowId: without }, { workflowId: ["This workflow has no first stage. Choose another one."] }],
		[
			{ courses: [{ courseId: foreign.courses[0]?.id ?? "", formId: foreign.formDesignId }] },
			{ "courses[0].courseId": [unknown], "courses[0].formId": [unknown] },
		],
		[{ groupItemIds: ["none"] }, { groupItemIds: ["One of these does not exist. Choose again."] }],
	];
	const before = await read(id);
	for (const [change, fields] of faults) {
		const refused = await save(id, change);
		expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
			422,
			"application_refers_wrongly",
			fields,
		]);
	}
	expect(await read(id)).toEqual(before);
});

test("refuses a disabled group item, unless the application carries it already", async () => {
	const { id } = await create();
	const { body: groups } = await staff.get<{ data: { id: string }[] }>("/application-groups");
	const off = { name: "2019/2020", groupId: groups.data[0]?.id, enabled: false };
	const disabledId = (await staff.send<{ id: string }>("POST", "/application-group-items", off)).body.id;
	const refused = { groupItemIds: ["One of these is disabled. Choose again."] };
	const made = await staff.send<Refused>("POST", "/applications", {
		...bodyOf("Another"),
		groupItemIds: [tagId, disabledId],
	});
	expect([made.status, made.body.code, made.body.fields]).toEqual([422, "application_refers_wrongly", refused]);
	const changed = await save(id, { groupItemIds: [disabledId] });
	expect([changed.status, changed.body.fields]).toEqual([422, refused]);
	await staff.send("PUT", `/application-group-items/${tagId}`, {
		name: "2027/2028",
		groupId: groups.data[0]?.id,
		enabled: false,
	});
	const kept = await save(id, { introduction: "Read on.", groupItemIds: [tagId] });
	expect(kept.status, "one that it carries stays").toBe(200);
	expect((await save(id, { groupItemIds: [] })).status).toBe(200);
	expect((await save(id, { groupItemIds: [tagId] })).body.fields, "once it is removed").toEqual(refused);
});

test("refuses a course twice, an unknown key and a number format without a serial number", async () => {
	const { id } = await create();
	const [course] = bodyOf("").courses;
	expect((await save(id, { courses: course ? [course, course] : [] })).body.fields).toEqual({
		courses: ["One is in the list twice. Remove a line."],
	});
	expect((await save(id, { numberFormat: "CU/26" })).body.fields?.numberFormat?.[0]).toMatch(/^Use letters/);
	expect((await save(id, { applicants: 3 } as never)).status).toBe(422);
});

test("keeps courses with applicants and their workflow, and leaves all as it was", async () => {
	const { application } = staff;
	const [first, second] = application.courses;
	await createApplicant(application);
	const other = await createApplication(staff.organisation.id);
	const all = application.courses.map(({ id: courseId }) => ({ courseId, formId: null }));
	const before = await read(application.id);
	expect(before.courses.map(({ applicants }) => applicants)).toEqual([1, 0, 0]);
	const refused = await save(application.id, { courses: all.filter(({ courseId }) => courseId !== first?.id) });
	expect([refused.status, refused.body]).toEqual([
		409,
		expect.objectContaining({
			error: "What applicants have chosen cannot be removed.",
			fields: { courses: [`${first?.code} has applicants, so it cannot be removed.`] },
			details: { courseIds: [first?.id] },
		}),
	]);
	const moved = await save(application.id, { courses: all, workflowId: other.workflowId });
	expect([moved.status, moved.body.fields]).toEqual([
		409,
		{ workflowId: ["Applicants are at stages of the present workflow, so it cannot be changed."] },
	]);
	expect(await read(application.id)).toEqual(before);
	const kept = await save(application.id, { courses: all.filter(({ courseId }) => courseId !== second?.id) });
	expect([kept.status, kept.body.courses.length, kept.body.applicants]).toEqual([200, 2, 1]);
});

test("deletes an application that nothing depends on, with what it offers and its saved views", async () => {
	const { id } = await create();
	const organisationId = staff.organisation.id;
	const view = { name: "Mine", filters: { applicationId: id }, isShared: false, isPinned: false };
	expect((await staff.send("POST", "/candidate-views", view)).status).toBe(201);
	expect((await staff.send("DELETE", `/applications/${id}`)).body).toEqual({ id });
	const gone = await staff.get<Refused>(`/applications/${id}`);
	expect([gone.status, gone.body.error]).toEqual([404, "Unable to Fetch Application"]);
	const ofApplication = (table: typeof applicationCourses | typeof applicationTags) =>
		testDb().select().from(table).where(eq(table.applicationId, id));
	expect([await ofApplication(applicationCourses), await ofApplication(applicationTags)]).toEqual([[], []]);
	const views = await testDb().select().from(savedViews).where(eq(savedViews.organisationId, organisationId));
	expect(views).toEqual([]);
});

const noUses = {
	...{ applicants: 0, lists: 0, payments: 0, elsewhere: false, reminders: 0, reportSchedules: 0, retentionRules: 0 },
	...{ rankingSchemes: 0, discountCodes: 0, addOns: 0, savedViews: 0 },
};

test("counts what names an application, which does not prevent that it is deleted", async () => {
	const { id } = await create();
	const other = await create("Another one");
	const organisationId = staff.organisation.id;
	const own = { organisationId, createdAt: 1, updatedAt: 1 };
	for (const [applicationId, key] of [
		[id, "mine"],
		[other.id, "other"],
	] as const) {
		const both = { ...own, id: key, name: key, applicationId };
		await testDb().batch([
			testDb()
				.insert(reminders)
				.values({
					...both,
					...({
						audience: "incomplete",
						timing: "after",
						days: 3,
						time: "09:00",
						templateId: "t",
						enabled: false,
					} as const),
				}),
			testDb()
				.insert(reportSchedules)
				.values({ ...both, frequency: "daily", time: "09:00", recipients: [], enabled: false }),
			testDb()
				.insert(retentionRules)
				.values({ ...both, outcome: "declined", months: 24, enabled: false }),
			testDb()
				.insert(rankingSchemes)
				.values({ ...both, parts: [], shares: {} as never, quotas: [], catchmentStates: [], eldsStates: [] }),
			testDb()
				.insert(savedViews)
				.values({
					...own,
					id: key,
					holder: "ada",
					ownerId: "ada",
					name: key,
					isPinned: false,
					filter: { applicationId },
				}),
		]);
	}
	for (const [key, applicationIds] of [
		["both", [id, other.id]],
		["other", [other.id]],
		["all", []],
	] as const) {
		const limited = { ...own, id: key, name: key, applicationIds: [...applicationIds] };
		await testDb().batch([
			testDb()
				.insert(coupons)
				.values({ ...limited, codes: 0, percent: 10, paymentKinds: [], active: true }),
			testDb()
				.insert(addOns)
				.values({ ...limited, description: "", price: 100, currency: "NGN", enabled: true }),
		]);
	}
	const named = { reminders: 1, reportSchedules: 1, retentionRules: 1, rankingSchemes: 1 };
	expect((await staff.get(`/applications/${id}/uses`)).body).toEqual({
		...noUses,
		...named,
		...{ discountCodes: 1, addOns: 1, savedViews: 1 },
	});
	expect((await staff.send("DELETE", `/applications/${id}`)).status).toBe(200);
	expect((await staff.get(`/applications/${other.id}/uses`)).body).toMatchObject({ ...named, savedViews: 1 });
});

test("says that an application has applicants and payments elsewhere, without their number", async () => {
	const { application, organisation } = staff;
	const { facultyId } = await createStructure(organisation.id);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId: organisation.id, id: `law-${organisation.id}`, levelId: "l", name: "Law" });
	const dean = await createUser({ organisationId: organisation.id });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
	const { headers } = await signIn(dean, staff.clock.now());
	const uses = async () => (await staff.request(`/applications/${application.id}/uses`, { headers })).json();
	expect(await uses()).toEqual(noUses);
	await createApplicant(application);
	expect(await uses()).toEqual({ ...noUses, elsewhere: true });
	await testDb()
		.update(courses)
		.set({ adminLevelItemId: facultyId })
		.where(and(eq(courses.organisationId, organisation.id), eq(courses.id, application.courses[0]?.id ?? "")));
	expect(await uses()).toEqual({ ...noUses, applicants: 1 });
});

test("does not delete an application that is in use", async () => {
	const { application, organisation } = staff;
	const own = { organisationId: organisation.id };
	const used = await create("With a payment");
	const listed = await create("With a list");
	await createApplicant(application);
	await testDb()
		.insert(transactions)
		.values({
			...own,
			id: "paid",
			reference: "paid",
			applicationId: used.id,
			email: "a@b.example",
			name: "A",
			username: "a",
			amount: 1,
			platform: "REMITA",
			status: "success",
			items: [],
			searchText: "",
			createdAt: 1,
			updatedAt: 1,
		});
	await testDb()
		.insert(candidateGroups)
		.values({
			...own,
			id: "list",
			name: "List",
			nameKey: "list",
			applicationId: listed.id,
			createdBy: staff.user.id,
			createdAt: 1,
			updatedAt: 1,
		});
	const uses = async (id: string) => (await staff.get(`/applications/${id}/uses`)).body;
	expect(await uses(application.id)).toEqual({ ...noUses, applicants: 1 });
	expect(await uses(used.id)).toEqual({ ...noUses, payments: 1 });
	expect(await uses(listed.id)).toEqual({ ...noUses, lists: 1 });
	for (const { id } of [application, used, listed]) {
		const refused = await staff.send<Refused>("DELETE", `/applications/${id}`);
		expect([refused.status, refused.body.error]).toEqual([400, "Application is currently in use"]);
		expect((await staff.get(`/applications/${id}`)).status).toBe(200);
	}
});

test("another institution's application is not found, whatever is asked of it", async () => {
	const { id } = await createApplication((await createOrganisation()).id);
	const course = await createCourse(staff.organisation.id);
	const body = { ...bodyOf("Mine now"), courses: [{ courseId: course.id, formId: null }] };
	for (const [method, path, sent] of [
		["PUT", "", body],
		["DELETE", "", undefined],
		["GET", "/history", undefined],
		["POST", "/restore", { changeId: "first" }],
	] as const)
		expect((await staff.send(method, `/applications/${id}${path}`, sent)).status, `${method} ${path}`).toBe(404);
});
