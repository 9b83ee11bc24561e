import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { foldedWords } from "#worker/contract/text/fold-text";
import { commit, isDuplicate } from "#worker/database/commit";
import { applicationExists } from "#worker/services/applications/queries";
import type { createGroup as endpoint, updateGroup as updating } from "#worker/services/uploaded-candidates/contract";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import {
	deleteEmptyGroup,
	type GroupToWrite,
	writeApplied,
	writeGroup,
	writeGroupDetails,
} from "#worker/services/uploaded-candidates/writes";

type Details = EndpointRequest<typeof endpoint>["body"];

export const createGroup = async (ctx: OrgContext, details: Details) => {
	const saved = await save(ctx, { id: ctx.newId(), ...details }, "candidate_group_not_created", (group) => {
		const event = { type: "candidate_group.created" as const, payload: { groupId: group.id, name: group.name } };
		return commit(ctx, { guarded: { write: writeGroup(ctx, group), expectedChanges: 1 }, event });
	});
	return saved ?? fail("candidate_group_not_created");
};

/** Renames a candidate group, or gives it another application (§7, §8 Candidate group). */
export const updateGroup = async (
	ctx: OrgContext,
	id: string,
	{ version, ...details }: EndpointRequest<typeof updating>["body"],
) => {
	const before = await findGroup(ctx, id);
	if (!before) return fail("candidate_group_unavailable");
	const formerId = before.application?.id ?? null;
	const saved = await save(ctx, { id, applicationId: formerId, ...details }, "candidate_group_not_updated", (group) => {
		const { name, applicationId } = group;
		return commit(ctx, {
			guarded: { write: writeGroupDetails(ctx, group, version), expectedChanges: 1 },
			writes: applicationId === formerId ? [] : [writeApplied(ctx, group)],
			event: { type: "candidate_group.updated", payload: { groupId: id, name, before: before.name, applicationId } },
		});
	});
	if (saved !== undefined) return saved;
	const current = await findGroup(ctx, id);
	return current ? fail("changed_meanwhile", { details: { current } }) : fail("candidate_group_unavailable");
};

/** Saves a group. @returns undefined when it has changed or is gone */

const save = async <Code extends "candidate_group_not_created" | "candidate_group_not_updated">(
	ctx: OrgContext,
	{ id, name, applicationId = null }: Details & { id: string },
	failure: Code,
	run: (group: GroupToWrite) => ReturnType<typeof commit>,
) => {
	if (applicationId !== null && !(await applicationExists(ctx, applicationId)))
		return fail("application_unavailable", { fields: { applicationId: ["Choose another application"] } });
	try {
		const group = { id, name, nameKey: foldedWords(name).join(" ") || name, applicationId };
		if (!(await run(group))) return undefined;
	} catch (error) {
		if (!isDuplicate(error, "candidate_groups")) throw error;
		return fail(failure, { fields: { name: ["There is a group with this name already."] } });
	}
	const group = await findGroup(ctx, id);
	return group ? ok(group) : fail(failure);
};

/** Deletes a candidate group without candidates (§7, §8 Candidate group). Undoing its imports removes them. */
export const deleteGroup = async (ctx: OrgContext, id: string) => {
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
