import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { beginStep } from "#worker/imports/import-task";
import type { CandidateImport } from "#worker/services/uploaded-candidates/imports.contract";
import { findCandidateImport } from "#worker/services/uploaded-candidates/imports.queries";

export const importTasks = {
	read: "CANDIDATE_LIST",
	check: "CANDIDATE_CHECK",
	add: "CANDIDATE_IMPORT",
	undo: "CANDIDATE_IMPORT_UNDO",
} as const;

/** Returns where the notices of an import lead, and whose pages its progress concerns. */
export const noticesOf = (groupId: string, importId: string) => ({
	path: `manage-candidates/${groupId}/imports/${importId}`,
	topics: [topicOf("candidates", groupId)],
});

/** Begins a step of an import and returns the import as it is then. */
export const begin = async (
	ctx: OrgContext,
	{ id, groupId, name: title, rows: total }: CandidateImport,
	step: keyof typeof importTasks,
	move: Parameters<typeof beginStep>[2],
) => {
	const about = { importId: id, type: importTasks[step], title, total, ...noticesOf(groupId, id) };
	if (!(await beginStep(ctx, about, move))) return fail("import_elsewhere");
	const now = await findCandidateImport(ctx, { id: groupId, importId: id });
	return now ? ok(now) : fail("not_found");
};
