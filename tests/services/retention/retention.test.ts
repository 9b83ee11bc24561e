import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createUser, signIn, testDb } from "#tests/support/factories";
import { bindRole } from "#tests/support/two-places";
import { sweeps } from "#worker/background";
import { dayMs } from "#worker/contract/day-ms";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { erasedApplicants, retentionRules } from "#worker/database/schema/privacy";
import { notifications } from "#worker/database/schema/records";
import { sweep } from "#worker/sweep/sweep";

let staff: Awaited<ReturnType<typeof openServicesFixture>>;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

const monthMs = 31 * dayMs;
const ago = (months: number) => staff.clock.now() - months * monthMs;

/** Fires the cron, and delivers what it put on the queues until nothing is left. */
const run = async () => {
	const delivery = { bindings: queues.bindings, clock: staff.clock };
	await sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
	for (let round = 0; round < 20 && queues.sentJobs.length + queues.sentEvents.length > 0; round += 1) {
		await deliverEvents(queues.sentEvents.splice(0), delivery);
		await deliverJobs(queues.sentJobs.splice(0), delivery);
	}
};

/** An application that closed 13 months ago, with applicants at its first and last stage. */
const openClosed = async (closedMonthsAgo: number | null = 13) => {
	const application = await createApplication(staff.organisation.id, {
		title: `2025 Admission, closed ${closedMonthsAgo}`,
	});
	const endsAt = closedMonthsAgo === null ? null : ago(closedMonthsAgo);
	await testDb().update(applications).set({ endsAt }).where(eq(applications.id, application.id));
	const [registration, , , declined] = application.steps;
	const at = async (stepId: string | undefined, months: number) => {
		const applicant = await createApplicant(application, { stepId: stepId ?? "", stageChangedAt: ago(months) });
		// why after: the factory hands in every form.
		await testDb().update(applicants).set({ submittedAt: null }).where(eq(applicants.id, applicant.id));
		return applicant;
	};
	return {
		application,
		old: [await at(registration?.id, 14), await at(registration?.id, 20)],
		recent: await at(registration?.id, 2),
		declined: await at(declined?.id, 14),
	};
};

const ruleOf = (applicationId: string, more: object = {}) => ({
	name: "Never submitted",
	applicationId,
	outcome: "never_submitted",
	months: 12,
	enabled: false,
	...more,
});

/** Saves a rule, which is enabled afterwards. */
const enable = async (body: object) => {
	const saved = await staff.send<{ id: string; version: number }>("POST", "/retention-rules", body);
	expect(saved.status).toBe(201);
	const { id, version } = saved.body;
	const enabled = await staff.send("PUT", `/retention-rules/${id}`, { ...body, enabled: true, version });
	expect(enabled.status).toBe(200);
	return id;
};
const left = async (applicationId: string) =>
	(await testDb().select({ id: applicants.id }).from(applicants).where(eq(applicants.applicationId, applicationId)))
		.map(({ id }) => id)
		.sort();
const told = () =>
	testDb()
		.select()
		.from(notifications)
		.where(and(eq(notifications.organisationId, staff.organisation.id), eq(notifications.userId, staff.user.id)));

it("counts by stage who would be erased, before the rule is enabled and without erasing anybody", async () => {
	const { application } = await openClosed();
	const saved = await staff.send<{ id: string }>("POST", "/retention-rules", ruleOf(application.id));
	expect((await staff.get<object>(`/retention-rules/${saved.body.id}/dry-run`)).body).toMatchObject({
		stages: [{ name: "Registration", applicants: 2, isExact: true }],
		closesAt: ago(13),
	});
	await run();
	expect((await left(application.id)).length).toBe(4);
	expect(await told()).toEqual([]);
});

it("announces to those who may erase applicants, and erases a week later who was due then", async () => {
	const { application, old, recent, declined } = await openClosed();
	await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
	const id = await enable(ruleOf(application.id));
	await run();
	const notices = await testDb()
		.select()
		.from(notifications)
		.where(eq(notifications.organisationId, staff.organisation.id));
	expect(notices.map(({ userId }) => userId)).toEqual([staff.user.id]);
	expect(notices[0]?.message).toContain("Never submitted: 2");
	expect(await staff.get<object>(`/retention-rules/${id}`)).toMatchObject({
		body: { erasesAt: staff.clock.now() + 7 * dayMs, lastErased: null },
	});
	staff.clock.advance(6 * dayMs);
	await run();
	expect((await left(application.id)).length).toBe(4);
	staff.clock.advance(dayMs);
	await run();
	expect(await left(application.id)).toEqual([declined.id, recent.id].sort());
	const erased = await testDb()
		.select()
		.from(erasedApplicants)
		.where(eq(erasedApplicants.applicationId, application.id));
	expect(erased.map((row) => row.id).sort()).toEqual(old.map((row) => row.id).sort());
	expect(erased[0]).toMatchObject({ reason: "Retention rule “Never submitted”", erasedBy: "" });
	const [rule] = await testDb().select().from(retentionRules).where(eq(retentionRules.id, id));
	expect(rule).toMatchObject({ announcedAt: null, lastErased: 2, nextAt: staff.clock.now() + dayMs });
});

