import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { expect, inject, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { sweeps } from "#worker/background";
import { applications } from "#worker/database/schema/applications";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails, tasks } from "#worker/database/schema/records";
import { reportSchedules } from "#worker/database/schema/reminders";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import type { Env } from "#worker/env";
import { sweep } from "#worker/sweep/sweep";

type Body = Record<string, unknown>;
interface Refused {
	id: string;
	code?: string;
	fields?: Record<string, string[]>;
}

/** Opens an institution in Lagos whose clock begins at 10:00 on Friday, 20 November 2026, and a cron that a test fires. */
const openSchedules = async () => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	const organisationId = staff.organisation.id;
	const body = (more: Body = {}): Body => ({
		name: "Daily",
		applicationId: staff.application.id,
		frequency: "daily",
		weekday: null,
		monthDay: null,
		time: "08:00",
		recipients: [staff.user.id],
		enabled: true,
		...more,
	});
	return {
		queues,
		staff,
		organisationId,
		body,
		send: async (more: Body = {}): Promise<string> => {
			const { status, body: saved } = await staff.send<Refused>("POST", "/report-settings", body(more));
			if (status !== 201) throw new Error(JSON.stringify(saved));
			return saved.id;
		},
		tick: () => sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock }),
		deliver: async (bindings: Partial<Env> = {}) => {
			for (let round = 0; round < 10 && queues.sentJobs.length > 0; round++)
				await deliverJobs(queues.sentJobs.splice(0), {
					clock: staff.clock,
					bindings: { ...queues.bindings, ...bindings },
				});
		},
		async runAt(...at: Parameters<typeof Date.UTC>) {
			staff.clock.advance(Date.UTC(...at) - staff.clock.now());
			await this.tick();
			await this.deliver();
		},
		mails: async () =>
			(await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId))).map(
				({ recipient, subject, text }) => ({ recipient, subject, text }),
			),
		tasks: () => testDb().select().from(tasks).where(eq(tasks.organisationId, organisationId)),
	};
};

test("mails a report to each recipient every day at its hour, once, and says so in the list", async () => {
	const office = await openSchedules();
	const { staff, mails, organisationId } = office;
	const other = await createUser({ organisationId, privileges: ["appreport:r"] });
	const id = await office.send({ recipients: [staff.user.id, other.id] });
	await testDb().update(organisations).set({ courseAlias: "programme" }).where(eq(organisations.id, organisationId));
	const next = await staff.get<{ nextAt: number }>(`/report-settings/${id}`);
	expect(next.body.nextAt).toBe(Date.UTC(2026, 10, 21, 7, 0));
	await office.runAt(2026, 10, 21, 6, 59);
	expect(await mails()).toEqual([]);
	await office.runAt(2026, 10, 21, 7, 0);
	expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([staff.user.email, other.email].sort());
	expect((await mails())[0]).toMatchObject({
		subject: `Report of ${staff.application.title}`,
		text: expect.stringMatching(/by stage, programme and day, [\s\S]*every day by the schedule “Daily”/),
	});
	await office.runAt(2026, 10, 21, 7, 1);
	await office.runAt(2026, 10, 21, 23, 0);
	expect(await mails()).toHaveLength(2);
	await office.runAt(2026, 10, 22, 7, 0);
	expect(await mails()).toHaveLength(4);
	const [row] = await testDb().select().from(reportSchedules).where(eq(reportSchedules.id, id));
	expect(row).toMatchObject({ lastSent: 2, lastSentAt: Date.UTC(2026, 10, 22, 7, 0), problem: null });
});

test("mails nothing twice when the cron fires twice, is delivered again, or died after it had noted the day", async () => {
	const office = await openSchedules();
	const { staff, queues, mails } = office;
	const id = await office.send();
	staff.clock.advance(Date.UTC(2026, 10, 21, 7, 0) - staff.clock.now());
	await office.tick();
	await office.tick();
	const messages = [...queues.sentJobs];
	await Promise.all([1, 2].map(() => deliverJobs(messages, { clock: staff.clock, bindings: queues.bindings })));
	await office.deliver();
	expect(await mails()).toHaveLength(1);
	await testDb().update(reportSchedules).set({ nextAt: 0 }).where(eq(reportSchedules.id, id));
	await office.runAt(2026, 10, 21, 7, 30);
	expect([(await mails()).length, (await office.tasks()).length]).toEqual([1, 1]);
});

