import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createCourse, testDb } from "#tests/support/factories";
import { spellings, wrongKeys } from "#tests/support/name-keys";
import { applicationCourses } from "#worker/database/schema/applications";
import { auditEvents } from "#worker/database/schema/records";
import { templates, workflows } from "#worker/database/schema/workflows";

type Body = Record<string, unknown>;

/** A record that is kept by the kernel of records, as a test writes it. */
interface Kept {
	kind: string;
	path: string;
	/** A valid body; rows with another name are different. */
	body(name: string): Body | Promise<Body>;
	/** The field that no two may share, and the refusals of the second. */
	unique: { field: string; create: string; update: string };
	/** What the list is sorted by unless it is the name. */
	sort?: string;
	/** The parameter of the list's search unless it is the name. */
	search?: string;
}

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings, courseCount: 0 });
	// why: the lists begin empty.
	await testDb().delete(workflows).where(eq(workflows.organisationId, staff.organisation.id));
});

const idOf = async (path: string, body: Body) => (await staff.send<{ id: string }>("POST", path, body)).body.id;

/** The id of what others belong to, made when it is first asked for. */
const parentOf = async (path: string, name: string) => {
	const { body } = await staff.get<{ data: { id: string; name: string }[] }>(path);
	return body.data.find((one) => one.name === name)?.id ?? (await idOf(path, { name }));
};

/** Names the levels of the structure and returns their ids. */
const levelsCalled = async (...names: string[]) => {
	const known = (await staff.get<{ data: { id: string; name: string }[] }>("/administration-levels")).body.data;
	const levels = names.map((name) => ({ name, id: known.find((level) => level.name === name)?.id }));
	await staff.send("PUT", "/administration-levels", { levels });
	return (await staff.get<{ data: { id: string }[] }>("/administration-levels")).body.data.map(({ id }) => id);
};

const records: Kept[] = [
	{
		kind: "location",
		path: "/locations",
		body: (name) => ({ name }),
		unique: {
			field: "name",
			create: "Failed to Save Organization Location",
			update: "Failed to update Organization Location",
		},
	},
	{
		kind: "coupon",
		path: "/coupons",
		search: "keyword",
		body: (name) => ({
			name,
			codes: 2,
			ownCode: null,
			usesPerCode: 1,
			usesPerApplicant: 1,
			percent: null,
			amount: 500_000,
			currency: "NGN",
			applicationIds: [staff.application.id],
			paymentKinds: ["ACCEPTANCE_FEE"],
			startsAt: 1_795_000_020_000,
			endsAt: null,
			active: true,
		}),
		unique: {
			field: "name",
			create: "There is a discount code with this name already.",
			update: "There is a discount code with this name already.",
		},
	},
	{
		kind: "add_on",
		path: "/addons",
		search: "keyword",
		body: (name) => ({
			name,
			description: "By post",
			price: 250_000,
			currency: "NGN",
			applicationIds: [],
			enabled: true,
		}),
		unique: {
			field: "name",
			create: "There is an add-on with this name already.",
			update: "There is an add-on with this name already.",
		},
	},
	{
		kind: "application_group",
		path: "/application-groups",
		body: (name) => ({ name }),
		unique: { field: "name", create: "Group already exists", update: "Group already exists" },
	},
	{
		kind: "application_group_item",
		path: "/application-group-items",
		body: async (name) => ({ name, enabled: true, groupId: await parentOf("/application-groups", "Session") }),
		unique: { field: "name", create: "Group item already exists", update: "Group item already exists" },
	},
	{
		kind: "workflow",
		path: "/workflow",
		body: (name) => ({ name }),
		unique: { field: "name", create: "Workflow name already exists", update: "Workflow name already exists" },
	},
	{
		kind: "course",
		path: "/courses",
		sort: "code",
		search: "search",
		body: (name) => ({ code: name.toUpperCase(), title: "Physics", administrationLevelItemId: null, status: "active" }),
		unique: {
			field: "code",
			create: 'The course code "{NAME}" is already in use',
			update: 'The course code "{NAME}" is already in use',
		},
	},
	{
		kind: "admin_level_item",
		path: "/administration-level-items",
		search: "keyword",
		body: async (name) => ({ name, levelId: (await levelsCalled("Faculty"))[0], parentItemId: null }),
		unique: {
			field: "name",
			create: "There is already one with this name there",
			update: "There is already one with this name there",
		},
	},
	{
		kind: "reminder",
		path: "/reminders",
		body: async (name) => ({
			name,
			audience: "incomplete",
			timing: "after",
			days: 3,
			time: "09:00",
			templateId: await templateId(),
			applicationId: staff.application.id,
			enabled: true,
		}),
		unique: { field: "name", create: "Failed to Save Reminder", update: "Failed to update Reminder" },
	},
	{
		kind: "retention_rule",
		path: "/retention-rules",
		body: (name) => ({ name, applicationId: staff.application.id, outcome: "declined", months: 24, enabled: false }),
		unique: {
			field: "name",
			create: "There is a retention rule with this name already.",
			update: "There is a retention rule with this name already.",
		},
	},
	{
		kind: "report_schedule",
		path: "/report-settings",
		body: (name) => ({
			name,
			applicationId: staff.application.id,
			frequency: "monthly",
			weekday: null,
			monthDay: 31,
			time: "09:00",
			recipients: [staff.user.id],
			enabled: true,
		}),
		unique: { field: "name", create: "Failed to Save Schedule", update: "Failed to update Schedule" },
	},
	{
		kind: "ranking_scheme",
		path: "/ranking-schemes",
		search: "keyword",
		body: async (name) => ({
			name,
			applicationId: staff.application.id,
			stage: null,
			parts: [{ about: "number", of: "utme", outOf: 400, weight: 100 }],
			shares: { merit: 45, catchment: 35, elds: 20 },
			quotas: [{ courseId: await offeredCourse(), seats: 50, shares: null }],
			catchmentStates: ["Kogi"],
			eldsStates: ["Benue", "Kogi"],
		}),
		unique: {
			field: "name",
			create: "There is a ranking scheme with this name already.",
			update: "There is a ranking scheme with this name already.",
		},
	},
];

