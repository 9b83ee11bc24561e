import type { OrgContext } from "#worker/context";
import type { BulkRow, RunHandle } from "#worker/contract/bulk";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { ActionTypes, BulkAction, Decision, RowState } from "#worker/runs/bulk-action";
import { writeOutcomes, writeRun, writeRunRows } from "#worker/runs/run.writes";
import type { Progress } from "#worker/runs/run-job";
import { sendJob } from "#worker/tasks/start-task";

/** What the rows get, as it was asked for and looked up. */
interface Wanted<T extends ActionTypes> {
	input: T["input"];
	target: T["target"];
	/** When the consequences were shown, UTC milliseconds: what was changed since is a conflict. */
	asOf?: number | undefined;
	/** Given for a slice of a task: what the commit records of its outcome. */
	progress?: ((rows: readonly BulkRow[]) => Progress) | undefined;
}

interface Changed {
	rows: BulkRow[];
	/** How it is undone; undefined when nothing was changed. */
	run: RunHandle | undefined;
	/** False when colleagues were faster every time. */
	isCommitted: boolean;
}

/** How often the rows are read again because another user changed one of them. */
const maxAttempts = 5;

/**
 * Changes rows in one commit, and reports the outcome of each. A row that another user has changed since it was first
 * read is a conflict; when one changes meanwhile, the others are tried again, five times at most.
 */
export const changeRows = async <T extends ActionTypes>(
	ctx: OrgContext,
	action: BulkAction<T>,
	ids: readonly string[],
	wanted: Wanted<T>,
): Promise<Result<Changed, T["problem"]>> => {
	const load = () => action.load(ctx, ids, wanted.input, wanted.asOf);
	const first = await load();
	const decideAll = (states: ReadonlyMap<string, T["state"]>) =>
		ids.map((id) => {
			const state = states.get(id);
			const decision = action.decide(state, wanted.target);
			const isLate = state?.version !== first.get(id)?.version || state?.isLate === true;
			const outcome = decision === "will_change" && isLate ? "conflict" : decision;
			return { id, state, outcome, ...explained(action, { state, outcome }, wanted.target) } as const;
		});
	let decided = decideAll(first);
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		const changing = decided.flatMap(({ state, outcome }) => (outcome === "will_change" && state ? [state] : []));
		const rows = decided.map((row) => toRow(row, "changed"));
		if (changing.length === 0) return ok({ rows, run: undefined, isCommitted: true });
		const run = await commitRows(ctx, action, changing, { ...wanted, rows });
		if (!run.ok) return run;
		if (run.value) return ok({ rows, run: run.value, isCommitted: true });
		const again = decideAll(await load());
		// why: if the rows are unchanged, another delivery has done this slice.
		if (wanted.progress && isSame(decided, again)) break;
		decided = again;
	}
	return ok({ rows: decided.map((row) => toRow(row, "conflict")), run: undefined, isCommitted: false });
};

const isSame = (before: readonly Decided[], after: readonly Decided[]) =>
	before.every(({ state, outcome }, index) => {
		const now = after[index];
		return now?.outcome === outcome && now.state?.version === state?.version;
	});

interface Decided {
	id: string;
	state: RowState | undefined;
	outcome: Decision | "conflict";
	reason?: string;
}

/** Returns why a row is not allowed, where its action says so. */
export const explained = <T extends ActionTypes>(
	{ explain }: Pick<BulkAction<T>, "explain">,
	{ state, outcome }: { state: T["state"] | undefined; outcome: BulkRow["outcome"] },
	target: T["target"],
): { reason?: string } => {
	const reason = state && outcome === "not_allowed" ? explain?.(state, target) : undefined;
	return reason === undefined ? {} : { reason };
};

/** @param outcome of a row that can be changed */
const toRow = ({ id, state, ...decided }: Decided, outcome: BulkRow["outcome"]): BulkRow => ({
	...rowOf(id, state),
	outcome: decided.outcome === "will_change" ? outcome : decided.outcome,
	...(decided.reason !== undefined && { reason: decided.reason }),
});

export const rowOf = (id: string, state: Pick<RowState, "name" | "applicationNumber"> | undefined) => ({
	id,
	name: state?.name ?? null,
	applicationNumber: state?.applicationNumber ?? null,
});

/**
 * Commits rows, run and event, all or none. @param rows the outcomes of the whole selection @returns undefined when one
 * was changed meanwhile: then nothing was written
 */
