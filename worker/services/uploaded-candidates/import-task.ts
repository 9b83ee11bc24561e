import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { commit, type Write } from "#worker/database/commit";
import type { CandidateImport } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { moveImport } from "#worker/services/uploaded-candidates/imports.writes";
import { newTask, sendJob } from "#worker/tasks/start-task";

export const importTasks = {
	read: "CANDIDATE_LIST",
	check: "CANDIDATE_CHECK",
	add: "CANDIDATE_IMPORT",
	undo: "CANDIDATE_IMPORT_UNDO",
} as const;

export const ImportTaskInput = v.object({ importId: v.string() });

interface AboutImport {
	id: string;
	groupId: string;
	/** The import in the words of its notices. */
	title: string;
	total: number;
}

/** Returns a task for the next step of an import, whose notices lead to it. */
export const newImportTask = (
	ctx: OrgContext,
	step: keyof typeof importTasks,
	{ id, groupId, title, total }: AboutImport,
) =>
	newTask(ctx, {
		type: importTasks[step],
		input: { importId: id },
		// why at least one: a task of nothing would be over before it began.
		total: Math.max(1, total),
		applicationTitle: title,
		path: `manage-candidates/${groupId}/imports/${id}`,
		topics: [topicOf("candidates", groupId)],
	});

type Move = Omit<Parameters<typeof moveImport>[2], "taskId">;

/** Begins a step of an import in the background. @param writes further statements of the same commit */
export const beginStep = async (
	ctx: OrgContext,
	{ id, groupId, name: title, rows: total }: CandidateImport,
	step: keyof typeof importTasks,
	{ writes = [], ...move }: Move & { writes?: readonly Write[] },
) => {
	const { taskId, write, event } = newImportTask(ctx, step, { id, groupId, title, total });
	const begun = await commit(ctx, {
		guarded: { write: moveImport(ctx, id, { ...move, taskId }), expectedChanges: 1 },
		writes: [...writes, write],
		event,
	});
	if (!begun) return fail("import_elsewhere");
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	const now = await findImport(ctx, { id: groupId, importId: id });
	return now ? ok(now) : fail("not_found");
};
