import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { replacing } from "#tests/support/replacing";
import { jobs } from "#worker/background";
import type { Env } from "#worker/env";
import { endDeadLetters } from "#worker/tasks/run-jobs";

const bury = async (bodies: readonly unknown[], bindings: Partial<Env>) => {
	const batch = createMessageBatch(
		"matricula-dead-letters",
		bodies.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body })),
	);
	const ctx = createExecutionContext();
	await endDeadLetters(batch, { ...env, ...bindings }, ctx, { jobs });
	await waitOnExecutionContext(ctx);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
	return { accepted: explicitAcks.length, retried: retryMessages.length };
};

it("lists a task whose message could not be delivered as failed, and lets it be retried", async () => {
	const { write, sentJobs, bindings, staff, task, deliver, sent } = await openMailFixture();
	const { body } = await write();
	expect(await bury(sentJobs.splice(0), bindings)).toEqual({ accepted: 1, retried: 0 });
	expect(await task(body.taskId)).toMatchObject({ status: "FAILED" });
	expect((await staff.get("/tasks?status=FAILED")).body).toMatchObject({ data: [{ id: body.taskId, mayRetry: true }] });
	expect((await staff.send("POST", `/tasks/${body.taskId}/retry`)).status).toBe(202);
	await deliver();
	expect(sent).toHaveLength(3);
	expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 3 } });
});

it("logs and drops other dead letters, and retries one that cannot be handled now", async () => {
	const { write, sentJobs, bindings } = await openMailFixture();
	await write();
	const others = [{ organisationId: "acme", eventIds: ["e"] }, "garbage", null];
	expect(await bury(others, bindings)).toEqual({ accepted: 3, retried: 0 });
	const prepare = () => {
		throw new Error("the database went away");
	};
	const DB = replacing(env.DB, { prepare });
	expect(await bury(sentJobs, { ...bindings, DB })).toEqual({ accepted: 0, retried: 1 });
});
