import { and, eq, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { discardedDraft, workflowDrafts } from "#worker/database/schema/workflows";
import { type DraftRow, isDraft } from "#worker/services/workflows/drafts.queries";

/** Keeps a draft if it is as it was read. @returns whether it was @param seen what was read; undefined for a new one */
export const keepDraft = async (
	ctx: OrgContext,
	workflowId: string,
	seen: DraftRow | undefined,
	{ version, ...row }: Omit<DraftRow, "updatedAt"> & { version: number },
): Promise<boolean> => {
	const { db, organisationId, now } = ctx;
	// why later than what was seen: the version of a draft is never before that of its workflow.
	const updatedAt = Math.max(now(), version + 1);
	const kept = seen
		? await db
				.update(workflowDrafts)
				.set({ ...row, updatedAt })
				.where(and(isDraft(ctx, workflowId), eq(workflowDrafts.updatedAt, seen.updatedAt)))
				.returning({ state: workflowDrafts.state })
		: await db
				.insert(workflowDrafts)
				.values({ ...row, organisationId, workflowId, updatedAt })
				.onConflictDoNothing()
				.returning({ state: workflowDrafts.state });
	return kept.length > 0;
};

/** Deletes the draft of a workflow that is published or deleted. */
export const removeDraft = (ctx: OrgContext, workflowId: string): Write =>
	ctx.db.delete(workflowDrafts).where(isDraft(ctx, workflowId));

/** Deletes drafts that were discarded before this moment. */
export const deleteDiscardedDrafts = (db: Database, before: number) =>
	db
		.delete(workflowDrafts)
		.where(firstRows(workflowDrafts, sql`${discardedDraft} AND ${lt(workflowDrafts.updatedAt, before)}`));
