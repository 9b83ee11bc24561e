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

/** Nothing of a draft has changed since it was seen. why not by its time: another tab may keep a page within a millisecond. */
export const isAsSeen = ({ version, data, repeats, files, removedFiles }: NewDraft) =>
	and(
		eq(formDrafts.version, version),
		eq(formDrafts.data, data),
		eq(formDrafts.repeats, repeats),
		eq(formDrafts.files, files),
		eq(formDrafts.removedFiles, removedFiles),
	);

/** Ends the actor's draft of a form with the commit that used it. */
export const writeDraftsEnd = (ctx: OrgContext, submissionId: string): Write =>
	ctx.db.delete(formDrafts).where(mine(ctx, submissionId));

/** Forgets the actor's draft of a form. @returns the files that waited in it. */
export const deleteDraft = async (ctx: OrgContext, submissionId: string): Promise<DraftFile[]> => {
	const rows = await ctx.db.delete(formDrafts).where(mine(ctx, submissionId)).returning({ files: formDrafts.files });
	return rows.flatMap(({ files }) => files);
};

type NewDraft = Omit<DraftRow, "organisationId" | "userId" | "submissionId" | "updatedAt">;

/** Keeps the actor's draft if it still is as it was seen. @returns it as it is kept, undefined when it was not. */
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

/** why: each may hold files, which are taken out of the store one sweep's worth at a time. */
const draftsPerSweep = 50;

/** Drafts of forms that nobody went on with. @returns where the files that waited in them are. */
export const deleteOldDrafts = async (db: Database, before: number): Promise<string[]> => {
	const rows = await db
		.delete(formDrafts)
		.where(
			sql`${formDrafts}.rowid IN (SELECT rowid FROM ${formDrafts} WHERE ${lt(formDrafts.updatedAt, before)} LIMIT ${draftsPerSweep})`,
		)
		.returning({ files: formDrafts.files });
	return rows.flatMap(({ files }) => files.map(({ objectKey }) => objectKey));
};
