import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { defaultTimeZone, formatDateInput } from "#worker/contract/text/dates";
import { momentOf } from "#worker/local-time";
import { organisationById } from "#worker/services/organisation/queries";
import { askProvider } from "#worker/services/transactions/check-payment";
import { countPending, findBooked, nextPending } from "#worker/services/transactions/ledger.queries";
import type { Job, OpenTask } from "#worker/tasks/job";
import { startTask } from "#worker/tasks/start-task";
import { advanceTask } from "#worker/tasks/task.writes";

export const requeryTask = "RE_QUERY_PAYMENT";

/** The most payments of one re-query. why: of more, a provider would call it an attack. */
const mostQueried = 20_000;

/** Starts to ask the providers about all pending payments since a day (§7 POST /payments/requery). */
export const requeryPayments = async (ctx: OrgContext, startingFrom: string) => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	const zone = organisation?.timeZone ?? defaultTimeZone;
	if (startingFrom > formatDateInput(ctx.now(), zone))
		return fail("day_in_future", { fields: { startingFrom: ["Choose today or an earlier day."] } });
	const since = momentOf(startingFrom, "00:00", zone);
	const total = await countPending(ctx, since, mostQueried);
	if (total === 0) return fail("no_pending_payments");
	const task = await startTask(ctx, {
		...{ type: requeryTask, input: { since }, total, applicationTitle: null },
		...{ path: "transactions?status=PENDING", topics: ["payments"] },
	});
	return task.ok ? ok({ taskId: task.value }) : task;
};

const Input = v.object({ since: v.number() });
const Counts = v.object({ PENDING: v.number(), SUCCESS: v.number(), FAILED: v.number() });
const State = v.object({
	payments: Counts,
	after: v.nullable(v.object({ createdAt: v.number(), seq: v.number() })),
});
const nothingYet: v.InferOutput<typeof State> = {
	payments: { PENDING: 0, SUCCESS: 0, FAILED: 0 },
	after: null,
};

/** Calls that run side by side. why so few: providers allow some five to ten a second. */
const sideBySide = 8;
const sliceSize = 40;

const queryAgain = async (ctx: OrgContext, id: string) => {
	const payment = await findBooked(ctx, id);
	// why: another check may have settled it since the slice was read.
	if (payment?.status === "pending") await askProvider(ctx, payment, "requery");
	const after = await findBooked(ctx, id);
	return (after?.status ?? "failed").toUpperCase() as keyof v.InferOutput<typeof Counts>;
};

/** Works on the ids side by side, each worker on the next one. */
const inParallel = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
	const results: R[] = [];
	const queue = items.values();
	const work = async () => {
		for (const item of queue) results.push(await run(item));
	};
	await Promise.all(Array.from({ length: Math.min(sideBySide, items.length) }, work));
	return results;
};

/** Asks about the next payments; a slice that is done twice asks twice, which changes nothing, and is counted once. */
export const requeryJob: Job = {
	type: requeryTask,
	prepare: (input) => {
		const { since } = v.parse(Input, input);
		return async (ctx: OrgContext, task: OpenTask, size: number) => {
			const parsed = v.safeParse(State, task.result);
			const state = parsed.success ? parsed.output : nothingYet;
			const limit = Math.min(size, sliceSize, task.total - task.done);
			const next = await nextPending(ctx, { since, after: state.after, limit });
			const counts = { ...state.payments };
			for (const status of await inParallel(next, ({ id }) => queryAgain(ctx, id))) counts[status] += 1;
			const last = next.at(-1);
			const isOver = next.length < limit;
			const done = isOver ? task.total : task.done + next.length;
			const result = {
				payments: counts,
				after: last ? { createdAt: last.createdAt, seq: last.seq } : state.after,
			};
			await ctx.db.batch([advanceTask(ctx, task, { done, result })]);
			return ok(undefined);
		};
	},
};
