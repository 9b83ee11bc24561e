import type { OrgContext } from "#worker/context";
import { problems } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import { deleteEmptyGroup } from "#worker/services/uploaded-candidates/writes";

/** Deletes a candidate group without candidates (§7, §8 Candidate group). Undoing its imports removes them. */
export const deleteGroup = async (ctx: OrgContext, id: string): Promise<Result<{ id: string }>> => {
	const group = await findGroup(ctx, id);
	if (!group) return fail("candidate_group_unavailable");
	const deleted = await commit(ctx, {
		guarded: { write: deleteEmptyGroup(ctx, id), expectedChanges: 1 },
		event: { type: "candidate_group.deleted", payload: { groupId: id, name: group.name } },
	});
	if (deleted) return ok({ id });
	const reason = "It has candidates. Undo its imports first.";
	return fail("candidate_group_not_deleted", { message: `${problems.candidate_group_not_deleted.message}. ${reason}` });
};
