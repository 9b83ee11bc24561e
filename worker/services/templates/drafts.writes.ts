import { and, eq, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { leftDraft, templateDrafts } from "#worker/database/schema/workflows";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import { type DraftKey, type DraftRow, isDraft } from "#worker/services/templates/drafts.queries";

/** Keeps a draft if it is as it was read. @returns whether it was @param seen what was read; undefined for a new one */
export const keepDraft = async (
	ctx: OrgContext,
	key: DraftKey,
	seen: DraftRow | undefined,
	{ version, ...row }: Omit<DraftRow, "updatedAt"> & { version: number },
): Promise<boolean> => {
	const { db, organisationId, now } = ctx;
	const kept = seen
		? await db
				.update(templateDrafts)
				.set({ ...row, updatedAt: nextVersion(templateDrafts.updatedAt, now()) })
				.where(and(isDraft(ctx, key), eq(templateDrafts.updatedAt, seen.updatedAt)))
				.returning({ step: templateDrafts.step })
		: await db
				.insert(templateDrafts)
				// why later than what was seen: the version of a template without a draft is its own.
				.values({ ...row, ...key, organisationId, updatedAt: Math.max(now(), version + 1) })
				.onConflictDoNothing()
				.returning({ step: templateDrafts.step });
	return kept.length > 0;
};

/** Deletes a draft, if it is still this version of it. */
export const removeDraft = (ctx: OrgContext, key: DraftKey, version: number | undefined): Write =>
	ctx.db.delete(templateDrafts).where(and(isDraft(ctx, key), isVersion(templateDrafts.updatedAt, version)));

/** Deletes the draft of a template that is deleted. */
export const removeDraftOf = ({ db, organisationId }: OrgContext, templateId: string): Write =>
	db
		.delete(templateDrafts)
		.where(and(eq(templateDrafts.organisationId, organisationId), eq(templateDrafts.templateId, templateId)));

/** Deletes drafts that were left before this moment: discarded ones, and those of templates that were never created. */
export const deleteLeftDrafts = (db: Database, before: number) =>
	db
		.delete(templateDrafts)
		.where(firstRows(templateDrafts, sql`${leftDraft} AND ${lt(templateDrafts.updatedAt, before)}`));