it("spares who was moved on after the notice, and begins anew when the rule is changed or disabled", async () => {
	const { application, old } = await openClosed();
	const body = ruleOf(application.id);
	const id = await enable(body);
	await run();
	const [spared] = old;
	await testDb()
		.update(applicants)
		.set({ stepId: application.steps[1]?.id ?? "", stageChangedAt: staff.clock.now() })
		.where(eq(applicants.id, spared?.id ?? ""));
	const read = async () => (await staff.get<{ version: number }>(`/retention-rules/${id}`)).body;
	const { version } = await read();
	await staff.send("PUT", `/retention-rules/${id}`, { ...body, enabled: false, version });
	await run();
	const disabled = await read();
	expect(disabled).toMatchObject({ erasesAt: null });
	// why at once: a session ends sooner than a week.
	await staff.send("PUT", `/retention-rules/${id}`, { ...body, enabled: true, version: disabled.version });
	await run();
	expect(await read()).toMatchObject({ erasesAt: staff.clock.now() + 7 * dayMs });
	staff.clock.advance(7 * dayMs);
	await run();
	expect(await left(application.id)).toContain(spared?.id);
	expect((await left(application.id)).length).toBe(3);
});

it("erases nobody of an application that is open, closed too lately, or has no end", async () => {
	const opened = [];
	for (const closed of [-1, 3, null]) {
		const { application } = await openClosed(closed);
		await enable(ruleOf(application.id, { name: `Closed ${closed}` }));
		opened.push({ closed, id: application.id });
	}
	await run();
	staff.clock.advance(7 * dayMs);
	await run();
	for (const { closed, id } of opened) expect([closed, (await left(id)).length]).toEqual([closed, 4]);
	expect(await told()).toEqual([]);
});

it("refuses a new rule that is enabled, wrong months, another application, and users who may not erase", async () => {
	const { application } = await openClosed();
	const send = (more: object) =>
		staff.send<{ fields?: object }>("POST", "/retention-rules", ruleOf(application.id, more));
	expect((await send({ enabled: true })).body.fields).toEqual({
		enabled: ["Save the rule first, and check which applicants it would erase. Then enable it."],
	});
	for (const months of [0, 1.5, 241, "12"])
		expect((await send({ months })).body.fields).toEqual({ months: ["Enter a whole number of months from 1 to 240"] });
	expect((await send({ outcome: "accepted" })).body.fields).toEqual({ outcome: ["Choose who is erased"] });
	expect((await send({ applicationId: "elsewhere" })).status).toBe(404);
	expect((await staff.get("/retention-rules/nothing/dry-run")).status).toBe(404);
	const reader = await openServicesFixture({ privileges: ["candidate:u"] });
	expect((await reader.get("/retention-rules")).status).toBe(403);
});

it("spares who has submitted, wherever they are, and who is moved after their erasure was begun", async () => {
	const { application, old } = await openClosed();
	const [submitted, moved] = old;
	await testDb()
		.update(applicants)
		.set({ submittedAt: ago(15) })
		.where(eq(applicants.id, submitted?.id ?? ""));
	await enable(ruleOf(application.id));
	await run();
	staff.clock.advance(7 * dayMs);
	// why by hand: the applicant is moved between the errand, which begins the run, and the run's first slice.
	const delivery = { bindings: queues.bindings, clock: staff.clock };
	await sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
	await deliverJobs(queues.sentJobs.splice(0), delivery);
	await testDb()
		.update(applicants)
		.set({ stepId: application.steps[1]?.id ?? "", stageChangedAt: staff.clock.now() })
		.where(eq(applicants.id, moved?.id ?? ""));
	await run();
	expect(await left(application.id)).toEqual(expect.arrayContaining([submitted?.id, moved?.id]));
	expect((await left(application.id)).length).toBe(4);
});

it.for([
	["somebody hands their form in", 3],
	["the application is opened again", 4],
	["the rule is disabled", 4],
	["the rule is made to wait longer", 4],
] as const)("erases nobody more once %s, after the erasure was begun", async ([what, remaining]) => {
	const { application, old } = await openClosed();
	await enable(ruleOf(application.id));
	await run();
	staff.clock.advance(7 * dayMs);
	const delivery = { bindings: queues.bindings, clock: staff.clock };
	await sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
	await deliverJobs(queues.sentJobs.splice(0), delivery);
	const isRule = eq(retentionRules.organisationId, staff.organisation.id);
	const changes = {
		"somebody hands their form in": () =>
			testDb()
				.update(applicants)
				.set({ submittedAt: staff.clock.now() })
				.where(eq(applicants.id, old[0]?.id ?? "")),
		"the application is opened again": () =>
			testDb()
				.update(applications)
				.set({ endsAt: staff.clock.now() + dayMs })
				.where(eq(applications.id, application.id)),
		"the rule is disabled": () => testDb().update(retentionRules).set({ enabled: false }).where(isRule),
		"the rule is made to wait longer": () => testDb().update(retentionRules).set({ months: 240 }).where(isRule),
	};
	await changes[what]();
	await run();
	expect(await left(application.id)).toHaveLength(remaining);
	expect(await left(application.id)).toContain(old[0]?.id);
});

it("a role at one place deletes no rule", async () => {
	const { application } = await openClosed();
	const saved = await staff.send<{ id: string }>("POST", "/retention-rules", ruleOf(application.id));
	const { organisation } = staff;
	const user = await createUser({ organisationId: organisation.id, privileges: ["candidate:d"] });
	await bindRole({ organisationId: organisation.id, userId: user.id, roleId: `role-${user.id}` }, "law");
	const { headers } = await signIn(user, staff.clock.now());
	const refused = await staff.request(`/retention-rules/${saved.body.id}`, { method: "DELETE", headers });
	expect(refused.status).toBe(403);
});
