import { and, eq, ne, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { testDb } from "#tests/support/factories";
import { formatTime } from "#worker/contract/text/dates";
import { applicants } from "#worker/database/schema/applicants";
import { tasks } from "#worker/database/schema/records";
import { runs } from "#worker/database/schema/runs";
import { fieldsOfStep, type Workflow } from "#worker/services/workflows/contract";
import type { WorkflowDraft } from "#worker/services/workflows/drafts.contract";

type Answer = Workflow & { code?: string; error?: string; fields?: { steps?: string[] } };

const undoWindowMs = 30_000;
let fixture: Awaited<ReturnType<typeof openStageFixture>>;
let path: string;
let reviewId: string;
let acceptedId: string;

/** 501 applicants at the stage In review, whom nothing but a task moves at once. */
beforeEach(async () => {
	fixture = await openStageFixture({ applicants: 501 });
	const { staff, organisationId, accepted } = fixture;
	path = `/workflow/${staff.application.workflowId}`;
	acceptedId = accepted.id;
	const { body } = await staff.get<Workflow>(path);
	const [apply, offer] = body.steps.map(fieldsOfStep);
	const saved = await staff.send<Workflow>("PUT", `${path}/steps`, {
		steps: [apply, { name: "In review", type: "IN_REVIEW" }, offer],
	});
	reviewId = saved.body.steps[1]?.id ?? "";
	await testDb().update(applicants).set({ stepId: reviewId }).where(eq(applicants.organisationId, organisationId));
});

const move = () => fixture.moveMany(fixture.ids, { doNotNotify: true });

/** Publishes a draft without a stage. @returns what refuses it */
const publishWithout = async (stepId: string) => {
	const { staff } = fixture;
	const { body } = await staff.get<WorkflowDraft>(`${path}/draft`);
	const live = (await staff.get<Workflow>(path)).body.steps.map(fieldsOfStep);
	const steps = live.filter(({ id }) => id !== stepId);
	const drafted = await staff.send<WorkflowDraft>("PUT", `${path}/draft`, { steps, version: body.version });
	const published = await staff.send<Answer>("POST", `${path}/draft/publish`, { version: drafted.body.version });
	expect(published.body.fields?.steps?.[0] ?? null, "the draft says it too").toBe(drafted.body.problem);
	return { status: published.status, code: published.body.code, problem: drafted.body.problem };
};

const refusedBy = (problem: string) => ({ status: 409, code: "workflow_stage_in_use", problem });
const has = (end: string) =>
	`“In review” is needed until the change of 501 applicants to “Accepted” ${end}. Try again then.`;

/** The moves that the endpoint of a workflow's uses names. */
const pendingMoves = async () =>
	(await fixture.staff.get<{ pendingMoves: object[] }>(`${path}/applications`)).body.pendingMoves;

test("a stage to which a change moves applicants stays until that has ended, though nobody is there yet", async () => {
	await move();
	expect(await publishWithout(acceptedId)).toEqual(
		refusedBy("“Accepted” is needed until the change of 501 applicants to “Accepted” has ended. Try again then."),
	);
	expect(await pendingMoves()).toEqual(
		[reviewId, acceptedId].map((stepId) => ({
			stepId,
			stageName: "Accepted",
			applicants: 501,
			state: "running",
			until: null,
		})),
	);
});

test("a stage from which a change moves applicants stays while it goes on, and names it", async () => {
	await move();
	expect(await publishWithout(reviewId), "they are there still").toEqual(refusedBy(has("has ended")));
	await fixture.work();
	// why written: the moment after its last slice.
	await testDb().update(runs).set({ undoUntil: null }).where(eq(runs.organisationId, fixture.organisationId));
	await testDb().update(tasks).set({ status: "STARTED" }).where(eq(tasks.organisationId, fixture.organisationId));
	expect(await publishWithout(reviewId), "nobody is there").toEqual(refusedBy(has("has ended")));
	const { staff } = fixture;
	const steps = (await staff.get<Workflow>(path)).body.steps.map(fieldsOfStep);
	const retyped = steps.map((step) => (step.id === reviewId ? { ...step, type: "DECLINED" } : step));
	const saved = await staff.send<Answer>("PUT", `${path}/steps`, { steps: retyped });
	expect([saved.status, saved.body.error]).toEqual([409, has("has ended")]);
});

test("a stage stays while a change from it can be undone, and is removed afterwards", async () => {
	const { staff, work } = fixture;
	await move();
	await work();
	const until = staff.clock.now() + undoWindowMs;
	const time = formatTime(Math.ceil(until / 60_000) * 60_000, "Africa/Lagos");
	expect(await publishWithout(reviewId)).toEqual(
		refusedBy(
			`“In review” is needed until ${time}: the change of 501 applicants to “Accepted” can still be undone. Try again then.`,
		),
	);
	expect(await pendingMoves()).toMatchObject([{ stepId: reviewId, applicants: 501, state: "undoable", until }]);
	staff.clock.advance(undoWindowMs);
	expect(await pendingMoves()).toEqual([]);
	expect((await publishWithout(reviewId)).status).toBe(200);
});

test("a stage stays while a change from it is being undone, and everybody is back there then", async () => {
	const { work, undo, organisationId } = fixture;
	const { body } = await move();
	await work();
	expect((await undo(body.taskId)).status).toBe(202);
	expect(await publishWithout(reviewId)).toEqual(refusedBy(has("is undone")));
	await work();
	const back = await testDb().select().from(applicants).where(eq(applicants.organisationId, organisationId));
	expect(back.every(({ stepId }) => stepId === reviewId)).toBe(true);
	expect(await publishWithout(reviewId)).toEqual(
		refusedBy("Applicants are at “In review”, so it cannot be removed. Move them first."),
	);
});

/** Begins to undo the change of 501 applicants, and fails. @returns the task of the undo */
const failToUndo = async () => {
	const { work, undo, organisationId } = fixture;
	const { body } = await move();
	await work();
	const undone = await undo(body.taskId);
	await testDb()
		.update(tasks)
		.set({ status: "FAILED" })
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.status, "STARTED")));
	fixture.staff.clock.advance(undoWindowMs);
	return undone.body.taskId;
};

