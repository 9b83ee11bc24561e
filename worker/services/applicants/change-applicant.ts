import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import type { Target } from "#worker/runs/bulk-action";
import { commitRows, rowOf } from "#worker/runs/change-rows";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import type { ApplicantAction } from "#worker/services/applicants/applicant-rows";
import type { updateApplicant } from "#worker/services/applicants/change.contract";
import { findCurrent, isStale, staleDetails } from "#worker/services/applicants/change.queries";

interface OneChange<Goal> {
	/** The version that the client saw. */
	version: number | undefined;
	/** Problems of an applicant who has it already, and of one who cannot have it. */
	unchanged: ProblemCode;
	notAllowed: ProblemCode;
	/** What was attempted, for the screen that shows both versions of a stale save. */
	attempted: (target: Goal) => Record<string, unknown>;
}

/**
 * Runs an action over one applicant (§7 PATCH /candidates/{id}). A version that is not the current one, or a colleague
 * who is faster, fails with 409 and both versions.
 */
export const changeApplicant = async <Input, Goal extends Target>(
	ctx: OrgContext,
	action: ApplicantAction<Input, Goal>,
	id: string,
	{ version, unchanged, notAllowed, attempted, input }: OneChange<Goal> & { input: Input },
): Promise<Result<EndpointResponse<typeof updateApplicant>>> => {
	const [states, resolved] = await Promise.all([action.load(ctx, [id], input, undefined), action.resolve(ctx, input)]);
	const state = states.get(id);
	if (!state) return fail("not_found");
	if (!resolved.ok) return resolved;
	const target = resolved.value;
	if (isStale(state, version)) return failStale(ctx, id, attempted(target));
	const decision = action.decide(state, target);
	if (decision !== "will_change") return fail(decision === "unchanged" ? unchanged : notAllowed);
	const rows = [{ ...rowOf(id, state), outcome: "changed" as const }];
	const run = await commitRows(ctx, action, [state], { input, target, rows });
	if (!run.ok) return run;
	if (!run.value) return failStale(ctx, id, attempted(target));
	const applicant = await findApplicant(ctx, id);
	return applicant ? ok({ ...applicant, run: run.value }) : fail("not_found");
};

const failStale = async (ctx: OrgContext, id: string, attempted: Record<string, unknown>) => {
	const current = await findCurrent(ctx, id);
	return current ? fail("stale_applicant", { details: staleDetails(current.row, attempted) }) : fail("not_found");
};
