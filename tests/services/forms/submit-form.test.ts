import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { fileOf } from "#tests/services/forms/edit-fixture";
import { createApplication, createOrganisation, createStructure, createUser, testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import type { Permission } from "#worker/contract/permissions";
import { applications } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { auditEvents, events, notifications } from "#worker/database/schema/records";
import { adminLevelItems, courses } from "#worker/database/schema/structure";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({
		bindings: queues.bindings,
		stages: ["Registration", "Submitted", "Accepted"],
		layout: {
			sections: [
				{
					id: "personal",
					title: "Personal",
					rows: [
						{
							id: "row",
							cols: [
								{ fieldId: "surname", type: "text", props: { label: "Surname", required: true } },
								{ fieldId: "phone", type: "phone", props: { label: "Phone number" } },
								{ fieldId: "slip", type: "file", props: { label: "Result slip" } },
							],
						},
					],
				},
			],
		},
	});
});

interface Submitted {
	id: string;
	candidateId: string;
	applicationNumber: string;
	stageId: string;
	code?: string;
	fields?: Record<string, string[]>;
}

const ada = (email = "ada@mail.example") => ({
	firstName: "Ada",
	lastName: "Okafor",
	accountEmail: email,
	courseId: staff.application.courses[0]?.id ?? "",
});
const submission = (change: object = {}) => ({
	applicationKey: staff.application.id,
	candidate: ada(),
	submit: true,
	surname: "Okafor",
	...change,
});
const submit = (change: object = {}, key?: string) => staff.send<Submitted>("POST", "/forms", submission(change), key);
const setUp = (values: Partial<typeof applications.$inferInsert>) =>
	testDb().update(applications).set(values).where(eq(applications.id, staff.application.id));

test("somebody who hands in a form is an applicant with a number, at the stage of submitted forms", async () => {
	const { application } = staff;
	await setUp({ numberFormat: "CU/{YY}/####" });
	const { status, body } = await submit();
	expect([status, body]).toEqual([
		201,
		expect.objectContaining({ applicationNumber: "CU/26/0001", stageId: application.steps[1]?.id }),
	]);
	expect((await staff.get(`/candidates/${body.candidateId}`)).body).toMatchObject({
		firstName: "Ada",
		lastName: "Okafor",
		accountEmail: "ada@mail.example",
		applicationNumber: "CU/26/0001",
		course: { id: application.courses[0]?.id },
	});
	expect((await staff.get(`/forms/${body.id}`)).body).toMatchObject({
		data: { surname: "Okafor" },
		percentComplete: 100,
		submittedAt: staff.clock.now(),
	});
	const found = await staff.get<{ data: { id: string }[] }>(
		`/candidates?applicationId=${application.id}&keyword=okafor`,
	);
	expect(found.body.data.map(({ id }) => id)).toEqual([body.candidateId]);
	const counted = await staff.get(`/statistics/candidate-stages?applicationId=${application.id}`);
	expect(counted.body).toMatchObject({ stages: [{ applicants: 0 }, { applicants: 1 }, { applicants: 0 }] });
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(lines).toMatchObject([{ action: "applicants.registered", subject: body.candidateId }]);
	const log = await staff.get(`/candidates/${body.candidateId}/log`);
	expect(log.body.data).toMatchObject([
		{ type: "STAGE_CHANGE", stageName: "Submitted", reason: "The form was handed in." },
	]);
});

const handIn = (id: string, answers: object = {}, key?: string) => {
	const form = new FormData();
	form.set("data", JSON.stringify({ applicationKey: staff.application.id, submit: true, ...answers }));
	return staff.upload(`/forms/${id}`, form, key, "PUT");
};
const deliver = () => deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });

test("who hands in a form that was begun comes to the stage of submitted forms, once", async () => {
	const { application } = staff;
	const { body } = await submit({ submit: false, surname: undefined });
	await deliver();
	const [first, again] = [
		await handIn(body.id, { surname: "Okafor" }, "key-of-handing-in"),
		await handIn(body.id, {}, "another-key"),
	];
	expect([first.status, again.status]).toEqual([200, 200]);
	const stageOf = async () => (await staff.get<{ stageId: string }>(`/candidates/${body.candidateId}`)).body.stageId;
	expect(await stageOf()).toBe(application.steps[1]?.id);
	const log = await staff.get<{ data: object[] }>(`/candidates/${body.candidateId}/log`);
	expect(log.body.data).toHaveLength(3);
	expect(log.body.data).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ type: "STAGE_CHANGE", stageName: "Submitted", reason: "The form was handed in." }),
			expect.objectContaining({ type: "DATA_UPDATE", reason: "1 answer changed: Surname" }),
		]),
	);
	const ids = queues.sentEvents.flatMap(({ eventIds }) => eventIds);
	const sent = await testDb().select({ type: events.type }).from(events).where(inArray(events.id, ids));
	expect(sent.map(({ type }) => type).sort()).toEqual(["applicants.form_updated", "applicants.stage_changed"]);
	const counted = await staff.get(`/statistics/candidate-stages?applicationId=${application.id}`);
	expect(counted.body).toMatchObject({ stages: [{ applicants: 0 }, { applicants: 1 }, { applicants: 0 }] });
});

