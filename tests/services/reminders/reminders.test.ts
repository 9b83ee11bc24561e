import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createMany } from "#tests/services/applicants/services-fixture";
import { refused, serverDown } from "#tests/services/emails/mail-fixture";
import { dayMs, hourMs, openReminders } from "#tests/services/reminders/reminders-fixture";
import {
	createReferee,
	createStructure,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants, referees } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails } from "#worker/database/schema/records";
import { reminderSends, reminders } from "#worker/database/schema/reminders";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { templates } from "#worker/database/schema/workflows";
import type { Env } from "#worker/env";
import { everywhere } from "#worker/http/places";
import { claimPeople } from "#worker/services/reminders/writes";

interface DryRun {
	total: number;
	first: { id: string; name: string; about: string }[];
}

test("writes to each applicant whose form is not submitted once, at its time, and says so in their record", async () => {
	const office = await openReminders();
	const { staff, remind, applicant, addresses, sent, reminder, read } = office;
	const [late, fresh, done] = [await applicant(5), await applicant(1), await applicant(5, { hasForm: true })];
	await testDb().update(applicants).set({ submittedAt: 1 }).where(eq(applicants.id, done.id));
	const id = await remind();
	const { body } = await staff.get<DryRun>(`/reminders/${id}/dry-run`);
	expect(body).toEqual({
		total: 1,
		first: [{ id: late.id, name: "Adaeze Chinonso Okafor", about: late.applicationNumber }],
	});
	await office.run();
	expect(addresses(), "it is not 12:00 yet").toEqual([]);
	staff.clock.advance(2 * hourMs);
	await office.run();
	expect(addresses()).toEqual([late.email]);
	expect(sent[0]).toMatchObject({ subject: "Finish, Adaeze", text: expect.stringContaining(late.applicationNumber) });
	staff.clock.advance(60_000);
	await office.run();
	expect((await read<DryRun>(`/reminders/${id}/dry-run`)).total).toBe(0);
	const { data } = await read<{ data: { lastSent: number; nextAt: number }[] }>("/reminders");
	expect(data[0]).toMatchObject({ lastSent: 1, nextAt: Date.UTC(2026, 10, 21, 11, 0) });
	const [email] = (await read<{ data: { senderUsername: string }[] }>(`/email/candidates/${late.id}`)).data;
	expect(email).toMatchObject({ status: "SENT", senderUsername: "Reminder: Finish your form" });
	expect(await office.log()).toMatchObject([
		{
			applicantId: late.id,
			actorId: null,
			reviewedBy: "Reminder “Finish your form”",
			reason: "Email sent: Finish, Adaeze",
		},
	]);
	staff.clock.advance(2 * dayMs);
	await office.run();
	expect(addresses(), "the next has waited for three days").toEqual([fresh.email, late.email].sort());
	expect(await reminder(id)).toMatchObject({ lastSent: 1, problem: null });
});

test("writes nothing twice when the cron fires twice, or is delivered again, together or later", async () => {
	const office = await openReminders();
	const { staff, sentJobs, deliverAgain, applicant, addresses, remind, tick } = office;
	for (let index = 0; index < 5; index++) await applicant(4);
	await remind();
	staff.clock.advance(3 * hourMs);
	await tick();
	await tick();
	const messages = sentJobs.splice(0);
	expect(messages.length).toBeGreaterThan(1);
	await Promise.all([deliverAgain(messages), deliverAgain(messages), deliverAgain(messages)]);
	await office.run();
	await deliverAgain(messages);
	await office.run();
	expect(new Set(addresses()).size).toBe(5);
	expect(addresses()).toHaveLength(5);
});

test("goes on where a delivery died halfway, and leaves out nobody who was noted", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, reminder, organisationId } = office;
	for (let index = 0; index < 3; index++) await applicant(4);
	const id = await remind();
	staff.clock.advance(3 * hourMs);
	await testDb().run(sql`INSERT INTO mailings (organisation_id, id, application_id, subject, content, status, send_after,
		reminder_id, created_by, sender_username, created_at)
		VALUES (${organisationId}, 'half', ${staff.application.id}, 'Half', '<p>Half</p>', 'gathering', 1, ${id}, '', 'r', 1)`);
	await testDb().run(sql`INSERT INTO reminder_sends (organisation_id, reminder_id, subject_id, occasion, mailing_id, created_at)
		SELECT ${organisationId}, ${id}, id, '', 'half', ${staff.clock.now()} FROM applicants
		WHERE organisation_id = ${organisationId} LIMIT 2`);
	await testDb()
		.update(reminders)
		.set({ nextAt: staff.clock.now() + 5 * 60_000 })
		.where(eq(reminders.id, id));
	await office.run();
	expect(addresses(), "another delivery may be at work").toEqual([]);
	staff.clock.advance(6 * 60_000);
	await office.run();
	expect(new Set(addresses()).size).toBe(3);
	expect(addresses()).toHaveLength(3);
	expect(await reminder(id)).toMatchObject({ lastSent: 3 });
});

