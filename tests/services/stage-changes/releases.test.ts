import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Body, hourMs, openReleases } from "#tests/services/stage-changes/releases-fixture";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { layoutOf } from "#worker/database/demo/form-designs";
import { applicants } from "#worker/database/schema/applicants";
import { users } from "#worker/database/schema/auth";
import { auditEvents } from "#worker/database/schema/records";
import { releases } from "#worker/database/schema/releases";

test("moves nobody before its time, and each applicant once when it has come", async () => {
	const { staff, path, first, schedule, tick, settle, stagesById, outcomes, sentJobs, runs, ids } =
		await openReleases();
	const preview = await first<{ willChange: number; emails: number }>("GET", `${path}/preview`);
	expect(preview.body).toMatchObject({ willChange: ids.length, emails: ids.length });
	expect((await schedule(staff.clock.now() + hourMs)).body).toMatchObject({ state: "scheduled" });
	await tick();
	await settle();
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Registration"]));
	staff.clock.advance(hourMs);
	await tick();
	await tick();
	expect(sentJobs.length, "two sweeps send it twice").toBeGreaterThan(1);
	await settle();
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Accepted"]));
	expect((await runs()).filter(({ kind }) => kind === "stage")).toHaveLength(1);
	expect((await first("GET", path)).body).toMatchObject({ state: "released", total: ids.length });
	expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(ids.map(() => "changed"));
});

test("begins again what was lost between its time and its start, and after it", async () => {
	const { staff, schedule, tick, settle, stagesById, sentJobs, runs } = await openReleases();
	await schedule(null);
	sentJobs.splice(0);
	await tick();
	expect(sentJobs, "the sweep sends the errand that was lost").not.toHaveLength(0);
	await settle();
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Accepted"]));
	staff.clock.advance(60_000);
	await tick();
	await settle();
	expect(await runs()).toHaveLength(1);
});

test("refuses its proposer as approver, and the second of two approvals", async () => {
	const { path, first, other, version, schedule, staff } = await openReleases();
	await first("POST", `${path}/proposal`, { version: await version() });
	const seen = await version();
	const own = await first("POST", `${path}/approval`, { version: seen });
	expect(own).toMatchObject({
		status: 409,
		body: { error: "You proposed this release, so another person must approve it." },
	});
	const both = await Promise.all([1, 2].map(() => other("POST", `${path}/approval`, { version: seen })));
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect((await schedule(staff.clock.now() - 1)).status).toBe(422);
});

test("needs a new approval when its applicants are changed", async () => {
	const { path, first, other, version, ids, staff } = await openReleases();
	await first("POST", `${path}/proposal`, { version: await version() });
	const remove = async () =>
		first("POST", `${path}/removed-rows`, { version: await version(), candidateIds: ids.slice(0, 1) });
	expect((await remove()).status).toBe(409);
	await other("POST", `${path}/approval`, { version: await version() });
	const back = await other("POST", `${path}/return`, { version: await version(), reason: "One is missing" });
	expect(back.body).toMatchObject({
		state: "prepared",
		approved: null,
		proposed: null,
		returnReason: "One is missing",
	});
	expect((await remove()).body).toMatchObject({ total: ids.length - 1 });
	const add = { version: await version(), candidateIds: ids };
	expect((await first("POST", `${path}/rows`, add)).body).toMatchObject({ total: ids.length });
	expect((await first("POST", `${path}/rows`, add)).status, "a stale version").toBe(409);
	const time = { version: await version(), dueAt: staff.clock.now() + hourMs };
	expect((await first("POST", `${path}/time`, time)).status).toBe(409);
});

test("is cancelled until it begins", async () => {
	const { path, first, version, schedule, tick, settle, staff, stagesById } = await openReleases();
	await schedule(staff.clock.now() + hourMs);
	const cancel = async () => first("POST", `${path}/cancellation`, { version: await version() });
	expect((await cancel()).body).toMatchObject({ state: "cancelled" });
	staff.clock.advance(hourMs);
	await tick();
	await settle();
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Registration"]));
	expect((await cancel()).status).toBe(409);
});

test("is no longer cancelled when it has begun, and moves everybody", async () => {
	const { path, first, other, version, schedule, settle, stagesById } = await openReleases();
	await schedule(null);
	await settle();
	for (const by of [first, other]) {
		const refused = await by("POST", `${path}/cancellation`, { version: await version() });
		expect([refused.status, refused.body.code]).toEqual([409, "release_begun"]);
	}
	expect((await first("GET", path)).body).toMatchObject({ state: "released" });
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Accepted"]));
});

test("is prepared from all that a filter lets through, and added to so", async () => {
	const { prepare, first, ids, staff, accepted, registration } = await openReleases();
	const all = { applicationId: staff.application.id, everybody: true };
	expect((await prepare({ candidateIds: undefined, matching: all, expected: ids.length })).body).toMatchObject({
		state: "prepared",
		total: ids.length,
	});
	const changed = await prepare({ candidateIds: undefined, matching: all, expected: ids.length + 1 });
	expect([changed.status, changed.body.code]).toEqual([409, "selection_changed"]);
	await first("PATCH", `/candidates/${ids[0]}`, { stageId: accepted.id, reason: "By hand" });
	const waiting = { applicationId: staff.application.id, stage: registration.id };
	const { body } = await prepare({ candidateIds: undefined, matching: waiting });
	expect(body).toMatchObject({ total: ids.length - 1 });
	const added = await first("POST", `/releases/${body.id}/rows`, { version: body.version, matching: all });
	expect(added.body).toMatchObject({ total: ids.length });
});

