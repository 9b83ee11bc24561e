import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, inject, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, testDb } from "#tests/support/factories";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails } from "#worker/database/schema/records";
import type { Env } from "#worker/env";

let desk: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	desk = await openServicesFixture({ bindings: queues.bindings });
});

interface Started {
	taskId: string;
	code?: string;
	fields?: Record<string, string[]>;
}
const download = (applicationId = desk.application.id) =>
	desk.send<Started>("POST", "/application-reports/download", { applicationId });
const send = (emails: string[]) =>
	desk.send<Started>("POST", "/application-reports/send", {
		...{ applicationId: desk.application.id, emails, startDate: new Date(desk.clock.now()).toISOString() },
	});
const work = () => deliverJobs(queues.sentJobs.splice(0), { clock: desk.clock, bindings: queues.bindings });
const fileOf = async (taskId: string) => {
	const answer = await desk.request(`/tasks/${taskId}/file`);
	expect(answer.status).toBe(200);
	return new Uint8Array(await answer.arrayBuffer());
};

test("a report counts by stage, course, day in the organisation's zone, and reason", async () => {
	await testDb()
		.update(organisations)
		.set({ timeZone: "Asia/Kolkata" })
		.where(eq(organisations.id, desk.organisation.id));
	const [, review] = desk.application.steps;
	const [first, second] = desk.application.courses;
	const late = Date.UTC(2026, 10, 1, 19, 0);
	await createApplicant(desk.application, { registeredAt: late });
	await createApplicant(desk.application, { registeredAt: late, courseId: second?.id });
	const { id } = await createApplicant(desk.application, { registeredAt: Date.UTC(2026, 10, 1, 9, 0) });
	const { body: reason } = await desk.send<{ id: string }>("POST", "/reasons", { text: "=1+1", isPrivate: true });
	const change = { stageId: review?.id, reason: "=1+1", reasonId: reason.id };
	expect((await desk.send("PATCH", `/candidates/${id}`, change)).status).toBe(200);
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: desk.clock });
	const { body } = await download();
	await work();
	const { sheets } = await readXlsx(await fileOf(body.taskId));
	const rows = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows.slice(1);
	expect(sheets.map(({ name }) => name)).toEqual([
		...["Report", "By stage", "By course", "By stage and course", "By day", "Reasons"],
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
		["2026-11-01", 1],
		["2026-11-02", 2],
	]);
	expect(rows("Reasons")).toEqual([["=1+1", "Staff", "In review", 1]]);
	expect(JSON.stringify(sheets)).not.toContain("formula");
	expect((await desk.get(`/tasks/${body.taskId}`)).body).toMatchObject({
		...{ status: "SUCCESS", result: { name: `Report of ${desk.application.title}.xlsx` } },
	});
});

test("a report is mailed to staff, each once, and to nobody else", async () => {
	const stranger = await send([desk.user.email, "somebody@elsewhere.example"]);
	expect([stranger.status, stranger.body.code]).toEqual([422, "not_staff"]);
	expect(stranger.body.fields?.emails?.[0]).toContain("somebody@elsewhere.example");
	const other = await createUser({ organisationId: desk.organisation.id });
	const { body } = await send([desk.user.email, other.email.toUpperCase(), desk.user.email]);
	const jobs = [...queues.sentJobs];
	await work();
	queues.sentJobs.push(...jobs);
	await work();
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, desk.organisation.id));
	expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
		[desk.user.email, other.email].map((email) => [email, `Report of ${desk.application.title}`]).sort(),
	);
	expect(mails[0]?.attachments).toEqual([expect.objectContaining({ name: expect.stringContaining("Report of") })]);
	expect((await desk.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "SUCCESS", done: 3, total: 3 });
});

test("a report's mail waits for as long as the provider asks", async () => {
	const { url, key } = inject("provider");
	const mail = { MAIL_TRANSPORT: "http", MAIL_API_URL: `${url}/emails`, MAIL_API_KEY: key };
	const organisationId = desk.organisation.id;
	const { email } = await createUser({ organisationId, email: `${organisationId}+patience@mail.example` });
	await send([email]);
	const bindings = { ...queues.bindings, ...mail } as Partial<Env>;
	await deliverJobs(queues.sentJobs.splice(0), { clock: desk.clock, bindings });
	expect(queues.jobDelays.at(-1)).toBe(300);
});

test("no address, a broken one and an unknown application are refused", async () => {
	expect((await send([])).body.fields).toEqual({ emails: ["Enter an email address"] });
	expect((await send(["nonsense"])).status).toBe(422);
	expect((await download("none")).body.code).toBe("application_unavailable");
	expect(queues.sentJobs).toEqual([]);
});