test("holds what falls into the quiet hours to the morning, in the institution's zone", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, organisationId } = office;
	await applicant(4);
	await testDb().update(organisations).set({ timeZone: "Asia/Kolkata" }).where(eq(organisations.id, organisationId));
	const id = await remind({ time: "22:30" });
	const row = await staff.get<{ nextAt: number }>(`/reminders/${id}`);
	expect(row.body.nextAt, "07:00 in Kolkata").toBe(Date.UTC(2026, 10, 21, 1, 30));
	for (const at of [Date.UTC(2026, 10, 20, 17, 30), Date.UTC(2026, 10, 21, 1, 29)]) {
		staff.clock.advance(at - staff.clock.now());
		await office.run();
		expect(addresses()).toEqual([]);
	}
	staff.clock.advance(60_000);
	await office.run();
	expect(addresses()).toHaveLength(1);
});

test("sends nothing at night when the cron comes late, nor what an outage has held until then", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, transport, deliver } = office;
	await applicant(4);
	await remind({ time: "20:50" });
	const nine = Date.UTC(2026, 10, 20, 20, 0);
	staff.clock.advance(nine - staff.clock.now());
	await office.run();
	expect(addresses(), "the cron was away until 21:00").toEqual([]);
	staff.clock.advance(Date.UTC(2026, 10, 21, 6, 0) - staff.clock.now());
	await office.run();
	expect(addresses()).toHaveLength(1);
	await applicant(4);
	transport.onSend = () => {
		throw serverDown();
	};
	staff.clock.advance(Date.UTC(2026, 10, 21, 19, 50) - staff.clock.now());
	await office.tick();
	await deliver();
	await deliver();
	const [waiting] = office.sentJobs.splice(0);
	transport.onSend = () => undefined;
	staff.clock.advance(3 * hourMs);
	if (waiting) await office.deliverAgain([waiting]);
	expect(addresses(), "it is 23:50").toHaveLength(1);
	expect(office.jobDelays.at(-1)).toBeGreaterThan(7 * 3_600);
	staff.clock.advance(8 * hourMs);
	if (waiting) await office.deliverAgain([waiting]);
	expect(addresses()).toHaveLength(2);
});

test("fires at its time in each of two zones, and again at another moment when the zone is changed", async () => {
	const [lagos, auckland] = [await openReminders(), await openReminders()];
	await testDb()
		.update(organisations)
		.set({ timeZone: "Pacific/Auckland" })
		.where(eq(organisations.id, auckland.organisationId));
	for (const one of [lagos, auckland]) {
		await one.applicant(4);
		await one.remind({ time: "09:00" });
		await one.run();
		expect(one.addresses()).toEqual([]);
	}
	const moveTo = (moment: number) => {
		for (const { staff } of [lagos, auckland]) staff.clock.advance(moment - staff.clock.now());
	};
	moveTo(Date.UTC(2026, 10, 20, 20, 0));
	await auckland.run();
	expect([auckland.addresses().length, lagos.addresses().length]).toEqual([1, 0]);
	moveTo(Date.UTC(2026, 10, 21, 8, 0));
	await lagos.run();
	expect([auckland.addresses().length, lagos.addresses().length]).toEqual([1, 1]);
	await lagos.applicant(4);
	await testDb()
		.update(organisations)
		.set({ timeZone: "America/New_York" })
		.where(eq(organisations.id, lagos.organisationId));
	moveTo(Date.UTC(2026, 10, 21, 14, 0));
	await lagos.run();
	expect(lagos.addresses(), "09:00 in New York").toHaveLength(2);
});

