import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { sendJob } from "#worker/tasks/send-job";
import { newTask } from "#worker/tasks/start-task";

/** Tasks that work on an import; their jobs are in `read-list.job.ts`, `check-rows.job.ts` and so on. */
export const importTasks = {
	read: "CANDIDATE_LIST",
	check: "CANDIDATE_CHECK",
	add: "CANDIDATE_IMPORT",
	undo: "CANDIDATE_IMPORT_UNDO",
} as const;

export const ImportTaskInput = v.object({ importId: v.string() });

/** Rows by outcome, as a job counts them on its way. */
export const Counts = v.record(v.string(), v.number());
export type Counts = v.InferOutput<typeof Counts>;

/** A job's counts so far, and one more of each of these. */
export const addCounts = (before: unknown, outcomes: readonly (string | null)[]): Counts => {
	const counts: Counts = { ...v.parse(Counts, before ?? {}) };
	for (const outcome of outcomes) if (outcome !== null) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return counts;
};

interface AboutImport {
	id: string;
	groupId: string;
	/** What its notices call it. */
	title: string;
}

/** A task for the next step of an import, whose notices lead to it. */
export const newImportTask = (
	ctx: OrgContext,
	step: keyof typeof importTasks,
	{ id, groupId, title }: AboutImport,
	total: number,
): { taskId: string; write: Write; event: ReturnType<typeof newTask>["event"]; send: () => Promise<void> } => {
	const task = newTask(ctx, {
		type: importTasks[step],
		input: { importId: id },
		// why at least one: a task of nothing would be over before it began.
		total: Math.max(1, total),
		applicationTitle: title,
		path: `manage-candidates/${groupId}/imports/${id}`,
		topics: [topicOf("candidates", groupId)],
	});
	const { organisationId, env } = ctx;
	return { ...task, send: () => sendJob(env, { organisationId, taskId: task.taskId }) };
};
