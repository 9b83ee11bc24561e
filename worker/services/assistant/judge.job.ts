import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { askAssistant } from "#worker/services/assistant/contract";
import { openJudge } from "#worker/services/assistant/judge-applicants";
import { findSessionById } from "#worker/services/assistant/queries";
import { writeVerdicts } from "#worker/services/assistant/writes";
import { type ExportSource, nextExported } from "#worker/services/exports/queries";
import type { Job, RunSlice } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

export const judgeTask = "PROCESS_APPLICANTS";

const Input = v.object({ sessionId: v.string() });
/** The `seq` of the last applicant that was judged. */
const State = v.object({ last: v.number() });

/** why: the forms of a slice are in memory at once. */
const largestSlice = 250;
/** Rows of other tasks that keep others waiting for as long as one applicant does here, whose whole form and record are read. */
const rowsForEach = 2;

/** Judges the applicants of a session, newest first: the verdicts of a slice and its progress are one commit. */
export const judgeJob: Job = {
	type: judgeTask,
	retry: { access: askAssistant.access },
	// why: reading forms is mostly CPU, of which a delivery has 30 seconds.
	longestDeliveryMs: 15_000,
	prepare: (given) => {
		const { sessionId } = v.parse(Input, given);
		let opened: ReturnType<typeof open> | undefined;
		const run: RunSlice = async (ctx, task, size) => {
			opened ??= open(ctx, sessionId);
			const found = await opened;
			if (!found.ok) return found;
			const { source, judgeAll } = found.value;
			const state = v.safeParse(State, task.result);
			const limit = Math.min(Math.ceil(size / rowsForEach), largestSlice);
			const below = state.success ? state.output.last : undefined;
			// why one more: it shows whether this is the last slice.
			const next = await nextExported(ctx, source, { below, limit: limit + 1 });
			const slice = next.slice(0, limit).map(({ seq }) => seq);
			const judged = slice.length === 0 ? [] : await judgeAll(slice);
			const verdicts = judged.map(({ applicant, judgement }) => ({ seq: applicant.seq, verdict: judgement.verdict }));
			const done = task.done + slice.length;
			const isOver = next.length === slice.length;
			const total = isOver ? done : Math.max(task.total, done + 1);
			const last = slice.at(-1) ?? below ?? 0;
			await ctx.db.batch([
				// why last: the verdicts are kept only while the task stands where this slice began.
				...writeVerdicts(ctx, task, sessionId, verdicts),
				advanceTask(ctx, task, { done, total, result: { last } }),
			]);
			return ok(undefined);
		};
		return run;
	},
};

const open = async (ctx: OrgContext, sessionId: string) => {
	const session = await findSessionById(ctx, sessionId);
	if (!session) return fail("not_found");
	const { applicationId, stage } = session;
	const scope = await compileFilter(ctx, { applicationId, ...(stage !== null && { stage }) });
	if (!scope.ok) return scope;
	const source: ExportSource = scope.value.isEmpty ? { applicationId, ids: [] } : { scope: scope.value };
	return ok({ source, judgeAll: await openJudge(ctx, session) });
};