test("writes to those without a successful payment, within the days before the deadline, once for each deadline", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, closesIn } = office;
	const [unpaid, failed, paid] = [await applicant(1), await applicant(1), await applicant(1)];
	const [refunded, partly] = [await applicant(1), await applicant(1)];
	await createTransaction(failed, { status: "failed" });
	await createTransaction(paid);
	await createTransaction(refunded, { amount: 500, gatewayCharge: 20, reversedAmount: 520 });
	await createTransaction(partly, { amount: 500, gatewayCharge: 20, reversedAmount: 500 });
	await closesIn(10);
	const id = await remind({ audience: "unpaid", timing: "before", days: 7 });
	expect((await staff.get<DryRun>(`/reminders/${id}/dry-run`)).body.total, "it closes in ten days").toBe(0);
	staff.clock.advance(3 * dayMs + 2 * hourMs);
	await office.run();
	expect(addresses()).toEqual([failed.email, refunded.email, unpaid.email].sort());
	staff.clock.advance(dayMs);
	await office.run();
	expect(addresses()).toHaveLength(3);
	await closesIn(5);
	await office.run();
	staff.clock.advance(dayMs);
	await office.run();
	expect(addresses(), "the deadline is another one").toHaveLength(6);
});

test("reminds of a deadline who has not submitted or lacks a reference, but nobody accepted or declined", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, closesIn } = office;
	const [, accepted] = staff.application.steps;
	const [unfinished, unreferenced] = [await applicant(1), await applicant(1, { hasForm: true })];
	const [complete, admitted] = [await applicant(1, { hasForm: true }), await applicant(1, { stepId: accepted?.id })];
	for (const { id } of [unreferenced, complete])
		await testDb().update(applicants).set({ submittedAt: 1 }).where(eq(applicants.id, id));
	await createReferee(unreferenced);
	expect(admitted.stepId).toBe(accepted?.id);
	await closesIn(3);
	await remind({ audience: "deadline", timing: "before", days: 5 });
	staff.clock.advance(3 * hourMs);
	await office.run();
	expect(addresses()).toEqual([unfinished.email, unreferenced.email].sort());
});

const refereeLayout = {
	sections: [
		{
			id: "reference",
			title: "Reference",
			refereeSectionType: "academic",
			rows: [{ id: "r", cols: [{ fieldId: "words", type: "text", props: { label: "Your reference" } }] }],
		},
	],
};

test("writes to referees who have not answered, with the template's text and a new link, once each", async () => {
	const office = await openReminders({ layout: refereeLayout });
	const { staff, applicant, remind, organisationId, reminder } = office;
	const one = await applicant(10, { hasForm: true });
	const asked = await createReferee(one, { kind: "academic", invitedAt: staff.clock.now() - 8 * dayMs });
	await createReferee(one, { kind: "academic", invitedAt: staff.clock.now() - dayMs });
	await createReferee(one, { kind: "academic", status: "submitted" });
	const id = await remind({ audience: "referees", days: 7 });
	const { body } = await staff.get<DryRun>(`/reminders/${id}/dry-run`);
	expect(body).toMatchObject({ total: 1, first: [{ id: one.id, name: asked.name }] });
	staff.clock.advance(3 * hourMs);
	await office.run();
	await office.run();
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	expect(mails).toHaveLength(1);
	expect(mails[0]).toMatchObject({ recipient: asked.email, subject: "Finish, Adaeze" });
	expect(mails[0]?.html).toMatch(new RegExp(`Dear ${asked.name}.*${one.applicationNumber}[\\s\\S]*/referee/`));
	expect(await reminder(id)).toMatchObject({ lastSent: 1 });
	const logged = await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, one.id));
	expect(logged.some(({ reviewedBy }) => reviewedBy === "Reminder “Finish your form”")).toBe(true);
	staff.clock.advance(2 * dayMs);
	await testDb().update(referees).set({ invitedAt: 1 }).where(eq(referees.id, asked.id));
	await office.run();
	const later = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	expect(later.filter(({ recipient }) => recipient === asked.email)).toHaveLength(1);
});

