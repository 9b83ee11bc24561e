import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { foldedWords } from "#worker/contract/text/fold-text";
import { commit, isDuplicate } from "#worker/database/commit";
import { applicationExists } from "#worker/services/applications/queries";
import type { CandidateGroup, createGroup as endpoint } from "#worker/services/uploaded-candidates/contract";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import {
	type GroupToWrite,
	writeApplied,
	writeGroup,
	writeGroupDetails,
} from "#worker/services/uploaded-candidates/writes";

type Details = EndpointRequest<typeof endpoint>["body"];

/** Creates a candidate group (§7, §8 Candidate group). */
export const createGroup = async (ctx: OrgContext, details: Details): Promise<Result<CandidateGroup>> => {
	const checked = await check(ctx, ctx.newId(), details);
	if (!checked.ok) return checked;
	const group = checked.value;
	return save(ctx, group, "candidate_group_not_created", async () => {
		const event = { type: "candidate_group.created" as const, payload: { groupId: group.id, name: group.name } };
		await commit(ctx, { guarded: { write: writeGroup(ctx, group), expectedChanges: 1 }, event });
	});
};

/** Renames a candidate group, or gives it another application (§7, §8 Candidate group). */
export const updateGroup = async (ctx: OrgContext, id: string, details: Details): Promise<Result<CandidateGroup>> => {
	const before = await findGroup(ctx, id);
	if (!before) return fail("candidate_group_unavailable");
	const formerId = before.application?.id ?? null;
	const checked = await check(ctx, id, { applicationId: formerId, ...details });
	if (!checked.ok) return checked;
	const group = checked.value;
	const isElsewhere = group.applicationId !== formerId;
	return save(ctx, group, "candidate_group_not_updated", async () => {
		const { name } = group;
		const payload = { groupId: id, name, before: before.name, applicationId: group.applicationId };
		await commit(ctx, {
			guarded: { write: writeGroupDetails(ctx, group), expectedChanges: 1 },
			writes: isElsewhere ? [writeApplied(ctx, group)] : [],
			event: { type: "candidate_group.updated", payload },
		});
	});
};

const check = async (
	ctx: OrgContext,
	id: string,
	{ name, applicationId = null }: Details,
): Promise<Result<GroupToWrite>> => {
	if (applicationId !== null && !(await applicationExists(ctx, applicationId)))
		return fail("application_unavailable", { fields: { applicationId: ["Choose another application"] } });
	return ok({ id, name, nameKey: foldedWords(name).join(" ") || name, applicationId });
};

const save = async (
	ctx: OrgContext,
	{ id }: GroupToWrite,
	failure: ProblemCode,
	run: () => Promise<void>,
): Promise<Result<CandidateGroup>> => {
	try {
		await run();
	} catch (error) {
		if (!isDuplicate(error, "candidate_groups")) throw error;
		return fail(failure, { fields: { name: ["There is a group with this name already."] } });
	}
	const group = await findGroup(ctx, id);
	return group ? ok(group) : fail("candidate_group_unavailable");
};
