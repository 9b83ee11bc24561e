import type { OrgContext } from "#worker/context";
import type { CodeOf, EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
import { rowOf } from "#worker/runs/change-rows";
import { countOutcomes, findRun, findStarter, findTaskOf, pageOfRows, type Run } from "#worker/runs/run.queries";
import type { RunHandler } from "#worker/runs/run-kind";
import type { getBatch, listBatchRows, retryBatch } from "#worker/services/batches/contract";

export type RunHandlers = readonly RunHandler<CodeOf<typeof retryBatch>>[];

/** Finds a run that the user sees and what can be done with runs of its kind. */
export const findHandled = async (ctx: OrgContext, handlers: RunHandlers, id: string) => {
	const run = await findRun(ctx, id);
	// why: a colleague's run may be about applicants of other places.
	if (isBound(ctx) && run?.createdBy !== ctx.actor.id) return undefined;
	const handler = run && handlers.find(({ kind }) => kind === run.kind);
	return handler && { run, handler };
};

export const openBatch = async (
	ctx: OrgContext,
	handlers: RunHandlers,
	id: string,
): Promise<EndpointResult<typeof getBatch>> => {
	const found = await findHandled(ctx, handlers, id);
	if (!found) return fail("not_found");
	const { kind, targetName, subject, createdBy, createdAt, undoneAt, undoTaskId, taskId } = found.run;
	const workingId = undoTaskId ?? taskId;
	const [counts, startedBy, task] = await Promise.all([
		countOutcomes(ctx, id),
		findStarter(ctx, createdBy),
		workingId === null ? null : findTaskOf(ctx, workingId),
	]);
	return ok({
		id,
		kind,
		targetName,
		subject,
		startedBy,
		createdAt,
		counts,
		undoneAt,
		total: sum(counts),
		task: task ?? null,
		undoUntil: found.handler.undo ? undoUntilOf(ctx, found.run) : null,
	});
};

const undoUntilOf = (ctx: OrgContext, { undoneAt, undoUntil }: Run): number | null => {
	if (undoneAt !== null) return null;
	// why now: a run that goes on can be undone, and has no end of that yet.
	return undoUntil === null || undoUntil > ctx.now() ? (undoUntil ?? ctx.now()) : null;
};

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, rows) => total + rows, 0);

export const listRowsOf = async (
	ctx: OrgContext,
	handlers: RunHandlers,
	id: string,
	{ outcome, page, size }: EndpointRequest<typeof listBatchRows>["query"],
): Promise<EndpointResult<typeof listBatchRows>> => {
	const found = await findHandled(ctx, handlers, id);
	if (!found) return fail("not_found");
	const [rows, counts] = await Promise.all([pageOfRows(ctx, id, { outcome, page, size }), countOutcomes(ctx, id)]);
	const names = await found.handler.nameAll(
		ctx,
		rows.map((row) => row.id),
	);
	const data = rows.map(({ id, outcome, reason }) => ({
		...rowOf(id, names.get(id)),
		outcome,
		...(reason !== null && { reason }),
	}));
	return ok({ data, resultTotal: outcome === undefined ? sum(counts) : (counts[outcome] ?? 0), page, size });
};
