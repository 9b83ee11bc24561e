import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { defaultTimeZone, formatDateInput } from "#worker/contract/text/dates";
import { momentOf } from "#worker/local-time";
import { organisationById } from "#worker/services/organisation/queries";
import { type Asking, askSparingly } from "#worker/services/transactions/ask-sparingly";
import { compareLists } from "#worker/services/transactions/compare-lists";
import { concurrently, mostConnections } from "#worker/services/transactions/concurrently";
import { countPending, findBooked, nextPending } from "#worker/services/transactions/ledger.queries";
import { recordAnswer } from "#worker/services/transactions/record-answer";
import type { Job, OpenTask } from "#worker/tasks/job";
import { startTask } from "#worker/tasks/start-task";
import { advanceTask } from "#worker/tasks/task.writes";

export const requeryTask = "RE_QUERY_PAYMENT";

/** The most payments of one re-query. why: of more, a provider would call it an attack. */
const mostQueried = 20_000;

/** Counts the pending payments since a day, by default today; a day to come is refused. */
const countSince = async (ctx: OrgContext, chosen: string | undefined) => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	const zone = organisation?.timeZone ?? defaultTimeZone;
	const today = formatDateInput(ctx.now(), zone);
	const startingFrom = chosen ?? today;
	if (startingFrom > today)
		return fail("day_in_future", { fields: { startingFrom: ["Choose today or an earlier day."] } });
	const since = momentOf(startingFrom, "00:00", zone);
	return ok({ since, total: await countPending(ctx, since, mostQueried) });
};

/** Says how many payments a re-query would ask about (§7). */
export const pendingPayments = async (ctx: OrgContext, chosen: string | undefined) => {
	const counted = await countSince(ctx, chosen);
	return counted.ok ? ok({ pending: counted.value.total }) : counted;
};

/** Starts to ask the providers about all pending payments since a day, by default today (§7 POST /payments/requery, §9). */
export const requeryPayments = async (ctx: OrgContext, chosen: string | undefined) => {
	const counted = await countSince(ctx, chosen);
	if (!counted.ok) return counted;
	const { since, total } = counted.value;
	if (total === 0) return fail("no_pending_payments");
	const task = await startTask(ctx, {
		type: requeryTask,
		input: { since },
		total,
		applicationTitle: null,
		path: "transactions?status=PENDING",
		topics: ["payments"],
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

const sliceSize = 200;

const counted = { pending: "PENDING", success: "SUCCESS", failed: "FAILED" } as const;

/** What was asked about a payment: nothing where another check has settled it since the slice was read. */
interface Asked {
	id: string;
	answered: Awaited<ReturnType<Asking>>;
}

const ask = async (ctx: OrgContext, id: string, asking: Asking): Promise<Asked> => {
	const payment = await findBooked(ctx, id);
	return { id, answered: payment?.status === "pending" ? await asking(ctx, payment) : undefined };
};

/** Keeps an answer. @returns the payment's status then */
const keep = async (ctx: OrgContext, { id, answered }: Asked) => {
	const isHeard = answered !== undefined && answered !== "spared";
	const verdict = isHeard ? await recordAnswer(ctx, id, { answered, source: "requery" }) : undefined;
	if (verdict?.status) return counted[verdict.status];
	if (verdict?.outcome === "pending") return counted.pending;
	// why read again: the answer changed nothing, perhaps because somebody was faster.
	const after = await findBooked(ctx, id);
	return counted[after?.status ?? "failed"];
};

/**
 * Asks about the next payments; a slice that is done twice asks twice, which changes nothing, and is counted once. In the end
 * it looks for what only the platforms know.
 */
export const requeryJob: Job = {
	type: requeryTask,
	conclude: async (ctx, { input }) => {
		// why not for a role at a place: what is not in the books is of no place.
		if (ctx.scope.courseIds === null) await compareLists(ctx, v.parse(Input, input).since);
	},
	prepare: (input) => {
		const { since } = v.parse(Input, input);
		return async (ctx: OrgContext, task: OpenTask, size: number) => {
			const parsed = v.safeParse(State, task.result);
			const state = parsed.success ? parsed.output : nothingYet;
			const limit = Math.min(size, sliceSize, task.total - task.done);
			const next = await nextPending(ctx, { since, after: state.after, limit });
			const counts = { ...state.payments };
			const asking = askSparingly();
			await concurrently(next, mostConnections, {
				ask: ({ id }) => ask(ctx, id, asking),
				keep: async (asked) => {
					counts[await keep(ctx, asked)] += 1;
				},
			});
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