test("a form without changes can be handed in, and takes nobody back whom staff have moved on", async () => {
	const { application } = staff;
	const untouched = (await submit({ submit: false })).body;
	const ahead = (await submit({ submit: false, candidate: ada("b@mail.example") })).body;
	const move = { stageId: application.steps[2]?.id, reason: "Known to the registrar." };
	await staff.send("PATCH", `/candidates/${ahead.candidateId}`, move);
	for (const { id } of [untouched, ahead]) expect((await handIn(id)).status).toBe(200);
	const logOf = async (id: string) =>
		(await staff.get<{ data: { type: string; reason: string }[] }>(`/candidates/${id}/log`)).body.data;
	const stageOf = async (id: string) => (await staff.get<{ stageId: string }>(`/candidates/${id}`)).body.stageId;
	expect(await stageOf(untouched.candidateId)).toBe(application.steps[1]?.id);
	expect((await logOf(untouched.candidateId)).map(({ type }) => type)).toEqual(["STAGE_CHANGE", "STAGE_CHANGE"]);
	expect(await stageOf(ahead.candidateId)).toBe(application.steps[2]?.id);
	expect(await logOf(ahead.candidateId)).toContainEqual(
		expect.objectContaining({ type: "DATA_UPDATE", reason: "The form was handed in." }),
	);
});

interface Summary {
	userId: string;
	read: boolean;
	message: string;
}
const summariesOf = async (userId: string) => {
	const rows: Summary[] = await testDb()
		.select()
		.from(notifications)
		.where(and(eq(notifications.userId, userId), eq(notifications.type, "APPLICATION_SUBMISSION_SUMMARY")));
	return rows.map(({ message, read }) => ({ ...JSON.parse(message), read }));
};

test("staff who may see the applicant are notified of a form that was handed in, in one summary of the day", async () => {
	const { organisation, application } = staff;
	const { departmentId, facultyId } = await createStructure(organisation.id);
	await testDb()
		.insert(adminLevelItems)
		.values([{ organisationId: organisation.id, id: "elsewhere", levelId: "any", parentItemId: null, name: "Law" }]);
	await testDb().update(courses).set({ adminLevelItemId: departmentId }).where(eq(courses.id, ada().courseId));
	const at = async (privileges: readonly Permission[], adminLevelItemId: string | null, blocked = false) => {
		const user = await createUser({ organisationId: organisation.id, privileges, blocked });
		await testDb().update(userRoles).set({ adminLevelItemId }).where(eq(userRoles.userId, user.id));
		return user.id;
	};
	const [anywhere, above, elsewhere, others, blocked] = await Promise.all([
		at(["candidate:r"], null),
		at(["candidate:u"], facultyId),
		at(["candidate:r"], "elsewhere"),
		at(["course:r"], null),
		at(["candidate:r"], null, true),
	]);
	const begun = (await submit({ submit: false })).body;
	await deliver();
	expect(await summariesOf(anywhere)).toEqual([]);
	await handIn(begun.id);
	const sent = [...queues.sentEvents];
	await deliver();
	await deliverEvents(sent, { bindings: queues.bindings, clock: staff.clock });
	const about = { applicationId: application.id, applicationTitle: application.title };
	const first = [{ ...about, candidateIds: [begun.candidateId], total: 1, read: false }];
	expect(await summariesOf(anywhere), "once, however often it is delivered").toEqual(first);
	expect(await summariesOf(above)).toEqual(first);
	for (const userId of [elsewhere, others, blocked, staff.user.id]) expect(await summariesOf(userId)).toEqual([]);

	const second = (await submit({ candidate: ada("b@mail.example") })).body;
	await deliver();
	expect(await summariesOf(anywhere)).toEqual([
		{ ...about, candidateIds: [begun.candidateId, second.candidateId], total: 2, read: false },
	]);
	await testDb().update(notifications).set({ read: true }).where(eq(notifications.userId, above));
	const third = (await submit({ candidate: ada("c@mail.example") })).body;
	await deliver();
	expect(await summariesOf(above), "those since it was read").toEqual([
		{ ...about, candidateIds: [third.candidateId], total: 1, read: false },
	]);
	expect((await summariesOf(anywhere)).map(({ total }) => total)).toEqual([3]);
});

