import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, inject, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, testDb } from "#tests/support/factories";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails } from "#worker/database/schema/records";
import type { Env } from "#worker/env";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

interface Started {
	taskId: string;
	code?: string;
	fields?: Record<string, string[]>;
}
const download = (applicationId = staff.application.id) =>
	staff.send<Started>("POST", "/application-reports/download", { applicationId });
const send = (emails: string[], startDate = new Date(staff.clock.now()).toISOString()) =>
	staff.send<Started>("POST", "/application-reports/send", {
		applicationId: staff.application.id,
		emails,
		startDate,
	});
const work = () => deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
const fileOf = async (taskId: string) => {
	const response = await staff.request(`/tasks/${taskId}/file`);
	expect(response.status).toBe(200);
	return new Uint8Array(await response.arrayBuffer());
};
const sheetsOf = async (taskId: string) => (await readXlsx(await fileOf(taskId))).sheets;

test("counts applicants by stage, course, day in the organisation's time zone, and reason", async () => {
	await testDb()
		.update(organisations)
		.set({ timeZone: "Asia/Kolkata" })
		.where(eq(organisations.id, staff.organisation.id));
	const [, review] = staff.application.steps;
	const [first, second] = staff.application.courses;
	const late = Date.UTC(2026, 10, 1, 19, 0);
	await createApplicant(staff.application, { registeredAt: late });
	await createApplicant(staff.application, { registeredAt: late, courseId: second?.id });
	const { id } = await createApplicant(staff.application, { registeredAt: Date.UTC(2026, 10, 1, 9, 0) });
	const { body: reason } = await staff.send<{ id: string }>("POST", "/reasons", { text: "=1+1", isPrivate: true });
	const change = { stageId: review?.id, reason: "=1+1", reasonId: reason.id };
	expect((await staff.send("PATCH", `/candidates/${id}`, change)).status).toBe(200);
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const { body } = await download();
	await work();
	const sheets = await sheetsOf(body.taskId);
	const rows = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows.slice(1);
	expect(sheets.map(({ name }) => name)).toEqual([
		"Report",
		"By stage",
		"By course",
		"By stage and course",
		"By day",
		"Reasons",
	]);
	expect(rows("By stage")).toEqual([
		["Registration", 2],
		["In review", 1],
	]);
	expect(rows("By course")).toEqual([
		[first?.code, first?.title, 2],
		[second?.code, second?.title, 1],
	]);
	expect(rows("By day")).toEqual([
		[new Date("2026-11-01T00:00:00Z"), 1],
		[new Date("2026-11-02T00:00:00Z"), 2],
	]);
	expect(rows("Reasons")).toEqual([["=1+1", "Staff", "In review", 1]]);
	expect(JSON.stringify(sheets)).not.toContain("formula");
	expect((await staff.get(`/tasks/${body.taskId}`)).body).toMatchObject({
		status: "SUCCESS",
		result: {
			name: expect.stringMatching(
				new RegExp(`^Report of ${staff.application.title} \\d{4}-\\d\\d-\\d\\d \\d\\d\\.\\d\\d\\.xlsx$`),
			),
		},
	});
});

test("writes the day on which it was asked for on its first sheet", async () => {
	const { body } = await send([staff.user.email], "2026-10-05T12:00:00.000Z");
	await work();
	const [first] = await sheetsOf(body.taskId);
	expect([first?.name, first?.rows]).toEqual([
		"Report",
		expect.arrayContaining([["As of", new Date("2026-10-05T00:00:00Z")]]),
	]);
});

test("emails a report to each member of staff once, and to nobody else", async () => {
	const stranger = await send([staff.user.email, "somebody@elsewhere.example"]);
	expect([stranger.status, stranger.body.code]).toEqual([422, "not_staff"]);
	expect(stranger.body.fields?.emails?.[0]).toContain("somebody@elsewhere.example");
	const other = await createUser({ organisationId: staff.organisation.id });
	const { body } = await send([staff.user.email, other.email.toUpperCase(), staff.user.email]);
	const jobs = [...queues.sentJobs];
	await work();
	queues.sentJobs.push(...jobs);
	await work();
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, staff.organisation.id));
	expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
		[staff.user.email, other.email].map((email) => [email, `Report of ${staff.application.title}`]).sort(),
	);
	expect(mails[0]?.attachments).toEqual([expect.objectContaining({ name: expect.stringContaining("Report of") })]);
	expect((await staff.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "SUCCESS", done: 3, total: 3 });
});

test("delays a report's email for as long as the provider asks", async () => {
	const { url, key } = inject("provider");
	const mail = { MAIL_TRANSPORT: "http", MAIL_API_URL: `${url}/emails`, MAIL_API_KEY: key };
	const organisationId = staff.organisation.id;
	const { email } = await createUser({ organisationId, email: `${organisationId}+retryafter@mail.example` });
	await send([email]);
	const bindings = { ...queues.bindings, ...mail } as Partial<Env>;
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings });
	expect(queues.jobDelays.at(-1)).toBe(300);
});

test("refuses a missing address, an invalid one and an unknown application", async () => {
	expect((await send([])).body.fields).toEqual({ emails: ["Enter an email address"] });
	expect((await send(["nonsense"])).status).toBe(422);
	expect((await download("none")).body.code).toBe("application_unavailable");
	expect(queues.sentJobs).toEqual([]);
});