test("sends a weekly report in its week and a monthly one on the last day of a short month, each in its zone", async () => {
	const office = await openSchedules();
	await testDb()
		.update(organisations)
		.set({ timeZone: "Europe/London" })
		.where(eq(organisations.id, office.organisationId));
	await office.send({ name: "Weekly", frequency: "weekly", weekday: 7 });
	await office.send({ name: "Monthly", frequency: "monthly", monthDay: 31, time: "08:30" });
	const texts = async () => (await office.mails()).map(({ text }) => /schedule “(\w+)”/.exec(text)?.[1]);
	await office.runAt(2026, 10, 21, 12, 0);
	expect(await texts()).toEqual([]);
	await office.runAt(2026, 10, 22, 8, 0);
	expect(await texts()).toEqual(["Weekly"]);
	await office.runAt(2026, 10, 30, 8, 30);
	expect((await texts()).sort(), "the Sunday of the 29th was missed and made up for").toEqual([
		"Monthly",
		"Weekly",
		"Weekly",
	]);
	await office.runAt(2027, 2, 28, 6, 59);
	const before = (await texts()).length;
	await office.runAt(2027, 2, 28, 7, 0);
	expect((await texts()).length - before, "08:00 in London is an hour earlier from that Sunday on").toBe(1);
	await office.runAt(2027, 2, 28, 8, 0);
	expect((await texts()).length - before).toBe(1);
});

test("gives each recipient the applicants of their own places, and leaves out who may see reports no more", async () => {
	const office = await openSchedules();
	const { staff, organisationId } = office;
	const { facultyId } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: `other-${organisationId}`, levelId: "l", name: "Faculty of Law" });
	const [course, second] = staff.application.courses;
	await testDb()
		.update(courses)
		.set({ adminLevelItemId: facultyId })
		.where(eq(courses.id, course?.id ?? ""));
	await createApplicant(staff.application);
	await createApplicant(staff.application, { courseId: second?.id });
	const [dean, blocked, moved] = await Promise.all(
		[1, 2, 3].map(() => createUser({ organisationId, privileges: ["appreport:r"] })),
	);
	if (!dean || !blocked || !moved) throw new Error("no users");
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
	await office.send({ recipients: [staff.user.id, dean.id, blocked.id, moved.id] });
	await testDb().update(users).set({ blocked: true }).where(eq(users.id, blocked.id));
	staff.clock.advance(Date.UTC(2026, 10, 21, 7, 0) - staff.clock.now());
	await office.tick();
	await deliverJobs(office.queues.sentJobs.splice(0), { clock: staff.clock, bindings: office.queues.bindings });
	await testDb()
		.update(roles)
		.set({ privileges: [] })
		.where(eq(roles.id, `role-${moved.id}`));
	await office.deliver();
	expect((await office.mails()).map(({ recipient }) => recipient).sort()).toEqual(
		[dean.email, staff.user.email].sort(),
	);
	const started = await office.tasks();
	expect(started.map(({ createdBy }) => createdBy).sort()).toEqual([dean.id, moved.id, staff.user.id].sort());
	expect(started.find(({ createdBy }) => createdBy === moved.id)).toMatchObject({ status: "FAILED" });
	const applicantsFor = async (userId: string) => {
		const { result } = started.find(({ createdBy }) => createdBy === userId) ?? {};
		const file = await env.FILES.get(String((result as { objectKey?: string } | undefined)?.objectKey));
		const { sheets } = await readXlsx(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)));
		return sheets[0]?.rows.at(-1)?.[1];
	};
	expect([await applicantsFor(staff.user.id), await applicantsFor(dean.id)]).toEqual([2, 1]);
});

test("says when nobody is left or the application is gone, and sends nothing while it is disabled", async () => {
	const office = await openSchedules();
	const { staff, organisationId } = office;
	const reader = await createUser({ organisationId, privileges: ["appreport:r"] });
	const id = await office.send({ recipients: [reader.id] });
	await office.send({ name: "Disabled", enabled: false });
	await testDb().update(users).set({ blocked: true }).where(eq(users.id, reader.id));
	await office.runAt(2026, 10, 21, 7, 0);
	const problem = async () =>
		(await testDb().select().from(reportSchedules).where(eq(reportSchedules.id, id)))[0]?.problem;
	expect(await problem()).toContain("None of its recipients");
	await testDb().delete(applications).where(eq(applications.id, staff.application.id));
	await office.runAt(2026, 10, 22, 7, 0);
	expect(await problem()).toContain("application was deleted");
	expect(await office.tasks()).toEqual([]);
});

test("waits as long as the provider asks and then mails it", async () => {
	const office = await openSchedules();
	const { staff, organisationId, queues } = office;
	const { url, key } = inject("provider");
	const slow = await createUser({
		organisationId,
		email: `${organisationId}+retryafter@mail.example`,
		privileges: ["appreport:r"],
	});
	await office.send({ recipients: [slow.id] });
	staff.clock.advance(Date.UTC(2026, 10, 21, 7, 0) - staff.clock.now());
	await office.tick();
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
	const failing = { MAIL_TRANSPORT: "http", MAIL_API_URL: `${url}/emails`, MAIL_API_KEY: key } as Partial<Env>;
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: { ...queues.bindings, ...failing } });
	expect(queues.jobDelays.at(-1)).toBe(300);
	expect(await office.mails()).toEqual([]);
	await office.deliver();
	expect((await office.mails()).map(({ recipient }) => recipient)).toEqual([slow.email]);
});

