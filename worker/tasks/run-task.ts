import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { problems } from "#worker/contract/problems";
import { Recent } from "#worker/contract/recent";
import { commit } from "#worker/database/commit";
import type { Job, OpenTask, RunSlice } from "#worker/tasks/job";
import { firstPace, nextPace, type Pace } from "#worker/tasks/pace";
import { isServingMany, servedSoFar } from "#worker/tasks/served";
import { findProgress } from "#worker/tasks/task.queries";
import { endTask, restTask } from "#worker/tasks/task.writes";
import { KeptFile } from "#worker/tasks/task-file";

/** Attempts at one slice that another delivery may be doing at the same time. */
const maxTries = 3;
/** In milliseconds. why: a queue ends a consumer after fifteen minutes; the rest belongs to another delivery. */
const longestDelivery = 60_000;
/** Paces of tasks that go on, by task. why: each delivery would learn anew that others are served beside it, at their cost. */
const paces = new Recent<Pace>(100);

/**
 * Works on a task slice by slice, at the pace that other work leaves. Throws when a slice makes no progress. @returns
 * "goes on" when this delivery has taken its time, or the seconds until more can be done
 */
export const runSlices = async (
	ctx: OrgContext,
	task: OpenTask,
	runSlice: RunSlice,
	job: Pick<Job, "longestDeliveryMs" | "failureOf" | "conclude"> & { restBefore?: (ms: number) => void } = {},
): Promise<"ended" | "goes on" | { againInSeconds: number }> => {
	const { longestDeliveryMs = longestDelivery, failureOf, conclude, restBefore } = job;
	const end = async (current: OpenTask, status: "FAILED" | "SUCCESS", reason?: string) => {
		await conclude?.(ctx, current);
		return finish(ctx, current, status, reason);
	};
	const begunAt = ctx.now();
	let pace = paces.get(task.id) ?? firstPace;
	let tries = 0;
	for (let current: OpenTask | undefined = task; current; ) {
		if (current.done >= current.total) {
			const failure = await failureOf?.(ctx, current);
			return failure === undefined ? end(current, "SUCCESS") : end(current, "FAILED", failure);
		}
		if (ctx.now() - begunAt > longestDeliveryMs) {
			paces.set(task.id, pace);
			return "goes on";
		}
		const servedBefore = servedSoFar();
		restBefore?.(pace.stepRestMs);
		const outcome = await runSlice(ctx, current, pace.size);
		restBefore?.(0);
		if (!outcome.ok) return end(current, "FAILED", outcome.problem.error);
		const news = outcome.value;
		if (typeof news === "object") {
			const isMine = await restTask(ctx, current.id, ctx.now() + news.againInSeconds * 1_000);
			return isMine ? news : "ended";
		}
		await scheduler.wait(pace.restMs);
		const doneAt = ctx.now();
		await scheduler.wait(1);
		const askedAt = ctx.now();
		const after: OpenTask | undefined = await findProgress(ctx, current);
		// why not always: what the task's own events start in this isolate keeps nobody waiting.
		const lateMs = servedSoFar() > servedBefore ? askedAt - doneAt - 1 : 0;
		pace = nextPace(pace, { isServingMany: isServingMany(), lateMs, waitedMs: ctx.now() - askedAt });
		tries = after?.done === current.done && news !== "tried" ? tries + 1 : 0;
		if (tries === maxTries) throw new Error(`task ${task.id} makes no progress`);
		current = after;
	}
	return "ended";
};

/** Fails a task that cannot be finished; does nothing when it has ended. */
export const failTask = async (
	ctx: OrgContext,
	task: OpenTask,
	{ conclude }: Pick<Job, "conclude"> = {},
): Promise<void> => {
	const current = await findProgress(ctx, task);
	if (!current) return;
	await conclude?.(ctx, current);
	await finish(ctx, current, "FAILED", problems.internal.message);
};

const finish = async (
	ctx: OrgContext,
	task: OpenTask,
	status: "FAILED" | "SUCCESS",
	reason?: string,
): Promise<"ended"> => {
	const result = reason === undefined ? undefined : { ...asObject(task.result), reason };
	const file = v.safeParse(KeptFile, task.result);
	await commit(ctx, {
		guarded: { write: endTask(ctx, task.id, status, result), expectedChanges: 1 },
		event: {
			type: "task.finished",
			payload: {
				taskId: task.id,
				taskType: task.type,
				userId: task.createdBy,
				status,
				applicationId: task.applicationId,
				candidateIds: task.candidateIds,
				path: task.path,
				topics: task.topics,
				...(status === "SUCCESS" && file.success && fileOf(file.output)),
				...toldOf(task.result),
				reason: reason === problems.internal.message ? undefined : reason,
				applicationTitle: task.applicationTitle,
				total: task.total,
			},
		},
	});
	return "ended";
};

const Told = v.object({
	sent: v.optional(v.number()),
	failed: v.optional(v.number()),
	changed: v.optional(v.number()),
	undone: v.optional(v.literal(true)),
	payments: v.optional(v.object({ PENDING: v.number(), SUCCESS: v.number(), FAILED: v.number() })),
});

const toldOf = (result: unknown): v.InferOutput<typeof Told> => {
	const told = v.safeParse(Told, asObject(result));
	return told.success ? told.output : {};
};

const fileOf = ({ drawn, rows, leftOut }: v.InferOutput<typeof KeptFile>) => ({ hasFile: true, drawn, rows, leftOut });

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
