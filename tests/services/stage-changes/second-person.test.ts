import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Body, hourMs, openReleases } from "#tests/services/stage-changes/releases-fixture";
import { createLocation, testDb } from "#tests/support/factories";
import { reasons } from "#worker/database/schema/reasons";
import { notifications } from "#worker/database/schema/records";
import { workflowSteps } from "#worker/database/schema/workflows";

const rule = "A second person must approve it: prepare a release.";

/** Opens releases to a stage that a second person must approve. */
const openRuled = async () => {
	const fixture = await openReleases();
	const { accepted, organisationId } = fixture;
	await testDb()
		.update(workflowSteps)
		.set({ needsApproval: true })
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.id, accepted.id)));
	return fixture;
};

test("only its preparer sees a release before it is proposed", async () => {
	const { path, id, first, other, version } = await openReleases();
	const listed = async (as: typeof first) => (await as<{ data: Body[] }>("GET", "/releases")).body.data;
	expect((await listed(first)).map((one) => one.id)).toEqual([id]);
	expect(await listed(other)).toEqual([]);
	for (const [method, at, body] of [
		["GET", path, undefined],
		["GET", `${path}/preview`, undefined],
		["POST", `${path}/proposal`, { version: 1 }],
		["POST", `${path}/cancellation`, { version: 1 }],
	] as const)
		expect([at, (await other(method, at, body)).status]).toEqual([at, 404]);
	expect((await first("POST", `${path}/proposal`, { version: await version() })).body.isOwn).toBe(true);
	expect((await other("GET", path)).body).toMatchObject({ state: "proposed", isOwn: false });
	await other("POST", `${path}/return`, { version: await version(), reason: "Look again" });
	expect(
		(await listed(other)).map(({ state }) => state),
		"who sent it back still sees it",
	).toEqual(["prepared"]);
});

test("a stage that a second person must approve is reached by a release, and by nothing else", async () => {
	const { staff, ids, accepted, moveOne, moveMany, first, path, schedule, settle, stagesById } = await openRuled();
	expect(await moveOne(ids[0])).toMatchObject({ status: 409, body: { code: "stage_not_allowed", error: rule } });
	const many = await moveMany(ids);
	expect(many.body.changed).toBe(0);
	expect(many.body.outcomes).toEqual(ids.map(() => expect.objectContaining({ outcome: "not_allowed", reason: rule })));
	const preview = await staff.send<{ willChange: number; notAllowed: number; hindrances: unknown[] }>(
		"POST",
		"/candidates/stage-preview",
		{ candidateIds: ids, stageId: accepted.id },
	);
	expect(preview.body).toMatchObject({ willChange: 0, notAllowed: ids.length });
	expect(preview.body.hindrances).toEqual([{ reason: rule, applicants: ids.length }]);
	const matching = { matching: { applicationId: staff.application.id, everybody: true }, stageId: accepted.id };
	const all = await staff.send<{ notAllowed: number }>("POST", "/candidates/stage-preview", matching);
	expect(all.body.notAllowed).toBe(ids.length);
	const next = await staff.get<{ stages: { id: string; reason: string | null }[] }>(`/candidates/${ids[0]}/stages`);
	expect(next.body.stages.find(({ id }) => id === accepted.id)?.reason).toBe(rule);

	const released = await first<{ willChange: number; notAllowed: number }>("GET", `${path}/preview`);
	expect(released.body).toMatchObject({ willChange: ids.length, notAllowed: 0 });
	await schedule(null);
	await settle();
	expect(new Set(Object.values(await stagesById()))).toEqual(new Set(["Accepted"]));
});

test("no request can say itself that it was approved", async () => {
	const { ids, moveMany, moveOne } = await openRuled();
	expect((await moveMany(ids, { releaseId: "mine" })).status).toBe(422);
	expect((await moveOne(ids[0], { releaseId: "mine" })).status).toBe(422);
});