test("writes to a referee later whose mail failed the first time, or whose delivery died, and then once", async () => {
	const office = await openReminders({ layout: refereeLayout });
	const { staff, applicant, remind, organisationId } = office;
	const one = await applicant(10, { hasForm: true });
	const asked = await createReferee(one, { kind: "academic", invitedAt: staff.clock.now() - 8 * dayMs });
	await remind({ audience: "referees", days: 7 });
	staff.clock.advance(3 * hourMs);
	const arrived = () => testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	await office.tick();
	const down: Partial<Env> = { MAIL_TRANSPORT: "http", MAIL_API_URL: "http://127.0.0.1:9/emails", MAIL_API_KEY: "k" };
	await office.deliver({ bindings: { ...office.bindings, ...down } });
	expect(await arrived()).toEqual([]);
	expect((await office.sends())[0]).toMatchObject({ attempts: 1, dueAt: staff.clock.now() + 10 * 60_000 });
	await office.run();
	expect(await arrived(), "not before the gap is over").toEqual([]);
	staff.clock.advance(11 * 60_000);
	await office.tick();
	// why: a delivery that took the referee and died has noted nothing but its lease.
	await testDb()
		.update(reminderSends)
		.set({ dueAt: staff.clock.now() + 5 * 60_000, attempts: 2 })
		.where(eq(reminderSends.organisationId, organisationId));
	await office.run();
	expect(await arrived()).toEqual([]);
	for (let round = 0; round < 3; round++) {
		staff.clock.advance(6 * 60_000);
		await office.run();
	}
	expect((await arrived()).map(({ recipient }) => recipient)).toEqual([asked.email]);
});

test("says when the template was deleted meanwhile, writes to nobody, and goes on with another one", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, reminder, templateId, organisationId } = office;
	await applicant(4);
	const id = await remind();
	const isTemplate = and(eq(templates.organisationId, organisationId), eq(templates.id, templateId));
	await testDb().update(templates).set({ active: false }).where(isTemplate);
	staff.clock.advance(3 * hourMs);
	await office.run();
	expect(addresses()).toEqual([]);
	expect((await reminder(id))?.problem).toContain("template");
	await testDb().update(templates).set({ active: true }).where(isTemplate);
	staff.clock.advance(dayMs);
	await office.run();
	expect(addresses()).toHaveLength(1);
	expect((await reminder(id))?.problem).toBeNull();
});

test("is not sent while it is disabled, nor on the day on which it was saved after its time", async () => {
	const office = await openReminders();
	const { staff, applicant, addresses, remind, body } = office;
	await applicant(4);
	const id = await remind({ time: "08:00", enabled: false });
	await office.run();
	expect(addresses()).toEqual([]);
	expect((await staff.send("PUT", `/reminders/${id}`, body({ time: "08:00" }))).status).toBe(200);
	await office.run();
	expect(addresses()).toEqual([]);
	staff.clock.advance(dayMs);
	await office.run();
	expect(addresses()).toHaveLength(1);
});

test("keeps to open, active applications, and to the one that it names", async () => {
	const office = await openReminders();
	const { staff, applicant, remind } = office;
	await applicant(4);
	const id = await remind({ applicationId: staff.application.id });
	const isApplication = eq(applications.id, staff.application.id);
	const total = async () => (await staff.get<DryRun>(`/reminders/${id}/dry-run`)).body.total;
	expect(await total()).toBe(1);
	for (const closed of [
		{ active: false },
		{ active: true, endsAt: staff.clock.now() },
		{ endsAt: null, startsAt: Number.MAX_SAFE_INTEGER },
	]) {
		await testDb().update(applications).set(closed).where(isApplication);
		expect(await total()).toBe(0);
	}
	await testDb().delete(applications).where(isApplication);
	staff.clock.advance(dayMs);
	await office.run();
	expect((await office.reminder(id))?.problem).toContain("application was deleted");
});

test("refuses, beside its field, what could not be sent", async () => {
	const { staff, body, templateId, organisationId } = await openReminders();
	const save = async (more: Record<string, unknown>) => {
		const { status, body: problem } = await staff.send<{ fields?: Record<string, string[]> }>(
			"POST",
			"/reminders",
			body(more),
		);
		return [status, Object.keys(problem.fields ?? {})];
	};
	expect(await save({ audience: "deadline", timing: "after" })).toEqual([422, ["timing"]]);
	expect(await save({ applicationId: "none" })).toEqual([404, ["applicationId"]]);
	expect(await save({ templateId: "none" })).toEqual([422, ["templateId"]]);
	expect(await save({ time: "25:00" })).toEqual([422, ["time"]]);
	expect(await save({ days: 366 })).toEqual([422, ["days"]]);
	const isTemplate = and(eq(templates.organisationId, organisationId), eq(templates.id, templateId));
	for (const content of ["<p>{{comment}}</p>", "<p>{{shoeSize}}</p>"]) {
		await testDb().update(templates).set({ content }).where(isTemplate);
		expect(await save({})).toEqual([422, ["templateId"]]);
	}
});