/** Returns the id of a course of the application, made when it is first asked for. */
const offeredCourse = async () => {
	const { organisationId, id: applicationId } = staff.application;
	const isOffered = eq(applicationCourses.applicationId, applicationId);
	const [offered] = await testDb().select().from(applicationCourses).where(isOffered);
	if (offered) return offered.courseId;
	const { id: courseId } = await createCourse(organisationId);
	await testDb().insert(applicationCourses).values({ organisationId, applicationId, courseId });
	return courseId;
};

/** Returns the id of an email template, made when it is first asked for. */
const templateId = async () => {
	const id = `template-${staff.organisation.id}`;
	const texts = { name: "Reminder", type: "email" as const, subject: "Hello", content: "<p>Hello</p>" };
	await testDb()
		.insert(templates)
		.values({ ...texts, organisationId: staff.organisation.id, id, createdAt: 1, updatedAt: 1 })
		.onConflictDoNothing();
	return id;
};

interface Row extends Body {
	id: string;
	version: number;
}
interface Refused {
	error?: string;
	code?: string;
	fields?: Record<string, string[]>;
	details?: { current: Row };
}
interface Change {
	id: string;
	action: string;
	by: string;
	before: Body | null;
	after: Body | null;
}

const changesOf = async (path: string, id: string) =>
	(await staff.get<{ data: Change[] }>(`${path}/${id}/history`)).body.data;

test.each(records)("creates, reads, changes, lists and deletes $path, and keeps who changed what", async (kept) => {
	const { path, kind } = kept;
	const [first, second] = [await kept.body("First"), await kept.body("Second")];
	const created = await staff.send<Row>("POST", path, first);
	const { id } = created.body;
	expect([created.status, created.body]).toEqual([201, expect.objectContaining({ ...first, id })]);
	expect((await staff.get(`${path}/${id}`)).body).toEqual(created.body);
	const changed = await staff.send<Row>("PUT", `${path}/${id}`, { ...second, version: created.body.version });
	expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ ...second, id })]);
	expect((await staff.get<{ data: Row[] }>(path)).body.data).toEqual([changed.body]);
	const same = await staff.send<Row>("PUT", `${path}/${id}`, second);
	expect(same.body.version, "a change of nothing is none").toBe(changed.body.version);
	const by = `${staff.user.firstName} ${staff.user.lastName}`;
	expect(await changesOf(path, id)).toMatchObject([
		{ action: "updated", by, before: first, after: second },
		{ action: "created", by, before: null, after: first },
	]);
	expect((await staff.send("DELETE", `${path}/${id}`)).body).toEqual({ id });
	for (const gone of [`${path}/${id}`, `${path}/${id}/history`]) expect((await staff.get(gone)).status).toBe(404);
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	const ofKind = lines.map(({ action }) => action).filter((action) => action.startsWith(`${kind}.`));
	expect(ofKind.sort()).toEqual(["created", "deleted", "updated"].map((done) => `${kind}.${done}`));
});

test.each(records)("refuses a second one of $path that is alike in any case, beside its field", async (kept) => {
	const { path, unique } = kept;
	await idOf(path, await kept.body("First"));
	const other = await idOf(path, await kept.body("Second"));
	const same = await kept.body("FIRST");
	for (const [method, address, error] of [
		["POST", path, unique.create],
		["PUT", `${path}/${other}`, unique.update],
	] as const) {
		const { status, body } = await staff.send<Refused>(method, address, same);
		expect([status, body.error]).toEqual([409, error.replace("{NAME}", "FIRST")]);
		expect(body.fields?.[unique.field]?.[0]).toMatch(/already/);
	}
	expect(await changesOf(path, other), "nothing is half done").toHaveLength(1);
});

