import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Topic } from "#worker/contract/topics";
import { commit, type Write } from "#worker/database/commit";
import { moveImport } from "#worker/imports/imports.writes";
import { newTask, sendJob } from "#worker/tasks/start-task";
import type { writeTask } from "#worker/tasks/task.writes";

export const ImportTaskInput = v.object({ importId: v.string() });

interface AboutImport {
	importId: string;
	type: string;
	/** The import in the words of its notices, and where they lead. */
	title: string;
	path: string;
	topics: Topic[];
	total: number;
}

/** Returns a task for the next step of an import, whose notices lead to it. */
export const newImportTask = (
	ctx: OrgContext,
	{ importId, total, title, ...about }: AboutImport,
	writeRow?: typeof writeTask,
) =>
	newTask(
		ctx,
		{
			...about,
			input: { importId },
			applicationTitle: title,
			// why at least one: a task of nothing would be over before it began.
			total: Math.max(1, total),
		},
		writeRow,
	);

type Move = Omit<Parameters<typeof moveImport>[2], "taskId">;

/** Begins a step of an import in the background. @param writes further statements of the same commit @returns whether it could */
export const beginStep = async (
	ctx: OrgContext,
	about: AboutImport,
	{ writes = [], ...move }: Move & { writes?: readonly Write[] },
): Promise<boolean> => {
	const { taskId, write, event } = newImportTask(ctx, about);
	const begun = await commit(ctx, {
		guarded: { write: moveImport(ctx, about.importId, { ...move, taskId }), expectedChanges: 1 },
		writes: [...writes, write],
		event,
	});
	if (begun) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return begun !== undefined;
};
