import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { countOutcomes, findBatch, findTaskOf, pageOfRows } from "#worker/runs/batch.queries";
import type { getBatch, listBatchRows } from "#worker/services/batches/contract";

/** A change that was made, how far it is, and how many came to what. */
export const openBatch = async (ctx: OrgContext, id: string): Promise<EndpointResult<typeof getBatch>> => {
	const batch = await findBatch(ctx, id);
	if (!batch || batch.kind === "notify") return fail("not_found");
	const taskId = batch.undoTaskId ?? batch.taskId;
	const [counts, task] = await Promise.all([countOutcomes(ctx, id), taskId === null ? null : findTaskOf(ctx, taskId)]);
	const { kind, targetName, subject, createdAt, heldUntil, undoneAt } = batch;
	const mayUndo = kind === "stage" && undoneAt === null && (heldUntil === null || heldUntil > ctx.now());
	return ok({
		...{ id, kind, targetName, subject, createdAt, counts, undoneAt },
		total: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
		task: task ?? null,
		undoUntil: mayUndo ? (heldUntil ?? ctx.now()) : null,
	});
};

/** One page of what became of each of a batch. */
export const listRowsOf = async (
	ctx: OrgContext,
	id: string,
	{ outcome, page, size }: EndpointRequest<typeof listBatchRows>["query"],
): Promise<EndpointResult<typeof listBatchRows>> => {
	const batch = await findBatch(ctx, id);
	if (!batch) return fail("not_found");
	const [data, counts] = await Promise.all([pageOfRows(ctx, id, { outcome, page, size }), countOutcomes(ctx, id)]);
	const all = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
	return ok({ data, resultTotal: outcome === undefined ? all : (counts[outcome] ?? 0), page, size });
};