export const commitRows = async <T extends ActionTypes>(
	ctx: OrgContext,
	action: BulkAction<T>,
	states: readonly T["state"][],
	{ input, target, progress, rows }: Wanted<T> & { rows: readonly BulkRow[] },
) => {
	const { kind, reversal } = action;
	const slice = progress?.(rows);
	const eventId = ctx.newId();
	const runId = slice?.runId ?? eventId;
	const undoUntil = slice || !reversal ? null : ctx.now() + target.undoWindowMs;
	const prepared = await action.write(ctx, states, target, { runId, eventId, undoUntil, onlyIf: slice?.onlyIf });
	if (!prepared.ok) return prepared;
	const { guarded, writes, event, further, taskIds = [], emails = 0, texts = 0 } = prepared.value;
	const changed = new Map(states.map((state) => [state.id, state]));
	const results = rows.map(({ id, outcome, reason }) => {
		const state = changed.get(id);
		return state && reversal
			? { id, outcome, before: reversal.before(state), version: state.version + 1 }
			: { id, outcome, ...(reason !== undefined && { reason }) };
	});
	const about = { targetId: target.id, targetName: target.name, subject: subjectOf(action, rows) };
	const recorded = slice
		? [...slice.writes, writeOutcomes(ctx, runId, results)]
		: [
				writeRun(ctx, { id: runId, kind, ...about, input, undoUntil, size: results.length }),
				writeRunRows(ctx, runId, results),
			];
	const committed = await commit(ctx, {
		guarded: { write: guarded, expectedChanges: states.length },
		writes: [...writes, ...recorded],
		event: { ...event, id: eventId },
		...(further && { further }),
	});
	if (!committed) return ok(undefined);
	for (const taskId of taskIds) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok({ id: runId, undoUntil: undoUntil ?? 0, emails, texts });
};

const subjectOf = ({ rows: { inWords } }: { rows: { inWords(count: number): string } }, rows: readonly BulkRow[]) => {
	const changed = rows.filter(({ outcome }) => outcome === "changed");
	const [first] = changed;
	return changed.length === 1 && first?.name ? first.name : inWords(changed.length);
};

type Failed<Code extends ProblemCode> = Extract<Result<never, Code>, { ok: false }>;

interface One<T extends ActionTypes, Unchanged extends ProblemCode> {
	input: T["input"];
	/** The version that the client saw; a client that names none accepts any. */
	version: number | undefined;
	/** Problems of a row that already has the target, and of one that cannot have it. */
	unchanged: Unchanged;
	notAllowed: Unchanged;
	/** The text of the latter, where it names the target. */
	notAllowedText?: (target: T["target"]) => string;
	/** The problem of a row that cannot have it for reasons of its own, if it has any. */
	hindered?: (state: T["state"], target: T["target"]) => Failed<Unchanged> | undefined;
	/** What was attempted, for the screen that shows both versions of a stale save. */
	attempted: (target: T["target"]) => Record<string, unknown>;
}

/** How it can be undone; or what was attempted, when another user had changed the row. */
export type OneChanged = { run: RunHandle } | { attempted: Record<string, unknown> };

/** Runs an action over one row. Fails with `not_found`, `unchanged`, `notAllowed` or its target's problems. */
export const changeOne = async <T extends ActionTypes, Unchanged extends ProblemCode>(
	ctx: OrgContext,
	action: BulkAction<T>,
	id: string,
	{ input, version, unchanged, notAllowed, notAllowedText, hindered, attempted }: One<T, Unchanged>,
) => {
	const [states, resolved] = await Promise.all([action.load(ctx, [id], input, undefined), action.resolve(ctx, input)]);
	const state = states.get(id);
	if (!state) return fail("not_found");
	if (!resolved.ok) return resolved;
	const target = resolved.value;
	if (version !== undefined && version !== state.version) return ok({ attempted: attempted(target) });
	const decision = action.decide(state, target);
	const hindrance = decision === "not_allowed" ? hindered?.(state, target) : undefined;
	if (hindrance) return hindrance;
	if (decision === "not_allowed") return fail(notAllowed, notAllowedText ? { message: notAllowedText(target) } : {});
	if (decision !== "will_change") return fail(decision === "unchanged" ? unchanged : notAllowed);
	const rows = [{ ...rowOf(id, state), outcome: "changed" as const }];
	const run = await commitRows(ctx, action, [state], { input, target, rows });
	if (!run.ok) return run;
	return ok(run.value ? { run: run.value } : { attempted: attempted(target) });
};