test.each(records)("refuses a second one of $path that is alike in other letters than A to Z", async (kept) => {
	const { path, unique, search = "name" } = kept;
	const { name, inCapitals, decomposed } = spellings;
	const bodies = [await kept.body(inCapitals), await kept.body(decomposed)];
	const refuse = async (method: string, address: string, body: Body, error: string, named = body) => {
		const refused = await staff.send<Refused>(method, address, body);
		const text = error.replace("{NAME}", String(named[unique.field]));
		expect([refused.status, refused.body.error]).toEqual([409, text]);
		expect(refused.body.fields?.[unique.field]?.[0]).toMatch(/already/);
	};
	const first = await kept.body(name);
	const id = await idOf(path, first);
	const other = await idOf(path, await kept.body("Other"));
	for (const body of bodies) {
		await refuse("POST", path, body, unique.create);
		await refuse("PUT", `${path}/${other}`, body, unique.update);
	}
	for (const word of [name, inCapitals, decomposed, "ìlọ́fà"]) {
		const found = await staff.get<{ data: Row[] }>(`${path}?${search}=${encodeURIComponent(word)}`);
		expect(found.body.data, word).toMatchObject([{ id }]);
	}
	for (const body of bodies)
		expect((await staff.send<Row>("PUT", `${path}/${id}`, body)).body, "its own name").toMatchObject(body);
	await staff.send("PUT", `${path}/${id}`, await kept.body("Ascii"));
	const again = await staff.send<Row>("PUT", `${path}/${other}`, first);
	expect(again.body, "the name is free").toMatchObject(first);
	for (const { id: changeId, after } of (await changesOf(path, id)).slice(1))
		await refuse("POST", `${path}/${id}/restore`, { changeId }, unique.update, after ?? {});
	expect(await wrongKeys()).toEqual([]);
	staff = await openServicesFixture({ bindings: queues.bindings, courseCount: 0 });
	expect((await staff.send("POST", path, await kept.body(inCapitals))).status, "another institution").toBe(201);
});

test.each(records)("restores a former state of $path as a change of its own", async (kept) => {
	const { path } = kept;
	const [first, second] = [await kept.body("First"), await kept.body("Second")];
	const id = await idOf(path, first);
	await staff.send("PUT", `${path}/${id}`, second);
	const [, { id: changeId } = { id: "" }] = await changesOf(path, id);
	const restored = await staff.send<Row>("POST", `${path}/${id}/restore`, { changeId });
	expect([restored.status, restored.body]).toEqual([200, expect.objectContaining(first)]);
	expect((await changesOf(path, id))[0]).toMatchObject({ action: "restored", before: second, after: first });
	await idOf(path, await kept.body("Second"));
	const [, { id: taken } = { id: "" }] = await changesOf(path, id);
	const refused = await staff.send<Refused>("POST", `${path}/${id}/restore`, { changeId: taken });
	expect([refused.status, refused.body.error], "another one is called so by now").toEqual([
		409,
		kept.unique.update.replace("{NAME}", "SECOND"),
	]);
	const unknown = await staff.send<Refused>("POST", `${path}/${id}/restore`, { changeId: "no-such-change" });
	expect([unknown.status, unknown.body.code]).toEqual([422, "state_not_restorable"]);
});

test.each(records)("refuses a change of $path that was made on a former version, with both", async (kept) => {
	const { path } = kept;
	const created = (await staff.send<Row>("POST", path, await kept.body("First"))).body;
	const save = async (name: string, version?: number) =>
		staff.send<Row & Refused>("PUT", `${path}/${created.id}`, { ...(await kept.body(name)), version });
	expect((await save("Theirs", created.version)).status).toBe(200);
	const refused = await save("Mine", created.version);
	expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
	expect(refused.body.details?.current).toMatchObject(await kept.body("Theirs"));
	expect((await save("Mine", refused.body.details?.current.version)).status).toBe(200);
});

test.each(records)("creates one of $path once for a key, however often it is sent", async (kept) => {
	const body = await kept.body("First");
	const send = () => staff.send<Row>("POST", kept.path, body, "key-of-a-record");
	const responses = await Promise.all([send(), send(), send()]);
	expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
	const list = await staff.get<{ resultTotal: number }>(kept.path);
	expect(list.body.resultTotal).toBe(1);
});

test.each(records)("sorts $path both ways, in pages", async (kept) => {
	for (const name of ["Beta", "alpha", "Gamma"]) await idOf(kept.path, await kept.body(name));
	const names = async (search: string) =>
		(await staff.get<{ data: Row[] }>(`${kept.path}${search}`)).body.data.map((row) => row[kept.unique.field]);
	const { sort = "name" } = kept;
	const sorted = await names(`?sort=${sort}`);
	expect(sorted.map((name) => String(name).toLowerCase())).toEqual(["alpha", "beta", "gamma"]);
	expect(await names(`?sort=-${sort}&size=2&page=1`)).toEqual(sorted.slice(0, 1));
	const unknown = await staff.get<Refused>(`${kept.path}?sort=nothing`);
	expect(unknown.body.fields).toEqual({ sort: ["Unknown order"] });
});
