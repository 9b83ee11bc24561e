import { and, eq, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { discardedDraft, workflowDrafts } from "#worker/database/schema/workflows";
import { type DraftRow, filesLost, isDraft } from "#worker/services/workflows/drafts.queries";
import { deleteDraftedFiles } from "#worker/services/workflows/writes";

/** The condition that the statement just before, in the same batch, changed the draft. */
const isChanged = sql`changes() = 1`;

/**
 * Keeps a draft if it is as it was read, and forgets the files that only states named which are no longer kept.
 * @param seen what was read; undefined for a new one @returns whether it was, and where those files are stored
 */
export const keepDraft = async (
	ctx: OrgContext,
	workflowId: string,
	seen: DraftRow | undefined,
	{ version, ...row }: Omit<DraftRow, "updatedAt"> & { version: number },
): Promise<{ isKept: boolean; forgotten: string[] }> => {
	const { db, organisationId, now } = ctx;
	// why later than what was seen: the version of a draft is never before that of its workflow.
	const updatedAt = Math.max(now(), version + 1);
	const keeping = seen
		? db
				.update(workflowDrafts)
				.set({ ...row, updatedAt })
				.where(and(isDraft(ctx, workflowId), eq(workflowDrafts.updatedAt, seen.updatedAt)))
				.returning({ state: workflowDrafts.state })
		: db
				.insert(workflowDrafts)
				.values({ ...row, organisationId, workflowId, updatedAt })
				.onConflictDoNothing()
				.returning({ state: workflowDrafts.state });
	const lost = filesLost(seen?.states ?? [], row.states);
	if (lost.length === 0) return { isKept: (await keeping).length > 0, forgotten: [] };
	const [kept, files] = await db.batch([keeping, deleteDraftedFiles(ctx, workflowId, lost, isChanged)]);
	return { isKept: kept.length > 0, forgotten: files.map(({ objectKey }) => objectKey) };
};

/** Deletes the draft of a workflow that is published or deleted. */
export const removeDraft = (ctx: OrgContext, workflowId: string): Write =>
	ctx.db.delete(workflowDrafts).where(isDraft(ctx, workflowId));

/** The most drafts that one sweep deletes. why so few: all their states are read. */
const mostAtOnce = 20;

/** Deletes drafts that were discarded before this moment, and the files that only they named. @returns where these are stored */
export const deleteDiscardedDrafts = async (db: Database, before: number): Promise<string[]> => {
	const { organisationId, workflowId, states, updatedAt } = workflowDrafts;
	const drafts = await db
		.select({ organisationId, workflowId, states, updatedAt })
		.from(workflowDrafts)
		.where(and(discardedDraft, lt(updatedAt, before)))
		.limit(mostAtOnce);
	const forgotten: string[] = [];
	for (const draft of drafts) {
		const ctx = { db, organisationId: draft.organisationId };
		const [, files] = await db.batch([
			db
				.delete(workflowDrafts)
				.where(and(isDraft(ctx, draft.workflowId), discardedDraft, eq(updatedAt, draft.updatedAt))),
			deleteDraftedFiles(ctx, draft.workflowId, filesLost(draft.states, []), isChanged),
		]);
		forgotten.push(...files.map(({ objectKey }) => objectKey));
	}
	return forgotten;
};