test("is saved and deleted by nobody whose role is for a part of the institution, whose dry run counts their own applicants", async () => {
	const office = await openReminders();
	const { staff, applicant, remind, body, organisationId } = office;
	const { facultyId } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: `law-${organisationId}`, levelId: "l", name: "Law" });
	await applicant(4);
	const id = await remind();
	const dean = await createUser({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
	const { headers } = await signIn(dean, staff.clock.now());
	const save = await staff.request("/reminders", {
		method: "POST",
		headers,
		body: JSON.stringify(body({ name: "Mine" })),
	});
	expect([save.status, await save.json()]).toEqual([
		403,
		expect.objectContaining({ code: "whole_institution_needed" }),
	]);
	const remove = await staff.request(`/reminders/${id}`, { method: "DELETE", headers });
	expect([remove.status, await remove.json()]).toEqual([
		403,
		expect.objectContaining({ code: "whole_institution_needed" }),
	]);
	expect((await staff.get(`/reminders/${id}`)).status).toBe(200);
	const own = async () => (await (await staff.request(`/reminders/${id}/dry-run`, { headers })).json()) as DryRun;
	expect((await own()).total).toBe(0);
	await testDb().update(courses).set({ adminLevelItemId: facultyId }).where(eq(courses.organisationId, organisationId));
	expect((await own()).total).toBe(1);
});

test("a round that goes on when its reminder is deleted notes nobody any more", async () => {
	const office = await openReminders();
	const { staff, applicant, remind, organisationId } = office;
	await applicant(4);
	const id = await remind();
	const row = await office.reminder(id);
	if (!row) throw new Error("the reminder is not there");
	const hours = { timeZone: "Africa/Lagos", quietFrom: "21:00", quietUntil: "07:00" };
	const ctx = { ...staff.clock, db: testDb(), organisationId, scope: everywhere } as unknown as OrgContext;
	const { id: applicationId, title } = staff.application;
	const claim = () =>
		claimPeople(ctx, {
			plan: { reminder: row, hours },
			application: { id: applicationId, title, endsAt: null },
			mailingId: null,
		});
	expect((await staff.send("DELETE", `/reminders/${id}`)).status).toBe(200);
	expect([await claim(), await office.sends()]).toEqual([0, []]);
	await testDb().insert(reminders).values(row);
	expect(await claim()).toBe(1);
});

test("a dry run shows names only to users who may see applicants", async () => {
	const office = await openReminders();
	const { staff, applicant, remind, organisationId } = office;
	await applicant(4);
	const id = await remind();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["reminder:r"] }), staff.clock.now());
	const response = await staff.request(`/reminders/${id}/dry-run`, { headers });
	expect(await response.json()).toMatchObject({ total: 1, first: [] });
	expect((await staff.get("/reminders/none/dry-run")).status).toBe(404);
});

test("writes to ten thousand, in batches, none twice while the provider fails now and then", async () => {
	const office = await openReminders();
	const { staff, remind, transport, addresses } = office;
	await createMany({ ...staff.application, steps: staff.application.steps.slice(0, 1) }, 10_000);
	const id = await remind({ days: 0 });
	expect((await staff.get<DryRun>(`/reminders/${id}/dry-run`)).body.total).toBe(10_000);
	staff.clock.advance(3 * hourMs);
	await office.tick();
	await office.deliver();
	const [mailing, ...others] = await office.mailings();
	expect([mailing?.status, mailing?.reminderId, others]).toEqual(["ready", id, []]);
	const mails = await office.mails();
	expect([mails.length, new Set(mails.map(({ applicantId }) => applicantId)).size]).toEqual([10_000, 10_000]);
	expect(await office.reminder(id)).toMatchObject({ lastSent: 10_000 });
	let failures = 0;
	transport.onSend = (_, before) => {
		if (before.length % 7 === 6 && failures++ < 3) throw refused();
		if (before.length > 60) throw serverDown();
	};
	await office.deliver();
	expect(new Set(addresses()).size).toBe(addresses().length);
	expect(addresses().length).toBeGreaterThan(50);
}, 60_000);