test("lists the locked applicants first, with the rule that locks them, and leaves them where they are", async () => {
	const { ids, accepted, organisationId, first, path, schedule, settle, outcomes } = await openRuled();
	await testDb()
		.update(workflowSteps)
		.set({ requirements: ["letter"] })
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.id, accepted.id)));
	const preview = await first<{ rows: { outcome: string; reason?: string }[]; notAllowed: number }>(
		"GET",
		`${path}/preview`,
	);
	expect(preview.body.notAllowed).toBe(ids.length);
	expect(preview.body.rows[0]).toMatchObject({ outcome: "not_allowed", reason: "There is no letter." });
	await schedule(null);
	await settle();
	expect(await outcomes()).toEqual(
		ids.map(() => expect.objectContaining({ outcome: "not_allowed", reason: "There is no letter." })),
	);
});

test("is counted as its approver may move them, who must be one of those whom the stage names", async () => {
	const { staff, ids, accepted, organisationId, first, other, path, second, version } = await openReleases();
	const nameOnly = (userId: string) =>
		testDb()
			.update(workflowSteps)
			.set({ roleIds: [`role-${userId}`] })
			.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.id, accepted.id)));
	const counted = async () => (await first<{ willChange: number }>("GET", `${path}/preview`)).body.willChange;
	await nameOnly(staff.user.id);
	await first("POST", `${path}/proposal`, { version: await version() });
	expect(await other("POST", `${path}/approval`, { version: await version() })).toMatchObject({
		status: 409,
		body: { code: "stage_not_allowed", error: "Your role may not move applicants to this stage." },
	});
	await nameOnly(second.id);
	expect(await counted(), "nobody has approved it: as the user may").toBe(0);
	expect((await other("POST", `${path}/approval`, { version: await version() })).body.state).toBe("approved");
	expect(await counted()).toBe(ids.length);
});

test("notifies those who may approve it, and those who proposed it of what became of it", async () => {
	const { staff, path, first, other, second, version, work, schedule, settle } = await openReleases();
	const noticesOf = async (userId: string) =>
		(await testDb().select().from(notifications).where(eq(notifications.userId, userId)))
			.map(({ message }) => JSON.parse(message) as { type: string; path?: string; reason?: string })
			.filter(({ type }) => type.startsWith("RELEASE"));
	await work();
	expect(await noticesOf(second.id), "nothing while it is prepared").toEqual([]);
	await first("POST", `${path}/proposal`, { version: await version() });
	await work();
	expect(await noticesOf(second.id)).toMatchObject([{ type: "RELEASE_PROPOSED", path: path.slice(1) }]);
	expect(await noticesOf(staff.user.id), "the proposer knows").toEqual([]);
	await other("POST", `${path}/return`, { version: await version(), reason: "One is missing" });
	await work();
	expect(
		(await noticesOf(staff.user.id)).map(({ type, reason }) => [type, reason?.includes("One is missing")]),
	).toEqual([["RELEASE_RETURNED", true]]);
	await schedule(null);
	await settle();
	expect((await noticesOf(staff.user.id)).map(({ type }) => type).sort()).toEqual([
		"RELEASE_APPROVED",
		"RELEASE_BEGUN",
		"RELEASE_RETURNED",
	]);
});

test("keeps a reusable reason and a location, and says that a private comment is in no email", async () => {
	const { organisationId, prepare } = await openReleases();
	const location = await createLocation(organisationId);
	const reason = { organisationId, id: `reason-${organisationId}`, text: "Quota", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(reasons)
		.values({ ...reason, isPrivate: true });
	const prepared = await prepare({ reasonId: reason.id, locationId: location.id });
	expect(prepared.body).toMatchObject({ isPrivate: true, location: { id: location.id } });
	expect((await prepare({ locationId: "nowhere" })).body.code).toBe("location_unknown");
	expect((await prepare({ reasonId: "none" })).body.code).toBe("reason_unknown");
});

test("an API of a time in the past, of the present state, and of a stale version is refused in words", async () => {
	const { path, first, staff, version } = await openReleases();
	const time = await first("POST", `${path}/time`, { version: await version(), dueAt: staff.clock.now() + hourMs });
	expect(time).toMatchObject({ status: 409, body: { code: "release_not_approved" } });
	expect(await first("POST", `${path}/proposal`, { version: 99 })).toMatchObject({
		status: 409,
		body: { code: "release_changed" },
	});
	expect(await first("POST", `${path}/return`, { version: await version(), reason: " " })).toMatchObject({
		status: 422,
	});
});
