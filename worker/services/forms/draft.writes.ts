import { and, eq, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { type DraftFile, formDrafts } from "#worker/database/schema/forms";
import type { DraftRow } from "#worker/services/forms/edit.queries";

const mine = ({ organisationId, actor }: OrgContext, submissionId: string) =>
	and(
		eq(formDrafts.organisationId, organisationId),
		eq(formDrafts.userId, actor.id),
		eq(formDrafts.submissionId, submissionId),
	);

/**
 * The condition that a draft is unchanged. why not by time: another tab may save a page within the same millisecond.
 */
export const isAsSeen = ({ version, data, repeats, files, removedFiles }: NewDraft) =>
	and(
		eq(formDrafts.version, version),
		eq(formDrafts.data, data),
		eq(formDrafts.repeats, repeats),
		eq(formDrafts.files, files),
		eq(formDrafts.removedFiles, removedFiles),
	);

/** Deletes the actor's draft of a form in the commit that used it. */
export const writeDraftsEnd = (ctx: OrgContext, submissionId: string): Write =>
	ctx.db.delete(formDrafts).where(mine(ctx, submissionId));

/** Deletes the actor's draft of a form. @returns its files */
export const deleteDraft = async (ctx: OrgContext, submissionId: string): Promise<DraftFile[]> => {
	const rows = await ctx.db.delete(formDrafts).where(mine(ctx, submissionId)).returning({ files: formDrafts.files });
	return rows.flatMap(({ files }) => files);
};

type NewDraft = Omit<DraftRow, "organisationId" | "userId" | "submissionId" | "updatedAt">;

/** Stores the actor's draft if it is unchanged. @returns the stored draft, undefined when it was changed */
export const keepDraft = async (
	ctx: OrgContext,
	submissionId: string,
	{ seen, draft }: { seen: DraftRow | undefined; draft: NewDraft },
): Promise<DraftRow | undefined> => {
	const { db, organisationId, actor, now } = ctx;
	const row = { ...draft, updatedAt: now() };
	const kept = seen
		? await db
				.update(formDrafts)
				.set(row)
				.where(and(mine(ctx, submissionId), isAsSeen(seen)))
				.returning()
		: await db
				.insert(formDrafts)
				.values({ ...row, organisationId, userId: actor.id, submissionId })
				.onConflictDoNothing()
				.returning();
	return kept[0];
};

/** why: each may hold files, and the store deletes a limited number at once. */
const draftsPerSweep = 50;

/** Deletes drafts that nobody continued. @returns the keys of their files */
export const deleteOldDrafts = async (db: Database, before: number): Promise<string[]> => {
	const rows = await db
		.delete(formDrafts)
		.where(
			sql`${formDrafts}.rowid IN (SELECT rowid FROM ${formDrafts} WHERE ${lt(formDrafts.updatedAt, before)} LIMIT ${draftsPerSweep})`,
		)
		.returning({ files: formDrafts.files });
	return rows.flatMap(({ files }) => files.map(({ objectKey }) => objectKey));
};