test("mails a report that a kill has left behind: after its row, whose job was lost, and after its mail", async () => {
	const office = await openSchedules();
	const { staff, queues } = office;
	await office.send();
	staff.clock.advance(Date.UTC(2026, 10, 21, 7, 0) - staff.clock.now());
	await office.tick();
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
	expect([queues.sentJobs.splice(0).length, (await office.tasks()).length, (await office.mails()).length]).toEqual([
		1, 1, 0,
	]);
	staff.clock.advance(30 * 60_000);
	await office.tick();
	await deliverJobs(queues.sentJobs.splice(0), {
		clock: staff.clock,
		bindings: { ...queues.bindings, DB: dyingAfterMail(office.mails) },
	});
	expect(await office.mails(), "mailed, and not noted").toHaveLength(1);
	expect((await office.tasks())[0]?.status).not.toBe("SUCCESS");
	for (let round = 0; round < 3; round++) {
		staff.clock.advance(30 * 60_000);
		await office.tick();
		await office.deliver();
	}
	expect([(await office.mails()).length, (await office.tasks()).map(({ status }) => status)]).toEqual([1, ["SUCCESS"]]);
});

/** Returns a database that answers no write of several statements once there is a mail. */
const dyingAfterMail = (mails: () => Promise<readonly unknown[]>) =>
	replacing(env.DB, {
		withSession: (...given: Parameters<D1Database["withSession"]>) =>
			replacing(env.DB.withSession(...given), {
				batch: async (statements: D1PreparedStatement[]) => {
					if ((await mails()).length > 0) throw new Error("killed");
					return env.DB.batch(statements);
				},
			}),
		batch: async (statements: D1PreparedStatement[]) => {
			if ((await mails()).length > 0) throw new Error("killed");
			return env.DB.batch(statements);
		},
	});

test("sends a report now, once for a key and once a minute, and at its time nevertheless", async () => {
	const office = await openSchedules();
	const { staff } = office;
	const id = await office.send();
	const now = (key?: string) =>
		staff.send<Refused & { recipients: number }>("POST", `/report-settings/${id}/send`, undefined, key);
	const responses = await Promise.all([now("key-one-of-it"), now("key-one-of-it")]);
	expect(responses.some(({ status, body }) => status === 200 && body.recipients === 1)).toBe(true);
	await office.deliver();
	expect(await office.mails()).toHaveLength(1);
	const again = await now("key-two-of-it");
	expect([again.status, again.body.code]).toEqual([409, "schedule_just_sent"]);
	staff.clock.advance(61_000);
	expect((await now("key-three-of-it")).status).toBe(200);
	await office.runAt(2026, 10, 21, 7, 0);
	expect(await office.mails()).toHaveLength(3);
	const stranger = await signIn(
		await createUser({ organisationId: office.organisationId, privileges: ["reminder:r"] }),
		staff.clock.now(),
	);
	const response = await staff.request(`/report-settings/${id}/send`, { method: "POST", headers: stranger.headers });
	expect(response.status).toBe(403);
});

test("refuses, beside its field, what could not be sent; and lists who may get reports", async () => {
	const { staff, body, organisationId } = await openSchedules();
	const other = await createUser({ organisationId, privileges: ["reminder:c"] });
	const save = async (more: Body) => {
		const { status, body: problem } = await staff.send<Refused>("POST", "/report-settings", body(more));
		return [status, Object.keys(problem.fields ?? {})];
	};
	expect(await save({ frequency: "weekly" })).toEqual([422, ["weekday"]]);
	expect(await save({ frequency: "monthly", weekday: 1 })).toEqual([422, ["monthDay"]]);
	expect(await save({ applicationId: "none" })).toEqual([404, ["applicationId"]]);
	expect(await save({ recipients: [other.id] })).toEqual([422, ["recipients"]]);
	expect(await save({ recipients: [] })).toEqual([422, ["recipients"]]);
	expect(await save({ monthDay: 32 })).toEqual([422, ["monthDay"]]);
	const { data } = (await staff.get<{ data: { id: string }[] }>("/report-settings/recipients")).body;
	expect(data.map(({ id }) => id)).toEqual([staff.user.id]);
});

test("is saved and deleted by nobody whose role is for a part of the institution", async () => {
	const office = await openSchedules();
	const { staff, organisationId, body } = office;
	const { facultyId } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: `law-${organisationId}`, levelId: "l", name: "Law" });
	const id = await office.send();
	const dean = await createUser({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
	const { headers } = await signIn(dean, staff.clock.now());
	for (const [method, path, sent] of [
		["POST", "", body({ name: "Mine" })],
		["PUT", `/${id}`, body({ name: "Mine" })],
		["DELETE", `/${id}`, undefined],
	] as const) {
		const init = { method, headers, ...(sent && { body: JSON.stringify(sent) }) };
		const refused = await staff.request(`/report-settings${path}`, init);
		expect([method, refused.status, await refused.json()]).toEqual([
			method,
			403,
			expect.objectContaining({ code: "whole_institution_needed" }),
		]);
	}
	expect((await staff.get(`/report-settings/${id}`)).body).toMatchObject({ name: "Daily" });
});