const undoFailed = has("is undone: its undo failed and can go on under “Failed tasks”");

test("a stage stays while the failed undo of a change from it can be retried, which brings everybody back", async () => {
	const taskId = await failToUndo();
	expect(await publishWithout(reviewId)).toEqual(refusedBy(undoFailed));
	expect(await pendingMoves()).toEqual([
		{ stepId: reviewId, stageName: "Accepted", applicants: 501, state: "undo_failed", until: null },
	]);
	const { staff, work, organisationId } = fixture;
	expect((await staff.send("POST", `/tasks/${taskId}/retry`)).status).toBe(202);
	await work();
	const back = await testDb().select().from(applicants).where(eq(applicants.organisationId, organisationId));
	expect(back.every(({ stepId }) => stepId === reviewId)).toBe(true);
	expect(await pendingMoves()).toEqual([]);
});

test("a stage is removed after the failed undo of a change from it when nobody would come back there", async () => {
	await failToUndo();
	const { organisationId, ids } = fixture;
	const others = and(eq(applicants.organisationId, organisationId), ne(applicants.id, ids[0] ?? ""));
	await testDb()
		.update(applicants)
		.set({ version: sql`${applicants.version} + 1` })
		.where(others);
	expect(await publishWithout(reviewId), "one would").toEqual(refusedBy(undoFailed));
	await testDb()
		.update(applicants)
		.set({ version: sql`${applicants.version} + 1` })
		.where(eq(applicants.organisationId, organisationId));
	expect((await publishWithout(reviewId)).status).toBe(200);
});

test("a stage that a change does not need is removed while it goes on", async () => {
	const { staff } = fixture;
	const steps = (await staff.get<Workflow>(path)).body.steps.map(fieldsOfStep);
	const added = await staff.send<Workflow>("PUT", `${path}/steps`, {
		steps: [...steps, { name: "Senate", type: "RECOMMENDED_THREE" }],
	});
	await move();
	expect((await publishWithout(added.body.steps[3]?.id ?? "")).status).toBe(200);
});