test("a form that is only begun may lack required answers, and waits at the first stage", async () => {
	const { status, body } = await submit({ submit: false, surname: undefined, phone: "0803 123 4567" });
	expect([status, body.stageId]).toEqual([201, staff.application.steps[0]?.id]);
	expect((await staff.get(`/forms/${body.id}`)).body).toMatchObject({ submittedAt: null, percentComplete: 0 });
	const refused = await submit({ candidate: ada("chi@mail.example"), surname: undefined });
	expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ["surname"]]);
});

test("numbers grow within a format, also across applications, and are never given twice", async () => {
	const other = await createApplication(staff.organisation.id);
	await setUp({ numberFormat: "CU/{YYYY}-##" });
	await testDb().update(applications).set({ numberFormat: "CU/{YYYY}-##" }).where(eq(applications.id, other.id));
	const all = await Promise.all(["a", "b", "c"].map((name) => submit({ candidate: ada(`${name}@mail.example`) })));
	const elsewhere = await submit({ applicationKey: other.id, candidate: { ...ada(), courseId: other.courses[0]?.id } });
	const numbers = [...all, elsewhere].map(({ body }) => body.applicationNumber);
	expect(numbers.sort()).toEqual(["CU/2026-01", "CU/2026-02", "CU/2026-03", "CU/2026-04"]);
});

test("a number that another format gave already is left out", async () => {
	const other = await createApplication(staff.organisation.id);
	await setUp({ numberFormat: "CU/26/##" });
	await testDb().update(applications).set({ numberFormat: "CU/26/0#" }).where(eq(applications.id, other.id));
	for (const name of ["a", "b", "c"])
		expect((await submit({ candidate: ada(`${name}@mail.example`) })).status).toBe(201);
	const elsewhere = await submit({ applicationKey: other.id, candidate: { ...ada(), courseId: other.courses[0]?.id } });
	expect([elsewhere.status, elsewhere.body.applicationNumber]).toEqual([201, "CU/26/07"]);
	expect((await submit({ candidate: ada("d@mail.example") })).body.applicationNumber).toBe("CU/26/04");
});

test("a repeat with the same key adds nobody", async () => {
	const first = await submit({}, "key-of-a-form");
	const again = await submit({}, "key-of-a-form");
	expect([again.status, again.body]).toEqual([201, first.body]);
	const { body } = await staff.get<{ resultTotal: number }>(`/candidates?applicationId=${staff.application.id}`);
	expect(body.resultTotal).toBe(1);
});

test("keeps the files of a form", async () => {
	const form = new FormData();
	form.set("data", JSON.stringify(submission()));
	form.set(`${staff.application.id}:slip`, fileOf("slip.pdf", pdf()));
	const response = await staff.upload("/forms", form);
	const { id } = await response.json<Submitted>();
	expect((await staff.get(`/forms/${id}`)).body).toMatchObject({
		attachments: [{ fieldId: "slip", title: "Result slip", name: "slip.pdf" }],
	});
});

test("refuses an application that is not open, or does not offer the course", async () => {
	const now = staff.clock.now();
	for (const values of [{ active: false }, { startsAt: now + 1 }, { endsAt: now }]) {
		await setUp({ active: true, startsAt: null, endsAt: null, ...values });
		const refused = await submit();
		expect([refused.status, refused.body.code], JSON.stringify(values)).toEqual([409, "application_not_open"]);
	}
	await setUp({ active: true, startsAt: now, endsAt: now + 1 });
	const elsewhere = await createApplication(staff.organisation.id);
	const unoffered = await submit({ candidate: { ...ada(), courseId: elsewhere.courses[0]?.id } });
	expect([unoffered.status, unoffered.body.code]).toEqual([422, "course_not_offered"]);
	await testDb().update(courses).set({ status: "disabled" }).where(eq(courses.id, ada().courseId));
	expect((await submit()).body.code, "one that is disabled").toBe("course_not_offered");
	const { id } = await createApplication((await createOrganisation()).id);
	expect((await submit({ applicationKey: id })).status).toBe(404);
});

test("refuses a second applicant with the same address, and what is missing, beside its field", async () => {
	await submit();
	const twice = await submit({ candidate: ada("ADA@mail.example") });
	expect([twice.status, twice.body.code]).toEqual([409, "email_taken"]);
	expect(twice.body.fields).toHaveProperty(["candidate.accountEmail"]);
	const unnamed = await submit({ candidate: { ...ada("b@mail.example"), firstName: " ", accountEmail: "b" } });
	expect(unnamed.body.fields).toEqual({
		"candidate.firstName": ["Enter the first name"],
		"candidate.accountEmail": ["Enter an email address"],
	});
	const unknown = await submit({ candidate: ada("c@mail.example"), nickname: "Chi" });
	expect(unknown.body.fields).toEqual({ nickname: ["The form has no such field."] });
});