test("is prepared from those who meet the criteria of the assistant", async () => {
	const { prepare, first, staff, settle } = await openReleases({ layout: layoutOf("undergraduate") });
	const { application } = staff;
	for (const gender of ["F", "M", "F"]) await createApplicant(application, { data: { gender } });
	const asked = { app_id: application.id, prompt: "female" };
	const { body: session } = await first<{ session_id: string }>("POST", "/AI-Process-Applicants/chat_ai", asked);
	await settle();
	const judgedAs = async (verdict: string) => {
		const matching = { applicationId: application.id, judged: `${session.session_id}:${verdict}` };
		return (await prepare({ candidateIds: undefined, matching })).body;
	};
	expect([(await judgedAs("met")).total, (await judgedAs("notMet")).total]).toEqual([2, 1]);
	expect((await judgedAs("met")).state).toBe("prepared");
});

test("is prepared from the proposed list of a ranking, and moves nobody else when a second person has approved", async () => {
	const { prepare, first, other, staff, tick, settle, stagesById } = await openReleases({
		layout: layoutOf("undergraduate"),
	});
	const { application } = staff;
	const [course] = application.courses;
	const people: string[] = [];
	for (const jambScore of [300, 280, 200]) {
		const { id } = await createApplicant(application, { data: { jambScore } });
		await testDb().update(applicants).set({ submittedAt: 1 }).where(eq(applicants.id, id));
		people.push(id);
	}
	const scheme = await first("POST", "/ranking-schemes", {
		name: "Merit list",
		applicationId: application.id,
		catchmentStates: [],
		eldsStates: [],
		parts: [{ about: "number", of: "utme", outOf: 400, weight: 100 }],
		shares: { merit: 100, catchment: 0, elds: 0 },
		quotas: [{ courseId: course?.id, seats: 2 }],
	});
	const ranking = await first("POST", `/ranking-schemes/${scheme.body.id}/rankings`, {});
	await settle();
	const matching = { applicationId: application.id, ranked: `${ranking.body.id}:proposed` };
	const { body } = await prepare({ candidateIds: undefined, matching, expected: 2 });
	expect(body).toMatchObject({ state: "prepared", total: 2 });
	const step = async (by: typeof first, name: string, more: object = {}) => {
		const { version } = (await first("GET", `/releases/${body.id}`)).body;
		return (await by("POST", `/releases/${body.id}/${name}`, { version, ...more })).status;
	};
	expect([await step(first, "proposal"), await step(first, "approval")], "not by the same person").toEqual([200, 409]);
	expect([await step(other, "approval"), await step(first, "time", { dueAt: null })]).toEqual([200, 200]);
	await tick();
	await settle();
	const stages = await stagesById();
	expect(people.map((id) => stages[id])).toEqual(["Accepted", "Accepted", "Registration"]);
	expect(Object.values(stages).filter((stage) => stage === "Accepted")).toHaveLength(2);
});

test("leaves out applicants that somebody moved after the proposal, and names them", async () => {
	const { path, first, ids, schedule, staff, accepted, registration, tick, settle, outcomes } = await openReleases();
	await schedule(staff.clock.now() + hourMs);
	staff.clock.advance(1_000);
	for (const stageId of [accepted.id, registration.id])
		await first("PATCH", `/candidates/${ids[0]}`, { stageId, reason: "By hand" });
	const preview = await first<Record<string, unknown>>("GET", `${path}/preview`);
	expect(preview.body, "counted as they will be").toMatchObject({
		willChange: ids.length - 1,
		notAllowed: 1,
		emails: ids.length - 1,
		hindrances: [{ reason: "Somebody moved them after the release was proposed.", applicants: 1 }],
		rows: expect.arrayContaining([
			expect.objectContaining({
				id: ids[0],
				outcome: "not_allowed",
				reason: "Somebody moved them after the release was proposed.",
			}),
		]),
	});
	staff.clock.advance(hourMs);
	await tick();
	await settle();
	const rows = await outcomes();
	expect(rows.find(({ id }) => id === ids[0])?.outcome).toBe("conflict");
	expect(rows.filter(({ outcome }) => outcome === "changed")).toHaveLength(ids.length - 1);
});

test("waits for another approver when its own may no longer sign in", async () => {
	const { path, first, schedule, second, staff, tick, settle, stagesById } = await openReleases();
	await schedule(staff.clock.now() + hourMs);
	await testDb().update(users).set({ blocked: true }).where(eq(users.id, second.id));
	staff.clock.advance(hourMs);
	await tick();
	await settle();
	expect((await first("GET", path)).body).toMatchObject({
		state: "proposed",
		approved: null,
		dueAt: null,
		returnReason: expect.stringContaining("may no longer change stages"),
	});
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Registration"]));
});

test("refuses what is not of the institution, and logs each step", async () => {
	const { path, prepare, first, schedule, settle, organisationId } = await openReleases();
	const stranger = await openStageFixture();
	expect((await stranger.staff.get(path)).status).toBe(404);
	const theirs = { candidateIds: stranger.ids };
	expect(await prepare(theirs)).toMatchObject({ status: 422, body: { code: "release_empty" } });
	expect((await prepare({ stageId: stranger.accepted.id })).status).toBe(422);
	await schedule(null);
	await settle();
	const entries = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
	expect(entries.map(({ action }) => action)).toEqual(
		expect.arrayContaining(["prepared", "proposed", "approved", "scheduled", "begun"].map((step) => `release.${step}`)),
	);
	const list = await first<{ data: Body[] }>("GET", "/releases?state=released");
	expect(list.body.data).toHaveLength(1);
	expect(await testDb().select().from(releases).where(eq(releases.organisationId, organisationId))).toHaveLength(1);
});
