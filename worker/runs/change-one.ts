import type { OrgContext } from "#worker/context";
import type { RunHandle } from "#worker/contract/bulk";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import type { ActionTypes, BulkAction } from "#worker/runs/bulk-action";
import { commitRows, rowOf } from "#worker/runs/change-rows";

interface One<T extends ActionTypes, Unchanged extends ProblemCode> {
	input: T["input"];
	/** The version that the client saw; a client that names none accepts any. */
	version: number | undefined;
	/** Problems of a row that already has the target, and of one that cannot have it. */
	unchanged: Unchanged;
	notAllowed: Unchanged;
	/** What was attempted, for the screen that shows both versions of a stale save. */
	attempted: (target: T["target"]) => Record<string, unknown>;
}

/** How it can be undone; or what was attempted, when another user had changed the row. */
export type OneChanged = { run: RunHandle } | { attempted: Record<string, unknown> };

export const changeOne = async <T extends ActionTypes, Unchanged extends ProblemCode>(
	ctx: OrgContext,
	action: BulkAction<T>,
	id: string,
	{ input, version, unchanged, notAllowed, attempted }: One<T, Unchanged>,
) => {
	const [states, resolved] = await Promise.all([action.load(ctx, [id], input, undefined), action.resolve(ctx, input)]);
	const state = states.get(id);
	if (!state) return fail("not_found");
	if (!resolved.ok) return resolved;
	const target = resolved.value;
	if (version !== undefined && version !== state.version) return ok({ attempted: attempted(target) });
	const decision = action.decide(state, target);
	if (decision !== "will_change") return fail(decision === "unchanged" ? unchanged : notAllowed);
	const rows = [{ ...rowOf(id, state), outcome: "changed" as const }];
	const run = await commitRows(ctx, action, [state], { input, target, rows });
	if (!run.ok) return run;
	return ok(run.value ? { run: run.value } : { attempted: attempted(target) });
};
