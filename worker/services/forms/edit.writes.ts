import { and, eq, exists, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormData, RepeatCounts } from "#worker/contract/forms/form-schema";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, type DraftFile, formDrafts, submissions } from "#worker/database/schema/forms";
import type { DraftRow, FormToEdit } from "#worker/services/forms/edit.queries";

const mine = ({ organisationId, actor }: OrgContext, submissionId: string) =>
	and(
		eq(formDrafts.organisationId, organisationId),
		eq(formDrafts.userId, actor.id),
		eq(formDrafts.submissionId, submissionId),
	);

/** The condition that a draft is unchanged. why not by time: tabs may save within the same millisecond. */
const isAsSeen = ({ version, data, repeats, files, removedFiles }: NewDraft) =>
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

/** Adds the form of a new applicant. */
export const insertSubmission = ({ db }: OrgContext, row: typeof submissions.$inferInsert): Write =>
	db.insert(submissions).values(row);

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

interface NewAnswers {
	data: FormData;
	duplicateFields: RepeatCounts;
	hidden: string[] | null;
	percentComplete: number;
	submittedAt: number | null;
}

/**
 * Writes the answers if the form, its applicant and the draft they came from, if any, are unchanged. @param moves whether
 * the applicant must still be at the step that they were seen at
 */
export const writeAnswers = (
	ctx: OrgContext,
	seen: FormToEdit,
	{ duplicateFields, ...answers }: NewAnswers,
	{ draft, moves }: { draft: DraftRow | undefined; moves: boolean },
): Write => {
	const { db, organisationId, now } = ctx;
	const { version, organisationId: owner } = submissions;
	const applicant = db
		.select({ id: applicants.id })
		.from(applicants)
		.where(
			and(
				eq(applicants.organisationId, organisationId),
				eq(applicants.id, seen.applicantId),
				moves ? eq(applicants.stepId, seen.stepId) : undefined,
			),
		);
	return db
		.update(submissions)
		.set({ ...answers, repeats: duplicateFields, version: sql`${version} + 1`, updatedAt: now() })
		.where(
			and(
				eq(owner, organisationId),
				eq(submissions.id, seen.id),
				eq(version, seen.version),
				exists(applicant),
				draft && exists(db.select({ files: formDrafts.files }).from(formDrafts).where(isDraftAsSeen(ctx, draft))),
			),
		);
};

const isDraftAsSeen = ({ organisationId }: OrgContext, draft: DraftRow) =>
	and(
		eq(formDrafts.organisationId, organisationId),
		eq(formDrafts.userId, draft.userId),
		eq(formDrafts.submissionId, draft.submissionId),
		// why: what another tab has saved meanwhile is neither lost nor attached without its file.
		isAsSeen(draft),
	);

interface NewAttachment extends DraftFile {
	title: string;
	section: string;
}

export const writeAttachments = (
	{ db, organisationId, now }: OrgContext,
	submissionId: string,
	{ added, removed }: { added: readonly NewAttachment[]; removed: readonly { id: string }[] },
): Write[] => [
	...removed.map(({ id }) =>
		db
			.delete(attachments)
			.where(
				and(
					eq(attachments.organisationId, organisationId),
					eq(attachments.id, id),
					eq(attachments.submissionId, submissionId),
				),
			),
	),
	...added.map((file) => db.insert(attachments).values({ ...file, organisationId, submissionId, createdAt: now() })),
];
